// The static page: what lies in it, what it says of itself, and what its service worker knows of it.

import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { contentSecurityPolicy, sharedHeaders } from "../../electron/headers.ts";
import { webPageConfig } from "../../electron/web-page.ts";
import { put } from "./shell-rig.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const PAGE =
  '<!doctype html>\n<html>\n  <head>\n    <meta charset="utf-8" />\n    <title>Studio</title>\n  </head>\n</html>\n';

interface Asset {
  readonly fileName: string;
  readonly source: Uint8Array;
}

/** The page of a window with these files, and the worker's code at its end. */
async function built(files: Readonly<Record<string, string>>, code = "work();") {
  const from = await mkdtemp(join(tmpdir(), "tessella-page-"));
  onTestFinished(() => rm(from, { recursive: true, force: true }));
  await put(from, files);
  const { plugins } = webPageConfig({ root: ROOT, from, to: "out" });
  const [plugin] = plugins as [
    Plugin & { generateBundle: (options: object, bundle: object) => Promise<void> },
  ];
  const assets: Asset[] = [];
  const worker = { type: "chunk", fileName: "service-worker.js", code };
  const bundle = {
    worker,
    register: { type: "chunk", fileName: "register.js", code: "register();" },
    other: { type: "asset", fileName: "other.txt", source: "" },
  };
  await plugin.generateBundle.call({ emitFile: (asset: Asset) => assets.push(asset) } as never, {}, bundle);
  const text = (name: string) =>
    new TextDecoder().decode(assets.find(({ fileName }) => fileName === name)?.source);
  const build = JSON.parse(/^const BUILD=(.*);\n/.exec(worker.code)?.[1] ?? "null") as {
    readonly version: string;
    readonly headers: object;
    readonly files: readonly { readonly path: string; readonly integrity: string }[];
  };
  return { assets, text, worker, build };
}

const WINDOW = { "index.html": PAGE, "assets/b.js": "b();", "assets/a.css": "a {}" };

test("has the window's files, its icons, its manifest, and its page with what a server would have said", async () => {
  const { assets, text } = await built(WINDOW);
  expect(assets.map(({ fileName }) => fileName).sort()).toEqual([
    ...[
      "assets/a.css",
      "assets/b.js",
      "icons/icon.png",
      "icons/icon.svg",
      "index.html",
      "studio.webmanifest",
    ],
  ]);
  expect(text("assets/b.js")).toBe("b();");
  const page = text("index.html");
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] as string;
  expect(policy).not.toContain("frame-ancestors");
  expect(contentSecurityPolicy().startsWith(policy.split(";")[0] as string)).toBe(true);
  expect(policy.split(";").length).toBe(contentSecurityPolicy().split(";").length - 1);
  // Nothing is read before the encoding is known, nor run before the policy is.
  const order = [
    'charset="utf-8"',
    "Content-Security-Policy",
    'rel="manifest" href="./studio.webmanifest"',
    "./register.js",
    "<title>",
  ];
  const places = order.map((part) => page.indexOf(part));
  expect(places).not.toContain(-1);
  expect([...places].sort((a, b) => a - b)).toEqual(places);
});

test("can be installed, wherever it lies", async () => {
  const manifest = JSON.parse((await built(WINDOW)).text("studio.webmanifest")) as Record<string, unknown>;
  expect(manifest).toMatchObject({
    id: "./",
    start_url: "./",
    scope: "./",
    display: "standalone",
    name: "Tessella",
  });
  expect(manifest.icons).toEqual([
    { src: "icons/icon.svg", type: "image/svg+xml", sizes: "any" },
    { src: "icons/icon.png", type: "image/png", sizes: "1024x1024" },
  ]);
});

test("has a worker that knows each file by its digest, and the headers", async () => {
  const { build, text, worker } = await built(WINDOW);
  expect(build.files.map(({ path }) => path)).toEqual([
    ...["assets/a.css", "assets/b.js", "icons/icon.png", "icons/icon.svg", "index.html", "register.js"],
    "studio.webmanifest",
  ]);
  expect(build.headers).toEqual(sharedHeaders());
  const integrity = (content: string) => `sha256-${createHash("sha256").update(content).digest("base64")}`;
  const of = (path: string) => build.files.find((file) => file.path === path)?.integrity;
  expect(of("register.js")).toBe(integrity("register();"));
  expect(of("index.html")).toBe(integrity(text("index.html")));
  expect(build.version).toMatch(/^[0-9a-f]{16}$/);
  expect(worker.code.endsWith("\nwork();")).toBe(true);
});

test("is another version where a file or the worker itself is another, and else the same", async () => {
  const { version } = (await built(WINDOW)).build;
  expect((await built(WINDOW)).build.version).toBe(version);
  expect((await built({ ...WINDOW, "assets/b.js": "c();" })).build.version).not.toBe(version);
  expect((await built(WINDOW, "other();")).build.version).not.toBe(version);
});

test("is not made of a window that is not built, or whose page begins otherwise", async () => {
  await expect(built({ "a.js": "" })).rejects.toThrow("it has no index.html");
  await expect(built({ "index.html": "<html></html>" })).rejects.toThrow("does not begin with its encoding");
});

test("is built beside the window, from the worker and what registers it", () => {
  const { root, publicDir, build } = webPageConfig({ root: ROOT, from: "from", to: "to" });
  expect([root, publicDir, build?.outDir, build?.emptyOutDir, build?.modulePreload]).toEqual([
    ROOT,
    false,
    "to",
    true,
    false,
  ]);
  expect(build?.rolldownOptions?.input).toEqual({
    register: join(ROOT, "renderer/offline/register.ts"),
    "service-worker": join(ROOT, "renderer/offline/service-worker.ts"),
  });
  expect(build?.rolldownOptions?.output).toEqual({ entryFileNames: "[name].js" });
});
