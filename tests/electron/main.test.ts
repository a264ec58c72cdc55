// The start of the shell, with Electron played by a fake: one module, one start, one window's whole life.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ADOPT_CHANNEL, CALL_CHANNEL, EVENT_CHANNEL } from "../../electron/channels.ts";
import type { Reply } from "../../renderer/host/bridge.ts";
import * as electron from "./fake-electron.ts";
import { FakeWindow, fakeEvent } from "./fake-electron.ts";
import { put } from "./shell-rig.ts";

vi.mock("electron", () => import("./fake-electron.ts"));

const { app } = electron;
const PAGE = "tessella://studio/index.html";

const theWindow = (): FakeWindow => FakeWindow.all.at(-1) as FakeWindow;
const frame = (url: string, parent: unknown = null) => ({ url, parent });

/** A call as it comes from the page. */
function call(name: string, argument: unknown, from: object | null = frame(PAGE)): Promise<Reply<unknown>> {
  const event = { sender: theWindow().webContents, senderFrame: from };
  return electron.handlers.get(CALL_CHANNEL)?.(event, name, argument) as Promise<Reply<unknown>>;
}

describe("the shell", () => {
  let home = "";
  const argv = process.argv;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), "tessella-main-"));
    app.userData = join(home, "userData");
    await put(home, { "asked.rle": "o!", "later.rle": "2o!" });
    await put(app.userData, {
      "launch.json": '{"unsafeWebGpu":true}',
      "window.json": '{"bounds":{"x":50,"y":60,"width":1000,"height":720},"maximized":true}',
    });
    process.argv = ["electron", ".", "--some-switch", join(home, "asked.rle")];
    vi.stubEnv("WAYLAND_DISPLAY", "");
    vi.stubEnv("XDG_SESSION_TYPE", "x11");
    await import("../../electron/main.ts");
    app.becomeReady();
    // macOS says so at the first start too, and a second start may come as early: one window is enough.
    app.emit("activate");
    app.emit("second-instance", {}, [], "/", { files: [] });
    await vi.waitFor(() => expect(FakeWindow.all).toHaveLength(1));
    await vi.waitFor(() => expect(theWindow().show).toHaveBeenCalled());
  });
  afterAll(async () => {
    process.argv = argv;
    vi.unstubAllEnvs();
    await rm(home, { recursive: true, force: true });
  });
  beforeEach(() => void app.quit.mockClear());

  test("asks to be the only instance, with its files", () => {
    expect(app.lockData).toEqual({ files: [join(home, "asked.rle")] });
    expect(app.quit).not.toHaveBeenCalled();
  });

  test("registers a scheme that is standard and secure, and bypasses nothing", () => {
    expect(electron.schemes).toHaveLength(1);
    expect(electron.schemes[0]).toMatchObject({
      scheme: "tessella",
      privileges: { standard: true, secure: true },
    });
    expect(electron.schemes[0]?.privileges).not.toHaveProperty("bypassCSP");
    expect(electron.served.has("tessella")).toBe(true);
  });

  test("sets the switches of the graphics setting", () => {
    const names = app.commandLine.appendSwitch.mock.calls.map(([name]) => name);
    expect(names).toContain("enable-unsafe-webgpu");
  });

  test("makes a window that is locked in every way, where it was", () => {
    const { options, loaded } = theWindow();
    expect(options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    });
    expect((options.webPreferences as { preload: string }).preload).toMatch(/preload[/\\]preload\.cjs$/);
    expect(options).toMatchObject({ x: 50, y: 60, width: 1000, height: 720 });
    expect(theWindow().maximize).toHaveBeenCalled();
    expect(loaded).toEqual([PAGE]);
  });

  test("has a menu from the start, without developer tools", () => {
    expect(JSON.stringify(electron.menus[0])).not.toMatch(/toggleDevTools|reload/i);
  });

  test("answers the page and nobody else", async () => {
    expect(await call("recent.list", null)).toEqual({ ok: true, value: [] });
    const silence = vi.spyOn(console, "error").mockImplementation(() => {});
    expect((await call("recent.list", null, frame("https://example.org/"))).ok).toBe(false);
    expect((await call("recent.list", null, frame(PAGE, frame(PAGE)))).ok).toBe(false);
    expect((await call("recent.list", null, null)).ok).toBe(false);
    const stranger = { sender: {}, senderFrame: frame(PAGE) };
    expect(await electron.handlers.get(CALL_CHANNEL)?.(stranger, "recent.list", null)).toMatchObject({
      ok: false,
    });
    expect(await electron.handlers.get(ADOPT_CHANNEL)?.(stranger, ["/etc/passwd"])).toMatchObject({
      ok: false,
    });
    silence.mockRestore();
  });

  test("hands over the files of the start, and those of a second start", async () => {
    const waiting = (await call("openRequests.start", null)) as {
      value: { source: string; files: { name: string }[] }[];
    };
    expect(waiting.value).toMatchObject([{ source: "start", files: [{ name: "asked.rle" }] }]);
    theWindow().minimized = true;
    app.emit("second-instance", {}, [], "/", { files: [join(home, "later.rle")] });
    expect(theWindow().restore).toHaveBeenCalled();
    expect(theWindow().focus).toHaveBeenCalled();
    theWindow().minimized = false;
    const event = fakeEvent();
    app.emit("open-file", event, join(home, "asked.rle"));
    expect(event.defaultPrevented).toBe(true);
    const sent = theWindow().webContents.sent.filter(([channel]) => channel === EVENT_CHANNEL);
    expect(sent.map(([, message]) => message)).toMatchObject([
      { type: "open", request: { source: "later", files: [{ name: "later.rle" }] } },
      { type: "open", request: { source: "later", files: [{ name: "asked.rle" }] } },
    ]);
  });

  test("lets the page go nowhere, and the web open in the browser", () => {
    const { webContents } = theWindow();
    const inside = fakeEvent({ url: PAGE });
    webContents.emit("will-navigate", inside);
    expect(inside.defaultPrevented).toBe(false);
    const ways = [
      ["will-navigate", {}],
      // A page of ours that answers with another place.
      ["will-redirect", {}],
      ["will-frame-navigate", { isMainFrame: false }],
    ] as const;
    for (const url of ["https://example.org/", "file:///etc/passwd", "javascript:alert(1)"]) {
      for (const [way, more] of ways) {
        const event = fakeEvent({ url, ...more });
        webContents.emit(way, event);
        expect(event.defaultPrevented, `${way} ${url}`).toBe(true);
      }
      expect(webContents.openHandler({ url })).toEqual({ action: "deny" });
    }
    expect(electron.shell.openExternal.mock.calls.every(([url]) => url === "https://example.org/")).toBe(
      true,
    );
    const view = fakeEvent();
    webContents.emit("will-attach-webview", view);
    expect(view.defaultPrevented).toBe(true);
  });

  test("grants full screen to the page and refuses the rest", () => {
    const answer = vi.fn();
    electron.permissions.request?.(null, "fullscreen", answer, { requestingUrl: PAGE });
    electron.permissions.request?.(null, "media", answer, { requestingUrl: PAGE });
    electron.permissions.request?.(null, "fullscreen", answer, { requestingUrl: "https://example.org/" });
    expect(answer.mock.calls).toEqual([[true], [false], [false]]);
    expect(electron.permissions.check?.(null, "fullscreen", "tessella://studio", {})).toBe(true);
    expect(electron.permissions.check?.(null, "geolocation", "tessella://studio", {})).toBe(false);
    const download = fakeEvent();
    electron.session.defaultSession.emit("will-download", download);
    expect(download.defaultPrevented).toBe(true);
  });

  test("does what its window, menu, clipboard and power calls say", async () => {
    await call("window.show", { title: "gun.rle", unsaved: true });
    expect(theWindow().setTitle).toHaveBeenCalledWith("• gun.rle");
    await call("window.editText", { action: "copy" });
    expect(theWindow().webContents.copy).toHaveBeenCalled();
    const item = { kind: "command", id: "file.open", label: "Open", enabled: true };
    await call("menu.show", { menu: [{ kind: "submenu", label: "File", items: [item] }] });
    const menu = electron.menus.at(-1) as { submenu: { click: () => void }[] }[];
    menu[0]?.submenu[0]?.click();
    expect(theWindow().webContents.sent.at(-1)).toEqual([EVENT_CHANNEL, { type: "menu", id: "file.open" }]);
    expect(await call("clipboard.readText", null)).toEqual({ ok: true, value: "text" });
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
    await call("clipboard.writePng", { bytes: png });
    expect(electron.clipboard.write).toHaveBeenCalledTimes(1);
    await call("power.hold", { reason: "run" });
    expect(electron.powerSaveBlocker.start).toHaveBeenCalledWith("prevent-app-suspension");
    expect(theWindow().webContents.setBackgroundThrottling).toHaveBeenLastCalledWith(false);
    await call("power.release", { reason: "run" });
    expect(electron.powerSaveBlocker.stop).toHaveBeenCalledWith(7);
    expect(theWindow().webContents.setBackgroundThrottling).toHaveBeenLastCalledWith(true);
  });

  test("shows the system's dialogs and remembers the folder", async () => {
    const path = join(home, "asked.rle");
    electron.dialog.showOpenDialog.mockResolvedValueOnce({ canceled: false, filePaths: [path] });
    const types = [{ label: "RLE", extensions: [".rle"] }];
    const opened = await call("files.pickOpen", { types, several: true, title: "Open a pattern" });
    expect(opened).toMatchObject({ ok: true, value: [{ name: "asked.rle" }] });
    const [, options] = electron.dialog.showOpenDialog.mock.lastCall as unknown as [unknown, object];
    expect(options).toMatchObject({ title: "Open a pattern", properties: ["openFile", "multiSelections"] });
    electron.dialog.showSaveDialog.mockResolvedValueOnce({ canceled: false, filePath: join(home, "new") });
    const saved = await call("files.pickSave", { types, name: "asked.rle", title: null });
    expect(saved).toMatchObject({ ok: true, value: { name: "new.rle" } });
    const [, save] = electron.dialog.showSaveDialog.mock.lastCall as unknown as [unknown, object];
    expect(save).toMatchObject({ defaultPath: path });
    for (const [purpose, properties] of [
      ["write", ["openDirectory", "createDirectory"]],
      ["read", ["openDirectory"]],
    ]) {
      expect(await call("folders.pick", { purpose })).toEqual({ ok: true, value: null });
      const [, folder] = electron.dialog.showOpenDialog.mock.lastCall as unknown as [unknown, object];
      expect(folder).toEqual({ properties });
    }
    const { id } = (opened as unknown as { value: { id: string }[] }).value[0] as { id: string };
    await call("files.reveal", { id });
    expect(electron.shell.showItemInFolder).toHaveBeenCalledWith(path);
    await call("recent.add", { id });
    expect(app.addRecentDocument).toHaveBeenCalledWith(path);
  });

  test("a page that crashes is loaded again, once", async () => {
    const { webContents } = theWindow();
    await call("power.hold", { reason: "export" });
    webContents.emit("render-process-gone", {}, { reason: "clean-exit" });
    expect(webContents.reload).not.toHaveBeenCalled();
    webContents.emit("render-process-gone", {}, { reason: "crashed" });
    await vi.waitFor(() => expect(webContents.reload).toHaveBeenCalledTimes(1));
    // What the page held awake is let go.
    expect(webContents.setBackgroundThrottling).toHaveBeenLastCalledWith(true);
    expect(electron.dialog.showErrorBox).not.toHaveBeenCalled();
  });

  test("keeps what the page has begun when a navigation is refused, and drops it with the page", async () => {
    const { webContents } = theWindow();
    await call("window.guard", { on: true });
    await call("power.hold", { reason: "export" });
    webContents.emit("did-start-navigation", { isMainFrame: true, isSameDocument: false });
    webContents.emit("will-navigate", fakeEvent({ url: "https://example.org/" }));
    theWindow().close();
    expect(theWindow().destroyed).toBe(false);
    expect(webContents.sent.at(-1)).toEqual([EVENT_CHANNEL, { type: "close" }]);
    await call("window.answerClose", { answer: "stay" });
    expect(webContents.setBackgroundThrottling).toHaveBeenLastCalledWith(false);
    webContents.emit("did-navigate", {}, PAGE);
    expect(webContents.setBackgroundThrottling).toHaveBeenLastCalledWith(true);
  });

  test("lets a person wait for a page that does not answer, unless they close it anyway", async () => {
    const { askAboutHang } = await import("../../electron/electron-shell.ts");
    const ask = electron.dialog.showMessageBox;
    const closed: boolean[] = [];
    for (const label of ["Wait", "Close anyway"]) {
      ask.mockImplementationOnce((async (
        _window: unknown,
        { buttons }: { readonly buttons: readonly string[] },
      ) => ({
        response: buttons.indexOf(label),
      })) as never);
      closed.push(await askAboutHang(theWindow() as never));
    }
    expect(closed).toEqual([false, true]);
    // Enter and Escape lose nothing.
    const [, asked] = ask.mock.lastCall as unknown as [
      unknown,
      { buttons: string[]; defaultId: number; cancelId: number },
    ];
    expect([asked.buttons[asked.defaultId], asked.buttons[asked.cancelId]]).toEqual(["Wait", "Wait"]);
  });

  test("asks before it closes, and quits when the answer is yes", async () => {
    await call("window.guard", { on: true });
    app.emit("before-quit");
    theWindow().close();
    expect(theWindow().destroyed).toBe(false);
    expect(theWindow().webContents.sent.at(-1)).toEqual([EVENT_CHANNEL, { type: "close" }]);
    await call("window.answerClose", { answer: "heard" });
    await call("window.answerClose", { answer: "stay" });
    expect(theWindow().destroyed).toBe(false);
    theWindow().close();
    await call("window.answerClose", { answer: "close" });
    expect(theWindow().destroyed).toBe(true);
    expect(app.quit).toHaveBeenCalled();
  });

  test("ends when everything is on the disk", async () => {
    const event = fakeEvent();
    app.emit("will-quit", event);
    expect(event.defaultPrevented).toBe(true);
    await vi.waitFor(() => expect(app.quit).toHaveBeenCalled());
    const second = fakeEvent();
    app.emit("will-quit", second);
    expect(second.defaultPrevented).toBe(false);
    const place = JSON.parse(await readFile(join(app.userData, "window.json"), "utf8")) as object;
    expect(place).toEqual({ bounds: theWindow().bounds, maximized: false });
    const recent = await readFile(join(app.userData, "recent.json"), "utf8");
    expect(recent).toContain("asked.rle");
    expect(JSON.parse(await readFile(join(app.userData, "launch.json"), "utf8"))).toEqual({
      unsafeWebGpu: true,
      trying: false,
    });
  });
});

describe("a second instance", () => {
  test("tells the first and ends", async () => {
    const before = electron.schemes.length;
    vi.resetModules();
    app.quit.mockClear();
    app.hasLock = false;
    await import("../../electron/main.ts");
    expect(app.quit).toHaveBeenCalledTimes(1);
    expect(electron.schemes).toHaveLength(before);
  });
});

describe("the preload script", () => {
  test("leaves a bridge that can only call, drop and listen", async () => {
    await import("../../electron/preload.ts");
    const bridge = electron.bridges.get("tessella") as import("../../renderer/host/bridge.ts").Bridge;
    expect(Object.keys(bridge).sort()).toEqual(["call", "dropped", "os", "subscribe", "version"]);
    await bridge.call("recent.list", null);
    expect(electron.ipcRenderer.invoke).toHaveBeenLastCalledWith(CALL_CHANNEL, "recent.list", null);
    await bridge.dropped([new File([], "a.rle"), new File([], "memory")]);
    expect(electron.ipcRenderer.invoke).toHaveBeenLastCalledWith(ADOPT_CHANNEL, ["/drop/a.rle"]);
    const heard = vi.fn();
    const stop = bridge.subscribe(heard);
    electron.ipcRenderer.emit(EVENT_CHANNEL, { sender: "secret" }, { type: "recent" });
    stop();
    electron.ipcRenderer.emit(EVENT_CHANNEL, {}, { type: "close" });
    expect(heard.mock.calls).toEqual([[{ type: "recent" }]]);
  });
});
