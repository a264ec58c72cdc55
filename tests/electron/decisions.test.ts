// What the shell decides without Electron: window places, arguments, closing, menus, permissions, dialogs, graphics.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { MenuItemConstructorOptions } from "electron";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { insideCheck } from "../../electron/app-protocol.ts";
import { CloseGuard } from "../../electron/close-guard.ts";
import { dialogFilters, withEnding } from "../../electron/dialogs.ts";
import { graphicsSwitches, LaunchSchema, LaunchStore } from "../../electron/graphics.ts";
import { JsonFile } from "../../electron/json-file.ts";
import { noticesFor, packageFolderOf } from "../../electron/licence-notices.ts";
import { isElectronAccelerator, menuTemplate } from "../../electron/menu.ts";
import { filesAmong } from "../../electron/open-requests.ts";
import { destinationOf, isGranted } from "../../electron/permissions.ts";
import { PowerHolds } from "../../electron/power.ts";
import { isOnlyInstance } from "../../electron/single-instance.ts";
import type { WindowBounds } from "../../electron/window-state.ts";
import { MIN_HEIGHT, MIN_WIDTH, restoredState, WindowStateSchema } from "../../electron/window-state.ts";
import { makeFolders, put, startShell } from "./shell-rig.ts";

describe("the window's place", () => {
  const left: WindowBounds = { x: 0, y: 24, width: 1920, height: 1056 };
  const right: WindowBounds = { x: 1920, y: 0, width: 2560, height: 1440 };

  test("the first start is centred and fits", () => {
    expect(restoredState(null, [left]).bounds).toEqual({ x: 320, y: 152, width: 1280, height: 800 });
    const small = { x: 0, y: 0, width: 1024, height: 600 };
    expect(restoredState(null, [small]).bounds).toEqual({ x: 0, y: 0, width: 1024, height: 600 });
  });

  test("comes back to the display it was on", () => {
    const saved = { bounds: { x: 2500, y: 100, width: 1200, height: 900 }, maximized: true };
    expect(restoredState(saved, [left, right])).toEqual(saved);
  });

  test("a display that is gone gives it to the primary one, in its size", () => {
    const saved = { bounds: { x: 2500, y: 100, width: 1200, height: 900 }, maximized: false };
    expect(restoredState(saved, [left]).bounds).toEqual({ x: 360, y: 102, width: 1200, height: 900 });
  });

  test("is kept in whole pixels: Electron throws at others, so a file with them counts as none", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tessella-place-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "window.json");
    const places = new JsonFile(file, WindowStateSchema);
    const saved = { bounds: { x: -8, y: 24, width: 1200, height: 900 }, maximized: false };
    await writeFile(file, JSON.stringify(saved));
    expect(places.read()).toEqual(saved);
    for (const [name, value] of [
      ...["x", "y", "width", "height"].flatMap((side) => [[side, 100.5] as const, [side, 1e300] as const]),
      ["width", 0] as const,
      ["height", -1] as const,
    ]) {
      await writeFile(file, JSON.stringify({ ...saved, bounds: { ...saved.bounds, [name]: value } }));
      expect(places.read(), `${name} ${value}`).toBeNull();
    }
  });

  test("a title bar above the display, or a sliver beside it, is not visible enough", () => {
    for (const place of [
      { x: 100, y: -200 },
      { x: -1180, y: 100 },
      { x: 1900, y: 100 },
      { x: 100, y: 1070 },
    ]) {
      const saved = { bounds: { ...place, width: 1200, height: 900 }, maximized: false };
      expect(restoredState(saved, [left]).bounds).not.toMatchObject(place);
    }
  });

  test("whatever was saved, the window can be seen and dragged", () => {
    const side = fc.integer({ min: 1, max: 20_000 });
    const place = fc.integer({ min: -30_000, max: 30_000 });
    const bounds = fc.record({ x: place, y: place, width: side, height: side });
    fc.assert(
      fc.property(bounds, fc.boolean(), (saved, maximized) => {
        const areas = [left, right];
        const { bounds: b } = restoredState({ bounds: saved, maximized }, areas);
        expect(b.width).toBeGreaterThanOrEqual(MIN_WIDTH);
        expect(b.height).toBeGreaterThanOrEqual(MIN_HEIGHT);
        const seen = areas.some(
          (a) =>
            Math.min(b.x + b.width, a.x + a.width) - Math.max(b.x, a.x) >= Math.min(96, saved.width) &&
            b.y >= a.y &&
            b.y + 32 <= a.y + a.height,
        );
        expect(seen).toBe(true);
      }),
    );
  });
});

describe("arguments", () => {
  const at = { cwd: "/here", packaged: true };

  test.skipIf(process.platform === "win32").each([
    [["tessella"], []],
    [["tessella", "a.rle"], ["/here/a.rle"]],
    [
      ["tessella", "/x/a.rle", "../b.mc"],
      ["/x/a.rle", "/b.mc"],
    ],
    [["tessella", "--flag", "--x=y", "-v", "a.rle"], ["/here/a.rle"]],
    [["tessella", "--", "-odd.rle"], ["/here/-odd.rle"]],
    [["tessella", "a.rle", "./a.rle", ""], ["/here/a.rle"]],
    [["tessella", "file:///x/Gosper%20gun.rle"], ["/x/Gosper gun.rle"]],
    [["tessella", "https://example.org/a.rle"], []],
    [["tessella", "file://%zz"], []],
    [["tessella", "odd:name.rle"], ["/here/odd:name.rle"]],
  ])("%j are %j", (argv, files) => {
    expect(filesAmong(argv, at)).toEqual(files);
  });

  test("an unpackaged application's own folder is none of them", () => {
    expect(filesAmong(["electron", "."], { ...at, packaged: false })).toEqual([]);
  });

  test("there is an end to them", () => {
    const many = Array.from({ length: 5000 }, (_, i) => `${i}.rle`);
    expect(filesAmong(["tessella", ...many], at)).toHaveLength(100);
  });

  test("a second start hands its files to the first", () => {
    const listeners: ((...values: unknown[]) => void)[] = [];
    const on = (_: string, listener: (...values: unknown[]) => void) => listeners.push(listener);
    const heard = vi.fn();
    const app = { requestSingleInstanceLock: vi.fn(() => true), on } as never;
    expect(isOnlyInstance(app, ["/a.rle"], heard)).toBe(true);
    listeners[0]?.({}, [], "/", { files: ["/b.rle"] });
    listeners[0]?.({}, [], "/", { files: [7] });
    listeners[0]?.({}, [], "/", null);
    expect(heard.mock.calls).toEqual([[["/b.rle"]], [[]], [[]]]);
    const second = { requestSingleInstanceLock: () => false, on } as never;
    expect(isOnlyInstance(second, [], heard)).toBe(false);
  });
});

describe("closing", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const guarded = (hangAnswer: boolean) => {
    const parts = {
      ask: vi.fn(),
      close: vi.fn(),
      stay: vi.fn(),
      askAboutHang: vi.fn(async () => hangAnswer),
    };
    const guard = new CloseGuard({ ...parts, patience: 1000 });
    guard.guarded = true;
    return { guard, ...parts };
  };

  test("without a guard the window closes at once", () => {
    const { guard, ask } = guarded(false);
    guard.guarded = false;
    expect(guard.request()).toBe(true);
    expect(ask).not.toHaveBeenCalled();
  });

  test("a renderer that heard has all the time there is", async () => {
    const { guard, ask, close, askAboutHang } = guarded(true);
    expect(guard.request()).toBe(false);
    guard.answer("heard");
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(guard.request()).toBe(false);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(askAboutHang).not.toHaveBeenCalled();
    guard.answer("close");
    expect(close).toHaveBeenCalledTimes(1);
  });

  test("one that hangs is closed when the user says so", async () => {
    const { guard, close, stay } = guarded(true);
    guard.request();
    await vi.advanceTimersByTimeAsync(1001);
    expect(close).toHaveBeenCalledTimes(1);
    expect(stay).not.toHaveBeenCalled();
  });

  test("what is said of a page that hung closes no page that has come in its place", async () => {
    const { guard, close, stay, askAboutHang } = guarded(true);
    let answer = (_close: boolean): void => {};
    askAboutHang.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    guard.request();
    await vi.advanceTimersByTimeAsync(1001);
    guard.reset();
    guard.guarded = true;
    guard.request();
    answer(true);
    await vi.advanceTimersByTimeAsync(1);
    expect([close, stay].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    guard.answer("heard");
    guard.answer("close");
    expect(close).toHaveBeenCalledTimes(1);
  });

  test("or waited for, and asked again at the next try", async () => {
    const { guard, ask, close, stay } = guarded(false);
    guard.request();
    await vi.advanceTimersByTimeAsync(1001);
    expect(stay).toHaveBeenCalledTimes(1);
    guard.request();
    expect(ask).toHaveBeenCalledTimes(2);
    guard.answer("close");
    expect(close).toHaveBeenCalledTimes(1);
  });

  test("an answer that nobody asked for closes nothing", async () => {
    const { guard, close, stay } = guarded(true);
    guard.answer("close");
    guard.answer("stay");
    guard.request();
    guard.reset();
    guard.answer("close");
    await vi.advanceTimersByTimeAsync(5000);
    expect(close).not.toHaveBeenCalled();
    expect(stay).not.toHaveBeenCalled();
    expect(guard.request()).toBe(true);
  });
});

describe("the menu", () => {
  const choose = vi.fn();
  const model = [
    {
      kind: "submenu" as const,
      label: "Run & stop",
      items: [
        { kind: "command" as const, id: "run", label: "Run", enabled: true, accelerator: "Enter" },
        {
          kind: "command" as const,
          id: "grid",
          label: "Grid",
          enabled: false,
          checked: true,
          accelerator: "CmdOrCtrl+Shift+G",
        },
        { kind: "separator" as const },
        {
          kind: "submenu" as const,
          label: "More",
          items: [
            { kind: "command" as const, id: "odd", label: "Odd", enabled: true, accelerator: "Hyper+Q" },
          ],
        },
      ],
    },
  ];
  const items = (menu: MenuItemConstructorOptions | undefined) =>
    (menu?.submenu ?? []) as MenuItemConstructorOptions[];

  test("prints shortcuts and leaves the keys to the renderer", () => {
    const [menu] = menuTemplate(model, { appName: "Tessella", platform: "linux", choose });
    expect(menu?.label).toBe("Run && stop");
    const [run, grid, separator, more] = items(menu);
    expect(run).toMatchObject({ label: "Run", accelerator: "Enter", registerAccelerator: false });
    expect(run).not.toHaveProperty("type");
    expect(grid).toMatchObject({ type: "checkbox", checked: true, enabled: false });
    expect(separator).toEqual({ type: "separator" });
    expect(items(more)[0]).not.toHaveProperty("accelerator");
    (run as { readonly click: () => void }).click();
    expect(choose).toHaveBeenCalledWith("run");
  });

  test("on macOS has the application's menu, and only shortcuts with a modifier", () => {
    const menus = menuTemplate(model, { appName: "Tessella", platform: "darwin", choose });
    expect(menus.map((menu) => menu.label ?? menu.role)).toEqual(["Tessella", "Run & stop", "windowMenu"]);
    const [run, grid] = items(menus[1]);
    expect(run).not.toHaveProperty("accelerator");
    expect(grid).toMatchObject({ accelerator: "CmdOrCtrl+Shift+G" });
    expect(grid).not.toHaveProperty("registerAccelerator");
  });

  test.each(["A", "CmdOrCtrl+Plus", "Ctrl+-", "Shift+F12", "Alt+Left", "F5", "Space", "Ctrl+["])(
    "%s is a shortcut",
    (keys) => expect(isElectronAccelerator(keys)).toBe(true),
  );
  test.each(["", "Ctrl+", "Ctrl", "F25", "Foo+A", "Ctrl+AB", "++"])("%j is none", (keys) =>
    expect(isElectronAccelerator(keys)).toBe(false),
  );
});

describe("permissions and links", () => {
  const isInside = insideCheck(null);
  const page = "tessella://studio/index.html";

  test("a page of ours has full screen and copying, and nothing else", () => {
    expect(isGranted("fullscreen", page, isInside)).toBe(true);
    expect(isGranted("clipboard-sanitized-write", page, isInside)).toBe(true);
    for (const name of [
      "media",
      "geolocation",
      "notifications",
      "clipboard-read",
      "fileSystem",
      "openExternal",
      "",
    ]) {
      expect(isGranted(name, page, isInside)).toBe(false);
    }
    expect(isGranted("fullscreen", "https://example.org/", isInside)).toBe(false);
    expect(isGranted("fullscreen", undefined, isInside)).toBe(false);
  });

  test("links lead inside, to the browser, or nowhere", () => {
    expect(destinationOf(page, isInside)).toBe("inside");
    expect(destinationOf("https://conwaylife.com/", isInside)).toBe("browser");
    for (const url of ["http://example.org/", "file:///etc/passwd", "javascript:1", "smb://x/y", "x"]) {
      expect(destinationOf(url, isInside)).toBe("nowhere");
    }
  });
});

describe("dialogs", () => {
  const types = [
    { label: "RLE", extensions: [".rle", ".rle.gz"] },
    { label: "Macrocell", extensions: [".mc", ".mc.gz"] },
  ];

  test("filters are spelled as each system reads them", () => {
    expect(dialogFilters(types, "linux")[0]).toEqual({ name: "RLE", extensions: ["rle", "rle.gz"] });
    expect(dialogFilters(types, "darwin")[1]).toEqual({ name: "Macrocell", extensions: ["mc", "gz"] });
    expect(dialogFilters([], "win32")).toEqual([{ name: "All files", extensions: ["*"] }]);
  });

  test.each([
    ["/a/gun", "/a/gun.rle"],
    ["/a/gun.rle", "/a/gun.rle"],
    ["/a/gun.RLE.GZ", "/a/gun.RLE.GZ"],
    ["/a/gun.mc", "/a/gun.mc"],
    ["/a/notes.txt", "/a/notes.txt"],
    ["/a/gun-v1.5", "/a/gun-v1.5.rle"],
    ["/a.b/gun", "/a.b/gun.rle"],
    ["/a/.rle", "/a/.rle"],
  ])("%s is saved as %s", (chosen, path) => {
    expect(withEnding(chosen, types)).toBe(path);
  });

  test("an ending that is added never replaces a file unasked", async () => {
    const rig = startShell(await makeFolders());
    onTestFinished(() => rig.end());
    await put(rig.home, { "gun.rle": "before" });
    const pick = () => rig.services.handlers["files.pickSave"]({ types, name: "gun.rle", title: null });
    rig.saves.push(join(rig.home, "gun"), join(rig.home, "other"));
    rig.replaceAnswers.push(false);
    expect(await pick()).toMatchObject({ name: "other.rle" });
    rig.saves.push(join(rig.home, "gun"));
    rig.replaceAnswers.push(true);
    expect(await pick()).toMatchObject({ name: "gun.rle" });
    rig.saves.push(join(rig.home, "gun"));
    expect(await pick()).toBeNull();
  });
});

describe("graphics", () => {
  const on = { unsafeWebGpu: true };
  const names = (platform: NodeJS.Platform, env: Record<string, string>) =>
    graphicsSwitches(on, platform, env).map(({ name }) => name);

  test("switches are for X11 and other systems, never for Wayland", () => {
    expect(graphicsSwitches({ unsafeWebGpu: false }, "linux", { DISPLAY: ":0" })).toEqual([]);
    expect(names("linux", { DISPLAY: ":0" })).toEqual([
      "enable-unsafe-webgpu",
      "ignore-gpu-blocklist",
      "enable-features",
    ]);
    expect(names("linux", { DISPLAY: ":0", WAYLAND_DISPLAY: "wayland-0" })).toEqual([]);
    expect(names("linux", { XDG_SESSION_TYPE: "wayland" })).toEqual([]);
    expect(names("win32", {})).toEqual(["enable-unsafe-webgpu", "ignore-gpu-blocklist"]);
  });

  test("a start that never showed its window turns the setting off", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tessella-launch-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const start = () => new LaunchStore(new JsonFile(join(folder, "launch.json"), LaunchSchema));
    expect(start().current).toEqual({ unsafeWebGpu: false });
    await writeFile(join(folder, "launch.json"), JSON.stringify(on));
    const good = start();
    expect(good.current).toEqual(on);
    await good.begin();
    await good.shown();
    const bad = start();
    expect(bad.current).toEqual(on);
    await bad.begin();
    const after = start();
    expect(after.current).toEqual({ unsafeWebGpu: false });
    await after.begin();
    expect(start().current).toEqual({ unsafeWebGpu: false });
  });
});

describe("power", () => {
  test("is held from the first to the last", () => {
    const turned: boolean[] = [];
    const holds = new PowerHolds((state) => turned.push(state));
    holds.release("run");
    holds.hold("run");
    holds.hold("export");
    holds.release("run");
    holds.release("run");
    expect(turned).toEqual([true]);
    holds.release("export");
    expect(turned).toEqual([true, false]);
    holds.hold("run");
    holds.releaseAll();
    holds.releaseAll();
    expect(turned).toEqual([true, false, true, false]);
  });
});

describe("licences", () => {
  test("a module belongs to the innermost package", () => {
    expect(packageFolderOf("/w/node_modules/idb/build/index.js")).toBe(join("/w/node_modules/idb"));
    expect(packageFolderOf("\0/w/node_modules/@scope/a/x.js?commonjs")).toBe(
      join("/w/node_modules/@scope/a"),
    );
    expect(packageFolderOf("/w/node_modules/a/node_modules/b/i.js")).toBe(
      join("/w/node_modules/a/node_modules/b"),
    );
    expect(packageFolderOf("/w/renderer/app.ts")).toBeNull();
  });

  test("a notice has name, version and text", async () => {
    const text = await noticesFor([join(import.meta.dirname, "../../node_modules/idb")]);
    expect(text).toMatch(/idb 8\.0\.4 \(ISC\)/);
    expect(text).toMatch(/Permission to use, copy, modify/);
  });
});

test("file addresses are read on every system", () => {
  const path = join(tmpdir(), "a b.rle");
  expect(filesAmong(["x", pathToFileURL(path).href], { cwd: "/", packaged: true })).toEqual([path]);
});
