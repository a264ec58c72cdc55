// The library as a part of the studio, over a host in memory: a folder in place, the person's own patterns in and out, and what it says.

import { strToU8, unzipSync, zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import type { Pattern } from "../../../engine/core/pattern.ts";
import { readPattern, writePattern } from "../../../engine/formats/pattern-file.ts";
import type { StudioDocument } from "../../../renderer/document/document.ts";
import type { CatalogueEntry } from "../../../renderer/library/facts.ts";
import { counted, listed, StudioLibrary } from "../../../renderer/library/studio-library.ts";
import type { StudioServices } from "../../../renderer/studio/services.ts";
import { MemoryHost } from "../../support/memory-host.ts";
import { listening } from "../studio/heard.ts";

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const patternFrom = (text: string): Pattern => readPattern(bytesOf(text)).pattern;
const bodyOf = (text: string): string => text.replace(/^[#x].*\n/gm, "").trim();
const GLIDER = "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!";
const NEW = "x = 5, y = 4, rule = B36/S23\nobo$2bobo$3o$o!";
const OTHER = "x = 5, y = 4, rule = B36/S23\nobo$2bobo$3o$obo!";
const labels = { name: "Find", folder: "finds/odd", tags: ["blue"] };

afterEach(() => void vi.unstubAllGlobals());

function rig(host = new MemoryHost()) {
  const { said, shown, answers, status, dialogs } = listening();
  const shares: number[] = [];
  const settings = {
    now: { library: false },
    change: vi.fn(async (to: object) => void Object.assign(settings.now, to)),
  };
  /** Ends the work under way. */
  const under = { end: (): void => {}, endAfter: Number.POSITIVE_INFINITY };
  const files = { openText: vi.fn(async () => {}), openFile: vi.fn(async () => {}) };
  const tabs: { document: object | null } = { document: null };
  const around = {
    host,
    ...{ files, settings, tabs },
    shell: { setState: vi.fn() },
    patternFiles: {
      read: async (source: string | Uint8Array) =>
        readPattern(typeof source === "string" ? bytesOf(source) : source),
      write: async (pattern: Pattern, format: string) => writePattern(pattern, format),
    },
    status: {
      ...status,
      during: async (what: string, work: (say: (share: number) => void) => unknown, end?: () => void) => {
        said.push(`${what}…`);
        return work((share) => {
          shares.push(share);
          if (shares.length > under.endAfter) end?.();
        });
      },
    },
    dialogs,
  };
  const library = new StudioLibrary(around as unknown as StudioServices);
  // The real one compares shapes, also with those of the whole collection, which takes its time.
  vi.spyOn(library.own, "twinOf").mockImplementation(async (pattern) => {
    const body = bodyOf(new TextDecoder().decode(writePattern(pattern, "rle")));
    const { entries } = library.own.store.getState();
    if (body === bodyOf(GLIDER)) return "Glider";
    return entries?.find(({ id }) => bodyOf(library.own.text(id) as string) === body)?.name ?? null;
  });
  const names = () =>
    library.own.store.getState().entries?.map(({ name, folder }) => [folder ?? "", name].join("/"));
  return { host, library, said, shown, answers, shares, settings, files, tabs, under, names };
}

describe("a folder in the library", () => {
  it("is listed, with what can be read in it, and comes back in the next session", async () => {
    const { host, library, said, settings } = rig();
    host.disk.put({ "guns/a.rle": GLIDER, "guns/more/b.mc": "", "guns/c.zip": "", "guns/notes.pdf": "" });
    await library.openFolder();
    expect(said).toEqual([]);
    host.folderAnswers.push("guns");
    await library.openFolder();
    const { folder, shelf } = library.store.getState();
    expect(folder?.files.map(({ path, file }) => [...path, file.name].join("/"))).toEqual([
      "a.rle",
      "c.zip",
      "more/b.mc",
    ]);
    expect([folder?.name, shelf, settings.now.library, said]).toEqual([
      "guns",
      "folder",
      true,
      ["Looking through guns…"],
    ]);
    expect((await library.readFile(folder?.files[0]?.file as never)).rule).toBe("B3/S23");
    const next = rig(host.restart());
    await next.library.recallFolder();
    expect(next.library.store.getState()).toMatchObject({
      folder: { name: "guns" },
      last: null,
      shelf: "collection",
    });
    await next.library.closeFolder();
    expect(next.library.store.getState()).toMatchObject({ folder: null, last: null });
    const last = rig(host.restart());
    await last.library.recallFolder();
    expect(last.library.store.getState().folder).toBeNull();
  });

  it("is offered where the browser has to ask first, and looked for once", async () => {
    const { host, library, said } = rig();
    host.disk.put({ "guns/a.rle": GLIDER });
    const remembered = vi.spyOn(host.folders, "remembered");
    remembered.mockResolvedValue({ folder: { id: "guns", name: "guns", place: "" }, asks: true });
    await library.reopenFolder();
    expect(said).toEqual([]);
    await library.recallFolder();
    await library.recallFolder();
    expect(remembered).toHaveBeenCalledTimes(1);
    expect(library.store.getState()).toMatchObject({ folder: null, last: { name: "guns" } });
    vi.spyOn(host.folders, "list").mockResolvedValue([]);
    await library.reopenFolder();
    expect(library.store.getState()).toMatchObject({ folder: { name: "guns", files: [] }, last: null });
    expect(said.at(-1)).toBe("There is no pattern file in guns or below it.");
  });

  it("that is gone stays on offer, and is closed even where it cannot be forgotten", async () => {
    const { host, library } = rig();
    vi.spyOn(host.folders, "remembered").mockResolvedValue({
      folder: { id: "x", name: "x", place: "" },
      asks: false,
    });
    const gone = new TessellaError("not-found", "Gone.");
    vi.spyOn(host.folders, "list").mockRejectedValue(gone);
    await library.recallFolder();
    expect(library.store.getState()).toMatchObject({ folder: null, last: { name: "x" } });
    await expect(library.reopenFolder()).rejects.toBe(gone);
    vi.spyOn(host.folders, "remember").mockRejectedValue(gone);
    await expect(library.closeFolder()).rejects.toBe(gone);
    expect(library.store.getState().last).toBeNull();
  });

  it("that somebody has opened is not replaced by the last one", async () => {
    const { host, library } = rig();
    host.disk.put({ "guns/a.rle": GLIDER, "other/a.rle": GLIDER });
    host.disk.folder = "other";
    host.folderAnswers.push("guns");
    await library.openFolder();
    await library.recallFolder();
    expect(library.store.getState().folder?.name).toBe("guns");
    expect(host.disk.folder).toBe("guns");
  });
});

describe("the person's own patterns", () => {
  it("are saved under their labels, changed, and deleted after a question", async () => {
    const { library, said, shown, answers, names } = rig();
    await library.save(patternFrom(NEW), labels);
    expect([said, names(), library.store.getState().shelf]).toEqual([
      ["Saved Find to your library."],
      ["finds/odd/Find"],
      "own",
    ]);
    const [{ id }] = library.own.store.getState().entries as [CatalogueEntry];
    library.offerToChange("nobody");
    library.offerToChange(id);
    expect(shown).toEqual([["library-item", { item: { id, twin: null, labels } }]]);
    answers.push("keep", "delete");
    expect(await library.offerToDelete(id)).toBe(false);
    expect(names()).toHaveLength(1);
    expect(await library.offerToDelete(id)).toBe(true);
    expect([names(), (shown.at(-1) as unknown[])[0]]).toEqual([[], "Delete Find?"]);
    await library.offerToDelete("nobody");
    expect((shown.at(-1) as unknown[])[0]).toBe("Delete this pattern?");
  });

  it("come from the selection, or else from the whole universe under its name", async () => {
    const { library, said, shown } = rig();
    const document = (selection: object | null, name: string | undefined, text = NEW) =>
      ({
        title: "gun.rle",
        editor: {
          state: { selection, info: { name } },
          copy: async () => patternFrom(GLIDER),
          toPattern: async () => ({ pattern: patternFrom(text) }),
        },
      }) as unknown as StudioDocument;
    const offered = () => (shown.at(-1) as [string, { item: { labels: object; twin: unknown } }])[1].item;
    await library.offerToSave(document(null, "My gun"));
    expect(offered()).toMatchObject({ twin: null, labels: { name: "My gun", folder: "", tags: [] } });
    await library.offerToSave(document(null, undefined));
    expect(offered().labels).toMatchObject({ name: "gun" });
    await library.offerToSave(document({}, "My gun"));
    expect(offered().labels).toMatchObject({ name: "" });
    expect(offered().twin).not.toBeNull();
    await library.offerToSave(document(null, "Empty", "x = 0, y = 0, rule = B3/S23\n!"));
    expect([said, shown.length]).toEqual([["There are no live cells to save."], 3]);
  });

  it("are taken in from files and archives, and what was not is told", async () => {
    const { host, library, said, names, shares } = rig();
    await library.importFiles();
    expect(said).toEqual([]);
    const zip = zipSync({ "deep/new.rle": strToU8(NEW), "top.rle": strToU8(GLIDER) });
    host.disk.put({ "a.zip": zip, "bad.rle": "no pattern at all", "again.rle": NEW, "other.rle": OTHER });
    host.openAnswers.push(["a.zip", "bad.rle", "other.rle", "missing.rle"]);
    await library.importFiles();
    expect(said[0]).toBe("Importing 4 files…");
    expect(said[1]).toMatch(
      /^2 patterns added\. Already there: top as Glider\. Not read: bad\.rle \(.+\), missing/,
    );
    expect(names()).toEqual(expect.arrayContaining(["deep/new", "/other"]));
    expect(shares).toEqual([0, 0.25, 0.5, 0.75]);
    host.openAnswers.push(["again.rle"]);
    await library.importFiles();
    expect(said.slice(2)).toEqual([
      "Importing again.rle…",
      "error: 0 patterns added. Already there: again as new.",
    ]);
  });

  it("are taken in from a folder with its folders, until somebody stops it", async () => {
    const { host, library, said, names, under } = rig();
    await library.importFolder();
    expect(said).toEqual([]);
    host.disk.put({
      "finds/a.rle": NEW,
      "finds/odd/b.rle": OTHER,
      "finds/z.zip": zipSync({ "in/c.rle": strToU8("x = 1, y = 6, rule = B36/S23\no$o$o$o$o$o!") }),
    });
    host.folderAnswers.push("finds", "finds");
    await library.importFolder();
    expect(said).toEqual(["Looking through finds…", "Importing finds…", "3 patterns added."]);
    expect([...(names() ?? [])].sort()).toEqual(["finds/a", "finds/in/c", "finds/odd/b"]);
    under.endAfter = 3;
    await library.importFolder();
    expect(said.at(-1)).toBe("error: 0 patterns added. Already there: a.");
  });

  it("go out as an archive with folders, or as files side by side", async () => {
    const { host, library, said } = rig();
    await library.exportZip();
    await library.exportFolder();
    expect(said).toEqual(Array(2).fill("Your library is empty: there is nothing to export."));
    await library.save(patternFrom(NEW), labels);
    await library.save(patternFrom(OTHER), { ...labels, folder: "" });
    said.length = 0;
    await library.exportZip();
    await library.exportFolder();
    expect(said).toEqual([]);
    host.saveAnswers.push("out.zip");
    await library.exportZip();
    const packed = unzipSync(host.disk.files.get("out.zip") as Uint8Array);
    expect(Object.keys(packed).sort()).toEqual(["Find.rle", "finds/odd/Find.rle"]);
    expect(patternFrom(new TextDecoder().decode(packed["Find.rle"])).rule).toBe("B36/S23");
    host.folderAnswers.push("out");
    await library.exportFolder();
    expect([...host.disk.files.keys()].filter((path) => path.startsWith("out/")).sort()).toEqual([
      "out/Find 2.rle",
      "out/Find.rle",
    ]);
    expect(said).toEqual(["Saved 2 patterns to out.zip.", "Exporting to out…", "Saved 2 patterns to out."]);
    const abandon = vi.fn(async () => {});
    const full = new TessellaError("io", "Full.");
    vi.spyOn(host.folders, "target").mockReturnValue({
      begin: () => Promise.reject(full),
      finish: async () => {},
      abandon,
    });
    host.folderAnswers.push("out");
    await expect(library.exportFolder()).rejects.toBe(full);
    expect(abandon).toHaveBeenCalledTimes(1);
  });
});

describe("a pattern that is opened from the library", () => {
  const focus = vi.fn();
  const page = { activeElement: {} as object, querySelector: () => ({ focus }) };

  beforeEach(() => {
    page.activeElement = {};
    focus.mockReset();
    vi.stubGlobal("document", page);
  });

  it("is a card's text, or a file of the folder, for a look or to stay", async () => {
    const { library, files } = rig();
    library.openCard("own", { id: "7", name: "Find" } as CatalogueEntry, NEW, true);
    expect(files.openText).toHaveBeenCalledWith(NEW, "Find", {
      origin: { kind: "own", id: "7" },
      preview: true,
    });
    library.openRow({ name: "a.rle" } as never, false);
    expect(files.openFile).toHaveBeenCalledWith({ name: "a.rle" }, { preview: false });
  });

  it("gets the keys next, unless the person has moved on", async () => {
    const { library, tabs, said } = rig();
    await library.open(Promise.resolve());
    expect(focus).not.toHaveBeenCalled();
    const opens = async (): Promise<void> => void (tabs.document = {});
    await library.open(opens());
    // That one was in front before it was waited for.
    expect(focus).not.toHaveBeenCalled();
    await library.open(Promise.resolve().then(opens));
    expect(focus).toHaveBeenCalledTimes(1);
    await library.open(
      Promise.resolve()
        .then(opens)
        .then(() => void (page.activeElement = {})),
    );
    expect(focus).toHaveBeenCalledTimes(1);
    await library.open(Promise.reject(new Error("No.")));
    expect(said).toEqual(["failed: No."]);
  });
});

it.each([
  [["a."], "a"],
  [["a", "b (No.)"], "a, b (No)"],
  [["a", "b", "c"], "a, b, and 1 more"],
])("a list of %j names the first two: %s", (texts, words) => expect(listed(texts)).toBe(words));

it("one of a thing is one", () => {
  expect([0, 1, 2].map((n) => counted(n, "pattern"))).toEqual(["0 patterns", "1 pattern", "2 patterns"]);
});
