// The points of Electron's security checklist that concern the window and its session (docs/SECURITY.md goes through all of them).

import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { insideCheck } from "../../electron/app-protocol.ts";
import { contentSecurityPolicy } from "../../electron/headers.ts";
import { JsonFile } from "../../electron/json-file.ts";
import { createStudioWindow, lockNavigation, lockSession } from "../../electron/studio-window.ts";
import { WindowStateSchema } from "../../electron/window-state.ts";
import type { FakeWindow } from "./fake-electron.ts";
import * as electron from "./fake-electron.ts";
import { fakeEvent } from "./fake-electron.ts";

vi.mock("electron", () => import("./fake-electron.ts"));

const PAGE = "tessella://studio/index.html";
const STRANGERS = [
  "https://example.org/",
  "http://127.0.0.1:4180/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/html,x",
  "tessella://studio.example.org/index.html",
  "tessella://other/index.html",
];
const isInside = insideCheck(null);

function makeWindow(): FakeWindow {
  const places = new JsonFile(join(tmpdir(), "tessella-no-such-folder", "window.json"), WindowStateSchema);
  const window = createStudioWindow("/out/preload/preload.cjs", places);
  lockNavigation(window, isInside);
  return window as unknown as FakeWindow;
}

describe("the studio's window", () => {
  let window: FakeWindow;
  beforeEach(() => {
    window = makeWindow();
    electron.shell.openExternal.mockClear();
  });

  test("has every protection on, and none of the switches that take one away", () => {
    // All of them: a new one is looked at here first.
    expect(window.options.webPreferences).toEqual({
      preload: "/out/preload/preload.cjs",
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    });
  });

  test("stays on its page, by whatever way it is led off", () => {
    const stays = (name: string, details: object): boolean => {
      const event = fakeEvent(details);
      window.webContents.emit(name, event);
      return event.defaultPrevented;
    };
    for (const url of STRANGERS) {
      expect(stays("will-navigate", { url }), url).toBe(true);
      expect(stays("will-redirect", { url }), url).toBe(true);
      expect(stays("will-frame-navigate", { url, isMainFrame: false }), url).toBe(true);
    }
    expect(stays("will-navigate", { url: PAGE })).toBe(false);
    expect(stays("will-redirect", { url: PAGE })).toBe(false);
    expect(stays("will-attach-webview", {})).toBe(true);
  });

  test("opens no second window, and hands only links to the web to the browser", () => {
    for (const url of [...STRANGERS, PAGE])
      expect(window.webContents.openHandler({ url })).toEqual({ action: "deny" });
    expect(electron.shell.openExternal.mock.calls).toEqual([["https://example.org/"]]);
  });
});

describe("the session", () => {
  test("grants nobody but the page, and the page no more than full screen and copying", () => {
    lockSession(isInside);
    const { check } = electron.permissions;
    const granted = (names: readonly string[], url: string): readonly string[] =>
      names.filter((name) => check?.(null, name, url, { requestingUrl: url }));
    const names = [
      "fullscreen",
      "clipboard-sanitized-write",
      "clipboard-read",
      "media",
      "geolocation",
      "openExternal",
      "hid",
      "usb",
    ];
    expect(granted(names, PAGE)).toEqual(["fullscreen", "clipboard-sanitized-write"]);
    for (const url of STRANGERS) expect(granted(names, url), url).toEqual([]);
    const download = fakeEvent();
    electron.session.defaultSession.emit("will-download", download);
    expect(download.defaultPrevented).toBe(true);
  });
});

describe("what the page may load", () => {
  test("comes from the studio itself", () => {
    const sources = contentSecurityPolicy()
      .split("; ")
      .flatMap((directive) => directive.split(" ").slice(1));
    expect([...new Set(sources)].sort()).toEqual([
      "'none'",
      "'self'",
      "'unsafe-inline'",
      "'wasm-unsafe-eval'",
      "blob:",
      "data:",
    ]);
    // Inline styles only: no script that is written into the page runs.
    expect(contentSecurityPolicy()).toMatch(/script-src 'self' 'wasm-unsafe-eval';/);
  });

  test("runs in one version of Electron, which the lock file knows", () => {
    const root = join(import.meta.dirname, "../..");
    const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
    const { electron: version } = read("package.json").devDependencies;
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(read("package-lock.json").packages["node_modules/electron"].version).toBe(version);
  });
});
