import { string } from "valibot";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BrowserDatabase } from "../../../renderer/host/browser-database.ts";
import { browserHost } from "../../../renderer/host/browser-host.ts";
import type { Host, HostFile, HostFolder, OpenRequest } from "../../../renderer/host/host.ts";
import { MAX_FOLDER_FILES, MAX_RECENT_FILES } from "../../../renderer/host/host.ts";
import { describeHost } from "./host-contract.ts";
import { describePlainHost, fileInFolder } from "./plain-host-contract.ts";
import { PlayedBrowser, PlayedFile, PlayedFolder, playedPlainRig, playedRig } from "./played-browser.ts";

describeHost("a browser in memory", playedRig);

const ascii = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | null | undefined): string => new TextDecoder().decode(bytes ?? undefined);
const types = [{ label: "RLE pattern", extensions: [".rle"] }];

describe("a browser's host with handles", () => {
  let browser: PlayedBrowser;
  let host: Host;

  beforeEach(() => {
    browser = new PlayedBrowser();
    host = browser.host();
  });

  const pickFolder = async (purpose: "read" | "write", folder: PlayedFolder): Promise<HostFolder> => {
    browser.folders.push(folder);
    return (await host.folders.pick(purpose, "frames")) as HostFolder;
  };

  test("asks for what each purpose needs, and nothing more", async () => {
    const folder = new PlayedFolder("guns");
    await pickFolder("read", folder);
    await pickFolder("write", folder);
    browser.opens.push([folder.file("a.rle", ascii("o!"))]);
    await host.files.pickOpen({ types, several: true });
    browser.saves.push(folder.file("b.rle", ascii("")));
    await host.files.pickSave({ types, name: "b.rle" });
    const pickerTypes = [{ description: "RLE pattern", accept: { "application/x-tessella": [".rle"] } }];
    expect(browser.asked).toEqual([
      { id: "folders", mode: "read" },
      { id: "folders", mode: "readwrite" },
      { id: "patterns", types: pickerTypes, multiple: true },
      { id: "patterns", types: pickerTypes, suggestedName: "b.rle" },
    ]);
    expect(await host.folders.pick("read", "dismissed")).toBeNull();
    expect(host.platform.capabilities).toEqual({
      folderWrites: "folder",
      recentFiles: true,
      revealFiles: false,
      nativeMenu: false,
    });
  });

  test("a picker that does not come is a failure, not a dismissed dialog", async () => {
    browser.broken = true;
    await expect(browser.host().files.pickOpen({ types })).rejects.toMatchObject({ code: "io" });
  });

  test("a file on a disk that asks is read once the person allows it", async () => {
    const file = browser.disk.file("a.rle", ascii("o!"));
    let allowed: PermissionState = "denied";
    file.queryPermission = async () => allowed;
    file.requestPermission = async () => allowed;
    browser.opens.push([file]);
    const opened = (await host.files.pickOpen({ types }))[0] as HostFile;
    expect(await host.files.asks(opened)).toBe(true);
    await expect(host.files.read(opened)).rejects.toThrow('The browser may not read "a.rle".');
    await expect(host.files.write(opened, ascii("2o!"))).rejects.toThrow('may not change "a.rle"');
    file.requestPermission = async () => "granted";
    expect(textOf(await host.files.read(opened))).toBe("o!");
    allowed = "granted";
    expect(await host.files.asks(opened)).toBe(false);
    file.bytes = null;
    await expect(host.files.read(opened)).rejects.toMatchObject({ code: "not-found" });
    await expect(host.files.stamp(opened)).rejects.toMatchObject({ code: "not-found" });
  });

  test("says how much of a file it has read, and takes what comes behind a place", async () => {
    browser.opens.push([browser.disk.file("long.rle", new Uint8Array(2 ** 23 + 3).fill(1))]);
    const [file] = await host.files.pickOpen({ types });
    const read: number[][] = [];
    const onProgress = (done: number, all: number): unknown => read.push([done, all]);
    await host.files.read(file as HostFile, { onProgress });
    expect(read).toEqual([
      [2 ** 23, 2 ** 23 + 3],
      [2 ** 23 + 3, 2 ** 23 + 3],
    ]);
    expect([...(await host.files.read(file as HostFile, { from: 2 ** 23 + 1 }))]).toEqual([1, 1]);
    expect(await host.files.read(file as HostFile, { from: 2 ** 23 + 3 })).toHaveLength(0);
    await expect(host.files.read(file as HostFile, { from: 2 ** 23 + 4 })).rejects.toThrow(
      /ends before byte/,
    );
  });

  test("a frame in a folder is made when it is whole; a film grows in place, and leaves nothing when given up", async () => {
    const folder = new PlayedFolder("frames");
    const target = host.folders.target(await pickFolder("write", folder));
    const names = () => [...folder.entries.keys()];
    const small = await target.begin("small.pbm");
    await small.write(ascii("P1"));
    expect(names()).toEqual([]);
    await small.abort();
    const film = await target.begin("film.webm");
    await film.write(new Uint8Array(2 ** 23));
    expect(names()).toEqual([]);
    await film.write(ascii("more"));
    expect(names()).toEqual(["film.webm"]);
    await film.abort();
    expect(names()).toEqual([]);
    const kept = await target.begin("kept.webm");
    await kept.write(new Uint8Array(2 ** 23).fill(1));
    await kept.write(Uint8Array.of(2, 2));
    await kept.write(Uint8Array.of(9), 0);
    await kept.write(Uint8Array.of(3));
    await expect(kept.write(Uint8Array.of(1), 2 ** 23 + 4)).rejects.toThrow(/cannot be written at byte/);
    await kept.commit();
    // Too late for that.
    await kept.abort();
    const { bytes, open } = await folder.getFileHandle("kept.webm");
    expect([bytes?.length, bytes?.[0], bytes?.[1], bytes?.at(-2), bytes?.at(-1)]).toEqual([
      2 ** 23 + 3,
      9,
      1,
      2,
      3,
    ]);
    expect(open).toBe(0);
  });

  test("a file that was there before stays when its successor is given up", async () => {
    const folder = new PlayedFolder("frames");
    folder.file("film.webm", ascii("old"));
    const writer = await host.folders.target(await pickFolder("write", folder)).begin("film.webm");
    await writer.write(new Uint8Array(2 ** 23 + 1));
    await writer.abort();
    expect(textOf((await folder.getFileHandle("film.webm")).bytes)).toBe("old");
    const refusing = folder.file("asked.pbm", ascii("P1"));
    refusing.queryPermission = async () => "prompt";
    refusing.requestPermission = async () => "denied";
    const frame = await host.folders.target(await pickFolder("write", folder)).begin("asked.pbm");
    await expect(frame.commit()).rejects.toThrow('may not change "asked.pbm"');
    expect(textOf(refusing.bytes)).toBe("P1");
  });

  test("a folder of more files than a person can look through is refused", async () => {
    const folder = new PlayedFolder("many");
    for (let i = 0; i <= MAX_FOLDER_FILES; i++) folder.entries.set(`${i}`, new PlayedFile(`${i}.rle`));
    expect(await host.folders.list(await pickFolder("read", folder), [".mc"])).toEqual([]);
    await expect(host.folders.list(await pickFolder("read", folder), [".rle"])).rejects.toThrow(
      `The folder "many" holds more than 20,000 such files.`,
    );
  });

  test("of dropped things it takes the files: with handles where there are any, else as copies", async () => {
    const handle = browser.disk.file("dropped.rle", ascii("o!"));
    const item = (name: string, entry: object | null | Error) => ({
      kind: "file",
      getAsFile: () => new File(["2o!"], name),
      getAsFileSystemHandle: async () => {
        if (entry instanceof Error) throw entry;
        return entry;
      },
    });
    const plain = { kind: "file", getAsFile: () => new File(["3o!"], "plain.rle") };
    const nothing = { kind: "file", getAsFile: () => null };
    const items = [
      item("dropped.rle", handle),
      item("copy.rle", null),
      item("refused.rle", new Error("no")),
      item("folder", browser.disk),
      plain,
      nothing,
      { kind: "string", getAsFile: () => new File(["x"], "text") },
    ];
    const files = await host.files.dropped({ items } as unknown as DataTransfer);
    expect(files.map(({ name, writable }) => [name, writable])).toEqual([
      ["dropped.rle", true],
      ["copy.rle", false],
      ["refused.rle", false],
      ["plain.rle", false],
    ]);
    expect(textOf(await host.files.read(files[1] as HostFile))).toBe("2o!");
    expect(await host.files.stamp(files[1] as HostFile)).toBe("copy");
    await expect(host.files.write(files[1] as HostFile, ascii("x"))).rejects.toThrow(
      /cannot write "copy.rle"/,
    );
  });

  test("keeps as many recent files as the list shows, each once, the last opened first", async () => {
    const files = Array.from({ length: MAX_RECENT_FILES + 1 }, (_, i) =>
      browser.disk.file(`${i}.rle`, ascii("")),
    );
    browser.opens.push(files, files.slice(1, 2));
    for (const file of await host.files.pickOpen({ types, several: true })) await host.recent.add(file);
    const [again] = await host.files.pickOpen({ types });
    await host.recent.add(again as HostFile);
    const names = (await host.recent.list()).map(({ name }) => name);
    expect(names).toHaveLength(MAX_RECENT_FILES);
    expect(names.slice(0, 2)).toEqual(["1.rle", `${MAX_RECENT_FILES}.rle`]);
    expect(names).not.toContain("0.rle");
  });

  test("hears of the files with which it is started, and of later ones", async () => {
    const requests: OpenRequest[] = [];
    host.openRequests.subscribe((request) => requests.push(request));
    browser.launch?.({});
    browser.launch?.({ files: [browser.disk.file("a.rle", ascii("")), browser.disk] });
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]).toMatchObject({ source: "later", files: [{ name: "a.rle" }] });
    const next = browser.host();
    next.openRequests.subscribe((request) => requests.push(request));
    browser.launch?.({ files: [browser.disk.file("b.rle", ascii(""))] });
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    expect(requests[1]).toMatchObject({ source: "start", files: [{ name: "b.rle" }] });
  });

  test("a copy of an ended tab goes to the first one that takes it, which the others hear of", async () => {
    const copy = { title: "t", note: null, bytes: ascii("x") };
    const pieces = ["a", "b"].map((name) => ({ name, bytes: ascii(name) }));
    await host.autosave.put({ id: "doc", ...copy, pieces });
    expect(await host.autosave.recoverable()).toEqual([]);
    expect(await browser.host().autosave.recoverable()).toEqual([]);
    // What is not sent again stays; what is not named goes.
    await host.autosave.put({ id: "doc", ...copy, pieces: [{ name: "b", bytes: null }] });
    expect(browser.storage.keys("snapshotBytes")).toEqual(["doc", "doc.b"]);
    browser.locks.held.clear();
    const [one, two] = [browser.host(), browser.host()];
    const [found] = await one.autosave.recoverable();
    expect(found).toMatchObject({ id: "doc", title: "t", note: null, size: 2 });
    const told: string[] = [];
    two.autosave.onClaim((id) => told.push(id));
    expect(await one.autosave.claim("doc")).toBe(true);
    expect(await two.autosave.claim("doc")).toBe(false);
    expect(await one.autosave.claim("doc")).toBe(true);
    expect(await two.autosave.claim("gone")).toBe(false);
    await vi.waitFor(() => expect(told).toEqual(["doc", "doc"]));
    expect(await two.autosave.recoverable()).toEqual([]);
    const read = await one.autosave.read("doc");
    expect([textOf(read.bytes), ...read.pieces.map(({ name, bytes }) => name + textOf(bytes))]).toEqual([
      "x",
      "bb",
    ]);
    await one.autosave.delete("doc");
    expect([...browser.storage.keys("snapshotBytes"), ...browser.storage.keys("snapshotHeads")]).toEqual([]);
    await expect(one.autosave.read("doc")).rejects.toMatchObject({ code: "not-found" });
  });

  test("the latest autosaved copy comes first", async () => {
    const now = vi.spyOn(Date, "now");
    for (const [id, time] of Object.entries({ a: 5, b: 9, c: 7 })) {
      now.mockReturnValue(time);
      await host.autosave.put({ id, title: id, note: null, bytes: ascii(""), pieces: [] });
    }
    now.mockRestore();
    browser.locks.held.clear();
    const found = await browser.host().autosave.recoverable();
    expect(found.map(({ id, saved }) => [id, saved])).toEqual([
      ["b", 9],
      ["c", 7],
      ["a", 5],
    ]);
  });

  test("an export keeps the screen on while the page is seen, and any work its lock while it lasts", async () => {
    const locks = (reason: string) =>
      [...browser.locks.held].filter((name) => name.startsWith(`tessella.${reason}.`));
    const run = host.power.hold("run");
    expect([locks("run").length, browser.wakeLocks]).toEqual([1, 0]);
    const [first, second] = [host.power.hold("export"), host.power.hold("export")];
    await vi.waitFor(() => expect(browser.wakeLocks).toBe(1));
    first();
    first();
    await vi.waitFor(() => expect(locks("export")).toHaveLength(1));
    expect(browser.wakeLocks).toBe(1);
    second();
    run();
    await vi.waitFor(() =>
      expect([browser.wakeLocks, locks("export").length, locks("run").length]).toEqual([0, 0, 0]),
    );
    browser.visible = false;
    const hidden = host.power.hold("export");
    await vi.waitFor(() => expect(locks("export")).toHaveLength(1));
    expect(browser.wakeLocks).toBe(0);
    browser.visible = true;
    browser.heard.get("visibilitychange")?.(new Event("visibilitychange"));
    await vi.waitFor(() => expect(browser.wakeLocks).toBe(1));
    hidden();
    await vi.waitFor(() => expect(browser.wakeLocks).toBe(0));
    // One that ends before the browser has answered.
    host.power.hold("export")();
    await vi.waitFor(() => expect(browser.wakeLocks).toBe(0));
  });

  test("the title has a dot, and leaving asks, while something is unsaved", () => {
    const leave = () => {
      const event = new Event("beforeunload", { cancelable: true });
      browser.heard.get("beforeunload")?.(event);
      return event.defaultPrevented;
    };
    host.window.show({ title: "gun.rle", unsaved: true });
    expect([browser.title, leave()]).toEqual(["• gun.rle", true]);
    host.window.show({ title: "gun.rle", unsaved: false });
    expect([browser.title, leave()]).toEqual(["gun.rle", false]);
  });

  test.each([
    ["MacIntel", "mac"],
    ["Win32", "windows"],
    ["Linux x86_64", "linux"],
    ["FreeBSD", "other"],
  ])("a browser on %s runs on %s", (platform, os) => {
    const window = {
      document: { addEventListener: () => {} },
      navigator: { platform, userAgent: "Played" },
    };
    expect(browserHost(window as never, new BrowserDatabase()).platform.os).toBe(os);
  });

  test("a browser without a storage says so, and the preferences are the usual ones", async () => {
    const database = new BrowserDatabase();
    await expect(database.use("Autosave", (db) => db.getAll("files"))).rejects.toThrow(
      "Autosave failed: the browser's storage cannot be used.",
    );
    const missing = { key: "k", version: 1, schema: string(), fallback: "usual" };
    const window = { document: { addEventListener: () => {} }, navigator: { platform: "", userAgent: "" } };
    const preferences = browserHost(window as never, database).preferences;
    expect(await preferences.load(missing)).toBe("usual");
    await expect(preferences.update(missing, () => "x")).rejects.toThrow(/Saving preferences failed/);
    await database.close();
  });
});

describePlainHost("a browser in memory", playedPlainRig);

describe("inputs and downloads in a browser in memory", () => {
  let browser: PlayedBrowser;
  let host: Host;

  beforeEach(() => {
    // A download's bytes are freed a minute later.
    vi.useFakeTimers();
    browser = new PlayedBrowser();
    host = browser.host(false);
  });
  afterEach(() => void vi.useRealTimers());

  test("an input is of the kind that is asked for", async () => {
    await host.files.pickOpen({ types, several: true });
    await host.files.pickOpen({ types });
    expect(browser.clicked).toMatchObject([
      { type: "file", multiple: true, hidden: true },
      { type: "file", multiple: false, hidden: true },
    ]);
    for (const input of browser.clicked) expect(input).not.toHaveProperty("webkitdirectory");
  });

  test("a folder's input asks for a whole one, which must not be too large, and does not come back", async () => {
    browser.chosen = [fileInFolder("guns/a.rle")];
    const folder = (await host.folders.pick("read", "patterns")) as HostFolder;
    expect(browser.clicked).toMatchObject([{ type: "file", multiple: true, webkitdirectory: true }]);
    browser.chosen = [];
    expect(await host.folders.pick("read", "patterns")).toBeNull();
    const path = { name: "a.rle", webkitRelativePath: "many/a.rle" } as File;
    browser.chosen = new Array<File>(MAX_FOLDER_FILES + 1).fill(path);
    const many = (await host.folders.pick("read", "patterns")) as HostFolder;
    await expect(host.folders.list(many, [".rle"])).rejects.toThrow('The folder "many" holds more than');
    expect(await host.folders.list(many, [".mc"])).toEqual([]);
    await host.folders.remember(folder);
    expect(await host.folders.remembered()).toBeNull();
  });

  test("keeps a download's bytes for as long as it may take to start, and not for ever", async () => {
    const revoked = vi.spyOn(URL, "revokeObjectURL");
    await host.files.write((await host.files.pickSave({ types, name: "a.rle" })) as HostFile, ascii("o!"));
    vi.advanceTimersByTime(59_000);
    expect(revoked).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(revoked).toHaveBeenCalledTimes(1);
    revoked.mockRestore();
  });
});
