import { unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { browserClipboard } from "../../../renderer/host/browser-clipboard.ts";
import { MOST_BYTES } from "../../../renderer/host/browser-copies.ts";
import { BrowserDatabase } from "../../../renderer/host/browser-database.ts";
import { browserHost } from "../../../renderer/host/browser-host.ts";
import { chooseHost } from "../../../renderer/host/choose-host.ts";
import type { Host, HostFile, HostFolder, OpenRequest } from "../../../renderer/host/host.ts";
import { describeHost } from "../../renderer/host/host-contract.ts";
import type { BrowserRig } from "./browser-rig.ts";
import { browserRig, bytesAt, namesBelow, PlayedWindow, putFile } from "./browser-rig.ts";

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

describe("browser host with nothing but inputs and downloads", () => {
  let host: Host;
  let downloads: { name: string; bytes: Promise<Uint8Array> }[];
  /** What the next file input is answered with; null is a dismissed dialog. */
  let chosen: File[] | null;
  let database: BrowserDatabase;
  let name: string;

  const onClick = (event: Event): void => {
    const { target } = event;
    if (target instanceof HTMLAnchorElement && target.download) {
      event.preventDefault();
      const bytes = fetch(target.href).then(async (response) => new Uint8Array(await response.arrayBuffer()));
      downloads.push({ name: target.download, bytes });
    }
    if (target instanceof HTMLInputElement && target.type === "file") {
      event.preventDefault();
      if (chosen === null) {
        target.dispatchEvent(new Event("cancel"));
        return;
      }
      const data = new DataTransfer();
      for (const file of chosen) data.items.add(file);
      target.files = data.files;
      target.dispatchEvent(new Event("change"));
    }
  };

  beforeEach(() => {
    downloads = [];
    chosen = null;
    name = `plain-${crypto.randomUUID()}`;
    database = new BrowserDatabase(name);
    host = browserHost(new PlayedWindow().asWindow(false), database);
    document.addEventListener("click", onClick);
  });
  afterEach(async () => {
    document.removeEventListener("click", onClick);
    await database.close();
    indexedDB.deleteDatabase(name);
  });

  test("says what it cannot do", () => {
    expect(host.platform.capabilities).toMatchObject({
      folderWrites: "zip",
      recentFiles: false,
    });
  });

  test("opens copies, and nothing when dismissed", async () => {
    chosen = [new File(["o!"], "a.rle"), new File(["bo!"], "b.rle")];
    const files = await host.files.pickOpen({ types: [], several: true });
    expect(files.map((file) => [file.name, file.writable])).toEqual([
      ["a.rle", false],
      ["b.rle", false],
    ]);
    expect(textOf(await host.files.read(files[1] as HostFile))).toBe("bo!");
    await host.recent.add(files[0] as HostFile);
    expect(await host.recent.list()).toEqual([]);
    chosen = null;
    expect(await host.files.pickOpen({ types: [] })).toEqual([]);
    expect(document.querySelector("input[type=file]")).toBeNull();
  });

  test("saves by a download, at the commit and not before", async () => {
    const file = (await host.files.pickSave({ types: [], name: "gun.rle" })) as HostFile;
    const writer = await host.files.create(file);
    await writer.write(ascii("....o!"));
    await writer.write(ascii("x =1"), 0);
    expect(downloads).toHaveLength(0);
    await writer.commit();
    expect(downloads.map((download) => download.name)).toEqual(["gun.rle"]);
    expect(textOf(await downloads[0]?.bytes)).toBe("x =1o!");
    const dropped = await host.files.create(file);
    await dropped.write(ascii("x"));
    await dropped.abort();
    expect(downloads).toHaveLength(1);
    expect(textOf(await host.files.read(file))).toBe("x =1o!");
    const empty = (await host.files.pickSave({ types: [], name: "new.rle" })) as HostFile;
    await expect(host.files.read(empty)).rejects.toMatchObject({ code: "not-found" });
  });

  test("keeps what was opened, dropped or downloaded for later sessions, but for files that are too large", async () => {
    const large = { name: "large.rle", bytes: new Uint8Array(MOST_BYTES + 1) };
    chosen = [new File(["o!"], "a.rle"), new File([large.bytes], large.name)];
    const opened = await host.files.pickOpen({ types: [], several: true });
    const saved = (await host.files.pickSave({ types: [], name: "gun.rle" })) as HostFile;
    await host.files.write(saved, ascii("x =1o!"));
    const items = [{ kind: "file", getAsFile: () => new File(["3o!"], "dropped.rle") }];
    const [dropped] = await host.files.dropped({ items } as unknown as DataTransfer);
    const ids: string[] = [];
    for (const file of [...opened, saved, dropped as HostFile]) {
      await host.recent.add(file);
      ids.push(file.id);
    }
    const later = browserHost(new PlayedWindow().asWindow(false), database);
    const found: unknown[] = [];
    for (const id of ids) {
      const file = await later.files.reopen(id).catch((error: Error) => error);
      if (file instanceof Error) found.push(file.message);
      else
        found.push([
          file.name,
          file.writable,
          textOf(await later.files.read(file)),
          await later.files.asks(file),
        ]);
    }
    expect(found).toEqual([
      ["a.rle", false, "o!", false],
      "large.rle was too large for the browser to keep: open it once more.",
      ["gun.rle", true, "x =1o!", false],
      ["dropped.rle", false, "3o!", false],
    ]);
    expect(await later.recent.list()).toEqual([]);
    await expect(later.files.reopen("unknown")).rejects.toMatchObject({ code: "not-found" });
  });

  test("hands a sequence over as one ZIP file", async () => {
    const folder = (await host.folders.pick("write", "life")) as HostFolder;
    expect(folder.name).toBe("life.zip");
    const target = host.folders.target(folder);
    for (const i of [0, 1]) {
      const writer = await target.begin(`life-${i}.pbm`);
      await writer.write(ascii(`P1 ${i} `.repeat(1000)));
      await writer.commit();
    }
    const dropped = await target.begin("life-2.pbm");
    await dropped.abort();
    const again = await target.begin("life-1.pbm");
    await expect(again.commit()).rejects.toMatchObject({ code: "bad-argument" });
    await expect(target.begin("../x")).rejects.toMatchObject({ code: "bad-argument" });
    expect(downloads).toHaveLength(0);
    await target.finish();
    expect(downloads.map((download) => download.name)).toEqual(["life.zip"]);
    const packed = (await downloads[0]?.bytes) as Uint8Array;
    const files = unzipSync(packed);
    expect(Object.keys(files)).toEqual(["life-0.pbm", "life-1.pbm"]);
    expect(textOf(files["life-1.pbm"])).toBe("P1 1 ".repeat(1000));
    expect(packed.length).toBeLessThan(1000);
  });

  test("drops a sequence that was stopped, and makes no empty ZIP", async () => {
    const folder = (await host.folders.pick("write", "life")) as HostFolder;
    const target = host.folders.target(folder);
    const writer = await target.begin("life-0.pbm");
    await writer.commit();
    await target.abandon();
    await host.folders.target(folder).finish();
    expect(downloads).toHaveLength(0);
  });

  test("reads a folder through an input", async () => {
    const inFolder = (path: string): File =>
      Object.defineProperty(new File([path], path.split("/").at(-1) as string), "webkitRelativePath", {
        value: path,
      });
    // An input makes its own file list; the folder's paths are put in afterwards, as a browser would have them.
    const paths = ["guns/z.rle", "guns/more/a.rle", "guns/notes.txt"];
    const pick = vi
      .spyOn(HTMLInputElement.prototype, "files", "get")
      .mockReturnValue(paths.map(inFolder) as unknown as FileList);
    chosen = [];
    const folder = (await host.folders.pick("read", "patterns")) as HostFolder;
    pick.mockRestore();
    expect(folder.name).toBe("guns");
    const found = await host.folders.list(folder, [".rle"]);
    expect(found.map(({ path, file }) => [...path, file.name].join("/"))).toEqual(["more/a.rle", "z.rle"]);
    expect(textOf(await host.files.read(found[0]?.file as HostFile))).toBe("guns/more/a.rle");
    expect(() => host.folders.target(folder)).toThrow(/only be read/);
  });
});

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
