// The host contract through the whole way that a call takes: Electron host, bridge, gate, services, real files.

import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { electronHost } from "../../renderer/host/electron-host.ts";
import type { HostFile, OpenRequest } from "../../renderer/host/host.ts";
import type { HostRig } from "../renderer/host/host-contract.ts";
import { describeHost } from "../renderer/host/host-contract.ts";
import type { ShellRig } from "./shell-rig.ts";
import { bytesAt, makeFolders, put, startShell, temporaryFiles, watchFlushes } from "./shell-rig.ts";

async function electronRig(): Promise<HostRig> {
  const folders = await makeFolders();
  const rig = startShell(folders);
  const { home } = rig;
  let picked = 0;
  return {
    host: electronHost(rig.connect()),
    answerOpen: async (files) => {
      await put(home, files);
      rig.opens.push(Object.keys(files).map((name) => join(home, name)));
    },
    answerSave: async (name) => void rig.saves.push(join(home, name)),
    answerFolder: async (files) => {
      const folder = join(home, `folder-${++picked}`);
      await put(folder, { ".keep": "", ...files });
      rig.folderPicks.push(folder);
    },
    bytesAt: (name) => bytesAt(join(home, name)),
    leftovers: () => temporaryFiles(home),
    restart: async () => {
      await rig.services.settled();
      return electronHost(rig.restart().connect());
    },
    end: () => rig.end(),
  };
}

describeHost("electron", electronRig);

describe("electron host", () => {
  const start = async (): Promise<ShellRig> => {
    const rig = startShell(await makeFolders());
    onTestFinished(() => rig.end());
    return rig;
  };

  test("has the system's own menu and its recent files, and shows files in their folder", async () => {
    const rig = await start();
    expect(electronHost(rig.connect()).platform.capabilities).toEqual({
      folderWrites: "folder",
      recentFiles: true,
      revealFiles: true,
      nativeMenu: true,
    });
  });

  test("hands over what waited, once, and what comes later", async () => {
    const rig = await start();
    rig.queue.push(["/a.rle"], "start");
    const host = electronHost(rig.connect());
    const requests: OpenRequest[] = [];
    host.openRequests.subscribe((request) => requests.push(request));
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    rig.queue.push(["/b.rle"], "later");
    expect(requests.map(({ source, files }) => [source, files[0]?.name])).toEqual([
      ["start", "a.rle"],
      ["later", "b.rle"],
    ]);
  });

  test("requests wait for the next page when one goes away", async () => {
    const rig = await start();
    const gone = electronHost(rig.connect());
    gone.openRequests.subscribe(() => {});
    // Calls are answered in their order: when this one is, the subscription has arrived.
    await gone.clipboard.readText();
    await rig.services.pageGone();
    rig.queue.push(["/c.rle"], "later");
    const requests: OpenRequest[] = [];
    electronHost(rig.connect()).openRequests.subscribe((request) => requests.push(request));
    await vi.waitFor(() => expect(requests).toHaveLength(1));
  });

  test("the guard decides about closing, as late as it likes", async () => {
    const rig = await start();
    const host = electronHost(rig.connect());
    expect(rig.guard.request()).toBe(true);
    const decisions: ((close: boolean) => void)[] = [];
    const unguard = host.window.guardClose(() => new Promise((resolve) => decisions.push(resolve)));
    await host.clipboard.readText();
    expect(rig.guard.request()).toBe(false);
    await vi.waitFor(() => expect(decisions).toHaveLength(1));
    // Asked again while the user still thinks: once is enough.
    expect(rig.guard.request()).toBe(false);
    decisions.shift()?.(false);
    await vi.waitFor(() => expect(rig.guardCalls.stay).toHaveBeenCalledTimes(1));
    expect(rig.guardCalls.close).not.toHaveBeenCalled();
    expect(rig.guard.request()).toBe(false);
    await vi.waitFor(() => expect(decisions).toHaveLength(1));
    decisions.shift()?.(true);
    await vi.waitFor(() => expect(rig.guardCalls.close).toHaveBeenCalledTimes(1));
    unguard();
    await vi.waitFor(() => expect(rig.guard.request()).toBe(true));
  });

  test("a guard that fails keeps the window", async () => {
    const rig = await start();
    const host = electronHost(rig.connect());
    const complain = vi.spyOn(console, "error").mockImplementation(() => {});
    host.window.guardClose(() => Promise.reject(new Error("mine")));
    await vi.waitFor(() => expect(rig.guard.request()).toBe(false));
    await vi.waitFor(() => expect(rig.guardCalls.stay).toHaveBeenCalled());
    complain.mockRestore();
  });

  test("menu choices arrive, and window, menu and power calls pass", async () => {
    const rig = await start();
    const host = electronHost(rig.connect());
    const chosen = vi.fn();
    host.menu.subscribe(chosen);
    rig.emit({ type: "menu", id: "edit.copy" });
    expect(chosen).toHaveBeenCalledWith("edit.copy");
    host.window.show({ title: "gun.rle", unsaved: true });
    host.window.editText("paste");
    host.menu.show([{ kind: "submenu", label: "File", items: [{ kind: "separator" }] }]);
    const release = host.power.hold("export");
    await vi.waitFor(() => expect(rig.awake).toEqual([true]));
    release();
    release();
    await vi.waitFor(() => expect(rig.awake).toEqual([true, false]));
    expect(rig.shell.window.show).toHaveBeenCalledWith({ title: "gun.rle", unsaved: true });
    expect(rig.shell.window.editText).toHaveBeenCalledWith("paste");
    expect(rig.shell.showMenu).toHaveBeenCalled();
    expect(rig.reports).toEqual([]);
  });

  test("dropped files become handles; folders and strangers do not", async () => {
    const rig = await start();
    await put(rig.home, { "dropped.rle": "o!", "folder/inner.rle": "o!" });
    const host = electronHost(rig.connect());
    const names = ["dropped.rle", "folder", "gone.rle"];
    const data = { files: names.map((name) => new File([], name)) } as unknown as DataTransfer;
    const [file, ...more] = await host.files.dropped(data);
    expect(more).toEqual([]);
    expect(file).toMatchObject({ name: "dropped.rle", writable: true });
    expect(await host.files.read(file as HostFile)).toHaveLength(2);
    await host.files.reveal(file as HostFile);
    expect(rig.shell.reveal).toHaveBeenCalledWith(join(rig.home, "dropped.rle"));
  });

  test("a file that changes between two pieces is refused, never mixed", async () => {
    const rig = await start();
    await put(rig.home, { "big.mc": new Uint8Array(20_000_000) });
    const host = electronHost(rig.connect());
    rig.opens.push([join(rig.home, "big.mc")]);
    const [file] = await host.files.pickOpen({ types: [] });
    let pieces = 0;
    const reading = host.files.read(file as HostFile, {
      onProgress: () => {
        if (++pieces === 1) void put(rig.home, { "big.mc": new Uint8Array(19_000_000) });
      },
    });
    await expect(reading).rejects.toThrow(/changed while it was being read/);
  });

  test("small files of a folder go over in one call each", async () => {
    const rig = await start();
    rig.folderPicks.push(rig.home);
    const bridge = rig.connect();
    const calls: string[] = [];
    const host = electronHost({
      ...bridge,
      call: (name, argument) => {
        calls.push(name);
        return bridge.call(name, argument);
      },
    });
    const folder = await host.folders.pick("write", "frames");
    const writer = await host.folders.target(folder!).begin("a.pbm");
    await writer.write(Uint8Array.of(1));
    await writer.write(Uint8Array.of(2));
    await writer.commit();
    expect(calls).toEqual(["folders.pick", "writers.whole"]);
    await expect(writer.commit()).rejects.toMatchObject({ code: "bad-argument" });
  });

  test("a saved file is flushed to the disk, whole or in pieces; frames of an export are not", async () => {
    const rig = await start();
    const host = electronHost(rig.connect());
    const flushed = await watchFlushes(() => null);
    onTestFinished(() => void vi.restoreAllMocks());
    rig.saves.push(join(rig.home, "small.rle"), join(rig.home, "large.mc"));
    for (const [name, size] of [
      ["small.rle", 3],
      ["large.mc", 5_000_000],
    ] as const) {
      const file = await host.files.pickSave({ types: [], name });
      await host.files.write(file as HostFile, new Uint8Array(size));
    }
    expect(flushed).toHaveLength(2);
    rig.folderPicks.push(rig.home);
    const folder = await host.folders.pick("write", "frames");
    const writer = await host.folders.target(folder!).begin("a.pbm");
    await writer.write(new Uint8Array(5_000_000));
    await writer.commit();
    expect(flushed).toHaveLength(2);
  });

  test("puts PNG images on the clipboard and nothing else", async () => {
    const rig = await start();
    const { clipboard } = electronHost(rig.connect());
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0);
    await clipboard.writePng(png);
    expect(rig.shell.clipboard.writePng).toHaveBeenCalledWith(png);
    await expect(clipboard.writePng(Uint8Array.of(1))).rejects.toThrow("no PNG");
  });
});
