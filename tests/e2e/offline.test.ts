// The static page of `npm run build:web`, from a host that does nothing but send files: it is installable, works without the
// network, and an update neither breaks the page that runs nor comes by halves.

import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import type { Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { webPageConfig } from "../../electron/web-page.ts";
import { BUILT_STUDIO } from "../support/setup-studio.ts";
import type { Rig } from "./studio.ts";
import { focusCells, openStudio, reading, startRig } from "./studio.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Of a project's page on a host that has many. */
const FOLDER = "/tessella/";

let rig: Rig;
let top = "";
/** The window's files without those that nobody opens here: each one is fetched, checked and kept, twice. */
let built = "";
const UNOPENED =
  /^(dense|experiment|gpu|hash|list|naive|row|scan|seed|skip|sparse|threaded|evolve|bench|performance)-/;
let host: Host;

/** Knows a few media types and no headers of ours. */
class Host {
  root = "";
  /** Whether there is a network at all. */
  up = true;
  readonly server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://host").pathname;
    if (!this.up) return void response.socket?.destroy();
    const name = path.slice(FOLDER.length) || "index.html";
    readFile(join(this.root, name)).then(
      (bytes) => response.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "text/plain" }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${FOLDER}`;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** The static page of a window's files; its folder. */
async function webPage(from: string, name: string): Promise<string> {
  const to = join(top, name);
  await build({ ...webPageConfig({ root: ROOT, from, to }), configFile: false, logLevel: "error" });
  return to;
}

beforeAll(async () => {
  rig = await startRig();
  top = await mkdtemp(join(tmpdir(), "tessella-web-"));
  host = new Host();
  await new Promise<void>((resolve) => void host.server.listen(0, "127.0.0.1", resolve));
  built = join(top, "built");
  await cp(BUILT_STUDIO, built, { recursive: true, filter: (path) => !UNOPENED.test(basename(path)) });
  host.root = await webPage(built, "first");
});
afterAll(async () => {
  await rig.close();
  host.server.closeAllConnections();
  host.server.close();
  await rm(top, { recursive: true, force: true });
});

const caches = (page: Page): Promise<number> =>
  page.evaluate(async () => (await window.caches.keys()).length);

/** Asks the host for an update; how the worker that it brought has ended up, "" for none. */
const update = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const found = (await registration.update()) as unknown as ServiceWorkerRegistration;
    const worker = found.installing ?? found.waiting;
    if (!worker) return "";
    while (!["installed", "redundant"].includes(worker.state)) {
      await new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
    }
    return worker.state;
  });

async function opensGuide(page: Page): Promise<void> {
  await page.keyboard.press("F1");
  await page.locator(".guide-page").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

test("is installable, works without a network, and is updated whole and between two visits", {
  timeout: 120_000,
}, async () => {
  const server = { url: host.url, port: 0, close: async () => {} };
  const { page, complaints, close } = await openStudio(
    { ...rig, server, left: new Map() },
    { ownWindow: true },
  );
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? "")).toMatchObject({ name: "Tessella", display: "standalone", start_url: "./" });
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // Private windows, which those of tests are, install nothing.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
  expect(complaints).toEqual([]);

  // Without the network, not even the browser's own cache of it.
  host.up = false;
  host.server.closeAllConnections();
  await session.send("Network.clearBrowserCache");
  await page.reload();
  await page.getByTestId("generation").waitFor();
  await focusCells(page);
  const before = await reading(page, "generation");
  await page.keyboard.press("Tab");
  await expect.poll(() => reading(page, "generation")).toBe(before + 1);
  await opensGuide(page);
  // With the headers that the host does not send.
  expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true);
  const policy = await page.evaluate(async () =>
    (await fetch("index.html")).headers.get("Content-Security-Policy"),
  );
  expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect(complaints).toEqual([]);

  // The next build has lost what this page has yet to load.
  const next = join(top, "next");
  await cp(built, next, { recursive: true });
  const parts = await readdir(join(next, "assets"));
  for (const name of parts.filter((part) => part.startsWith("rules-dialog")))
    await rm(join(next, "assets", name));
  const html = await readFile(join(next, "index.html"), "utf8");
  await writeFile(join(next, "index.html"), html.replace("<html ", '<html data-build="next" '));
  host.root = await webPage(next, "second");
  host.up = true;
  expect(await update(page)).toBe("installed");
  await page.keyboard.press("Control+Shift+r");
  await page.getByRole("combobox", { name: "Search rules" }).waitFor();
  expect(await caches(page)).toBe(2);
  await page.keyboard.press("Escape");
  const buildOf = (): Promise<string | undefined> =>
    page.evaluate(() => document.documentElement.dataset.build);
  expect(await buildOf()).toBeUndefined();
  await page.reload();
  await page.locator("html[data-build=next]").waitFor({ state: "attached" });
  await page.getByTestId("generation").waitFor();
  await expect.poll(() => caches(page)).toBe(1);

  // A host that is in the middle of an update: a file does not fit the list.
  const third = join(top, "third");
  await cp(host.root, third, { recursive: true });
  const worker = join(third, "service-worker.js");
  const code = await readFile(worker, "utf8");
  await writeFile(worker, code.replace(/"version":"\w+"/, '"version":"third"'));
  await writeFile(join(third, "licences.txt"), "Not yet.");
  host.root = third;
  expect(await update(page)).toBe("redundant");
  await page.reload();
  await page.getByTestId("generation").waitFor();
  expect(await buildOf()).toBe("next");
  // The visit has the browser try that update once more.
  await expect.poll(() => caches(page)).toBe(1);
  await close();
});
