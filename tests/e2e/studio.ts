// The built studio in a real Chromium: served from out/renderer by the same server and with the same headers as
// `npm start`, driven through playwright-core.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { build } from "vite";
import type { RunningServer } from "../../electron/launch/static-server.ts";
import { serveFolder } from "../../electron/launch/static-server.ts";
import { chromiumFlags, chromiumKit } from "../support/chromium.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
const BUILT = join(REPOSITORY, "out/renderer");

export interface Rig {
  readonly server: RunningServer;
  readonly browser: Browser;
  close(): Promise<void>;
}

export async function startRig(): Promise<Rig> {
  // A test run builds anew, unless it was told that what lies there is fresh.
  if (!process.env.TESSELLA_BUILT || !existsSync(join(BUILT, "index.html"))) {
    await build({ configFile: join(REPOSITORY, "vite.renderer.config.ts"), logLevel: "error" });
  }
  const server = await serveFolder(BUILT, 0);
  const own = process.env.TESSELLA_CHROMIUM;
  const browser = await chromium.launch({
    executablePath: own ?? chromiumKit().executable,
    args: [...chromiumFlags],
    env: { ...process.env, ...(own ? {} : chromiumKit().chromiumEnv) } as Record<string, string>,
    timeout: 60_000,
  });
  return {
    server,
    browser,
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

export interface OpenStudio {
  readonly page: Page;
  /** Console errors, uncaught exceptions and violations of the content security policy. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** A fresh profile with the studio open and its first pattern alive. */
export async function openStudio(rig: Rig, options: BrowserContextOptions = {}): Promise<OpenStudio> {
  const context = await rig.browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
    reducedMotion: "reduce",
    ...options,
  });
  // A drop that a script makes up has a file and no handle, and asking Chromium for one never ends.
  await context.addInitScript(() => {
    Reflect.deleteProperty(DataTransferItem.prototype, "getAsFileSystemHandle");
    // No script can answer the system's own dialogs either: without them files are downloaded.
    for (const picker of ["showOpenFilePicker", "showSaveFilePicker", "showDirectoryPicker"]) {
      Reflect.set(window, picker, undefined);
    }
  });
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(rig.server.url);
  await page.getByTestId("generation").waitFor();
  return { page, complaints, close: () => context.close() };
}

/** A reading of the dock as a number. */
export async function reading(page: Page, which: "generation" | "population"): Promise<number> {
  const text = (await page.getByTestId(which).textContent()) ?? "";
  return Number(text.replace(/[^\d]/g, "") || Number.NaN);
}

/** Drops a file on the window, as from the desktop. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([fileName, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content as string], fileName as string));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [name, text],
  );
}
