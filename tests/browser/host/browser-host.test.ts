import { describe, expect, onTestFinished, test, vi } from "vitest";
import { browserClipboard } from "../../../renderer/host/browser-clipboard.ts";
import { BrowserDatabase } from "../../../renderer/host/browser-database.ts";
import { browserHost } from "../../../renderer/host/browser-host.ts";
import { chooseHost } from "../../../renderer/host/choose-host.ts";
import type { HostFile, HostFolder, OpenRequest } from "../../../renderer/host/host.ts";
import { describeHost } from "../../renderer/host/host-contract.ts";
import { describePlainHost } from "../../renderer/host/plain-host-contract.ts";
import type { BrowserRig } from "./browser-rig.ts";
import { browserRig, bytesAt, namesBelow, PlayedWindow, plainBrowserRig, putFile } from "./browser-rig.ts";

const ascii = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

describeHost("browser", browserRig);

describe("browser host with file handles", () => {
  const start = async (): Promise<BrowserRig> => {
    const rig = await browserRig();
    onTestFinished(() => rig.end());
    return rig;
  };
  const openFile = async (rig: BrowserRig, handle: FileSystemFileHandle): Promise<HostFile> => {
    rig.played.opens.push([handle]);
    return (await rig.host.files.pickOpen({ types: [] }))[0] as HostFile;
  };
  /** A handle of a disk that asks for permission first. */
  const asking = (handle: FileSystemFileHandle, answer: PermissionState): FileSystemFileHandle =>
    Object.assign(handle, {
      queryPermission: async () => "prompt" as const,
      requestPermission: vi.fn(async () => answer),
    });

  test("asks for permission when a file is read or written, and says so when it is not given", async () => {
    const rig = await start();
    const willing = asking(await putFile(rig.home, "yes.rle", ascii("o!")), "granted");
    const yes = await openFile(rig, willing);
    expect(textOf(await rig.host.files.read(yes))).toBe("o!");
    const unwilling = asking(await putFile(rig.home, "no.rle", ascii("o!")), "denied");
    const no = await openFile(rig, unwilling);
    await expect(rig.host.files.read(no)).rejects.toThrow('The browser may not read "no.rle".');
    await expect(rig.host.files.write(no, ascii("x"))).rejects.toThrow(
      'The browser may not change "no.rle".',
    );
    expect(textOf((await bytesAt(rig.home, "no.rle")) ?? undefined)).toBe("o!");
  });

  test("says that a file is gone", async () => {
    const rig = await start();
    const file = await openFile(rig, await putFile(rig.home, "gone.rle", ascii("o!")));
    await rig.home.removeEntry("gone.rle");
    await expect(rig.host.files.read(file)).rejects.toMatchObject({ code: "not-found" });
  });

  test("a file that is given up leaves no empty one behind", async () => {
    const rig = await start();
    await rig.answerFolder({});
    const folder = (await rig.host.folders.pick("write", "frames")) as HostFolder;
    const target = rig.host.folders.target(folder);
    const small = await target.begin("small.pbm");
    await small.write(ascii("P1"));
    expect(await namesBelow(rig.home)).not.toContain("small.pbm");
    await small.abort();
    const large = await target.begin("large.webm");
    await large.write(new Uint8Array(6_000_000));
    await large.write(new Uint8Array(6_000_000));
    await large.abort();
    expect(await namesBelow(rig.home)).toEqual(["folder-1"]);
    const kept = await target.begin("kept.webm");
    await kept.write(new Uint8Array(6_000_000).fill(1));
    await kept.write(new Uint8Array(6_000_000).fill(2));
    await kept.write(Uint8Array.of(9), 0);
    await kept.commit();
    const [entry] = await rig.host.folders.list(folder, []);
    const bytes = await rig.host.files.read(entry?.file as HostFile);
    expect([bytes.length, bytes[0], bytes[1], bytes.at(-1)]).toEqual([12_000_000, 9, 1, 2]);
  });

  test("a tab that still runs keeps what it autosaved to itself", async () => {
    const rig = await start();
    await rig.host.autosave.put({ id: "doc", title: "t", note: null, bytes: ascii("x"), pieces: [] });
    // The lock is asked for when the host is made, and had soon after.
    await vi.waitFor(async () => {
      const { held = [] } = await navigator.locks.query();
      expect(held.some(({ name }) => name?.startsWith("tessella.session."))).toBe(true);
    });
    expect(await rig.secondTab().autosave.recoverable()).toEqual([]);
    const next = await rig.restart();
    expect(await next.autosave.recoverable()).toHaveLength(1);
  });

  test("a copy of an ended tab goes to the first one that takes it", async () => {
    const rig = await start();
    await rig.host.autosave.put({ id: "doc", title: "t", note: null, bytes: ascii("x"), pieces: [] });
    const [one, two] = [await rig.restart(), rig.secondTab()];
    await vi.waitFor(async () => expect((await one.sessions.living()).has(two.sessions.id)).toBe(true));
    await vi.waitFor(async () => expect((await two.sessions.living()).has(one.sessions.id)).toBe(true));
    for (const tab of [one, two]) expect(await tab.autosave.recoverable()).toHaveLength(1);
    const told: string[] = [];
    one.autosave.onClaim((id) => told.push(`one: ${id}`));
    two.autosave.onClaim((id) => told.push(`two: ${id}`));
    expect(await one.autosave.claim("doc")).toBe(true);
    expect(await two.autosave.claim("doc")).toBe(false);
    expect(await one.autosave.claim("doc")).toBe(true);
    expect(await two.autosave.recoverable()).toEqual([]);
    expect(await two.autosave.claim("gone")).toBe(false);
    await vi.waitFor(() => expect(told).toEqual(["two: doc", "two: doc"]));
  });

  test("takes the files that an installed application is started with", async () => {
    const rig = await start();
    const handle = await putFile(rig.home, "launched.rle", ascii("o!"));
    rig.played.launch?.({ files: [handle] });
    const requests: OpenRequest[] = [];
    rig.host.openRequests.subscribe((request) => requests.push(request));
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]).toMatchObject({ source: "start", files: [{ name: "launched.rle" }] });
  });

  test("drops become handles where the browser has them, else copies; folders are left out", async () => {
    const rig = await start();
    const handle = await putFile(rig.home, "dropped.rle", ascii("o!"));
    const item = (name: string, entry: FileSystemHandle | null) => ({
      kind: "file",
      getAsFile: () => new File(["2o!"], name),
      getAsFileSystemHandle: async () => entry,
    });
    const items = [
      item("dropped.rle", handle),
      item("copy.rle", null),
      item("folder", rig.home),
      { kind: "string" },
    ];
    const files = await rig.host.files.dropped({ items } as unknown as DataTransfer);
    expect(files.map(({ name, writable }) => [name, writable])).toEqual([
      ["dropped.rle", true],
      ["copy.rle", false],
    ]);
    expect(textOf(await rig.host.files.read(files[1] as HostFile))).toBe("2o!");
    await expect(rig.host.files.write(files[1] as HostFile, ascii("x"))).rejects.toMatchObject({
      code: "unsupported-operation",
    });
  });
});

describePlainHost("browser host", plainBrowserRig);

describe("browser host, the rest", () => {
  test("warns before the page is left only while something is unsaved", async () => {
    const played = new PlayedWindow();
    const host = browserHost(played.asWindow(false), new BrowserDatabase(`w-${crypto.randomUUID()}`));
    const title = document.title;
    const leave = (): boolean => {
      const event = new Event("beforeunload", { cancelable: true });
      window.dispatchEvent(event);
      return !event.defaultPrevented;
    };
    host.window.show({ title: "gun.rle", unsaved: true });
    expect(document.title).toBe("• gun.rle");
    expect(leave()).toBe(false);
    host.window.show({ title: "gun.rle", unsaved: false });
    expect(document.title).toBe("gun.rle");
    expect(leave()).toBe(true);
    document.title = title;
  });

  test("goes on without a database, and says what fails", async () => {
    const database = new BrowserDatabase("refused");
    const refuse = vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    const host = browserHost(new PlayedWindow().asWindow(true), database);
    const kind = { key: "k", version: 1, schema: (await import("valibot")).string(), fallback: "f" };
    expect(await host.preferences.load(kind)).toBe("f");
    await expect(host.preferences.update(kind, () => "x")).rejects.toThrow(/Saving preferences failed/);
    await expect(host.autosave.recoverable()).rejects.toMatchObject({ code: "io" });
    refuse.mockRestore();
  });

  test("copy and paste work within the studio where the browser keeps the clipboard", async () => {
    const refusing = {
      readText: () => Promise.reject(new DOMException("no", "NotAllowedError")),
      writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")),
    } as unknown as Clipboard;
    const clipboard = browserClipboard(document, refusing);
    await expect(clipboard.readText()).rejects.toMatchObject({ code: "unsupported-operation" });
    const button = document.createElement("button");
    document.body.append(button);
    button.focus();
    await clipboard.writeText("o!").catch(() => undefined);
    expect(await clipboard.readText()).toBe("o!");
    expect(document.activeElement).toBe(button);
    expect(document.querySelector("textarea")).toBeNull();
    button.remove();
    await expect(clipboard.writePng(Uint8Array.of(1))).rejects.toMatchObject({
      code: "unsupported-operation",
    });
  });

  test("holds a lock while something runs, so that a hidden tab is not frozen", async () => {
    const host = browserHost(
      new PlayedWindow().asWindow(true),
      new BrowserDatabase(`p-${crypto.randomUUID()}`),
    );
    const held = async (): Promise<number> =>
      ((await navigator.locks.query()).held ?? []).filter(({ name }) => name?.startsWith("tessella.run."))
        .length;
    const release = host.power.hold("run");
    await vi.waitFor(async () => expect(await held()).toBe(1));
    release();
    await vi.waitFor(async () => expect(await held()).toBe(0));
  });

  test("is the host of a page without a bridge", async () => {
    expect((await chooseHost(window)).platform.capabilities.nativeMenu).toBe(false);
    const bridge = {
      os: "mac",
      version: "Electron 0",
      call: vi.fn(),
      dropped: vi.fn(),
      subscribe: () => () => {},
    };
    const host = await chooseHost({ ...new PlayedWindow().asWindow(true), tessella: bridge } as never);
    expect(host.platform).toMatchObject({ version: "Electron 0", os: "mac" });
  });
});
