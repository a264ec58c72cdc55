// Opening and saving over a host in memory: what is opened as what, what is written, and what the window says.

import { strToU8, zipSync } from "fflate";
import { describe, expect, it, vi } from "vitest";
import { cellsBounds } from "../../../engine/core/cells.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import type { Pattern } from "../../../engine/core/pattern.ts";
import { readPattern, writePattern } from "../../../engine/formats/pattern-file.ts";
import type { NewDocument, StudioDocument } from "../../../renderer/document/document.ts";
import type { HostFile } from "../../../renderer/host/host.ts";
import { readableTypes, StudioFiles, writableFormats } from "../../../renderer/studio/studio-files.ts";
import { MemoryHost } from "../../support/memory-host.ts";
import { listening } from "./heard.ts";

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const GLIDER = "#N Glider\n#O Conway\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!";
const CELL = "x = 1, y = 1, rule = B3/S23\no!";
const ABORTED = new TessellaError("aborted", "Stopped.");

/** As the worker has it. */
function readAs(source: string | Uint8Array, member?: string) {
  const bytes = typeof source === "string" ? bytesOf(source) : source;
  const { pattern, format } = readPattern(bytes, member === undefined ? {} : { member });
  return { pattern, format: format.id };
}

type Opened = NewDocument & { readonly preview?: boolean };

function rig(files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const host = new MemoryHost();
  host.disk.put(files);
  const { said, shown, answers, status, dialogs } = listening();
  const opened: Opened[] = [];
  const progress: number[] = [];
  const control = {
    signal: new AbortController().signal,
    onProgress: (done: number, all: number) => progress.push(done / all),
  };
  const rules = new Map<string, object>();
  const ruleFiles = {
    isOne: ({ name }: HostFile) => name.endsWith(".rule"),
    take: vi.fn(async () => {}),
    folder: { find: (name: string) => rules.get(name), load: vi.fn(async () => {}) },
    sayMissing: vi.fn(),
  };
  const tabs = { list: [] as unknown[], document: null as unknown, keep: vi.fn(), activate: vi.fn() };
  const read = vi.fn(
    async (
      source: string | Uint8Array,
      { member, onProgress }: { member?: string; onProgress?: (done: number) => void } = {},
    ) => {
      onProgress?.(0.5);
      return readAs(source, member);
    },
  );
  const common = vi.fn(async () => readPattern(bytesOf(CELL)).pattern.cells);
  const labs = {
    fileTypes: [{ label: "Records", extensions: [".json"] }],
    labFor: ({ name }: { name: string }) => (name.endsWith(".json") ? { id: "records" } : null),
    open: vi.fn(async () => ({ kind: "lab" })),
  };
  const onSaved = vi.fn(async () => {});
  const studio = new StudioFiles({
    host,
    patternFiles: {
      ...{ read, common },
      write: async (pattern: Pattern, format: string, gzip: boolean) =>
        writePattern(pattern, format, { gzip }),
    },
    ...{ ruleFiles, tabs, labs, onSaved },
    status: {
      ...status,
      watch: async (what: string, work: (with_: typeof control) => unknown) => {
        said.push(`${what}…`);
        return work(control);
      },
      during: async (what: string, work: () => unknown) => {
        said.push(`${what}…`);
        return work();
      },
    },
    documents: {
      open: async (made: NewDocument, { preview }: { preview?: boolean }) => {
        opened.push({ ...made, ...(preview !== undefined && { preview }) });
        const document = {
          kind: "document",
          id: `tab ${opened.length}`,
          title: made.title,
          origin: made.origin,
        };
        tabs.list = [...tabs.list, document];
        return document;
      },
    },
    dialogs,
  } as never);
  const file = async (path: string): Promise<HostFile> => {
    host.openAnswers.push([path]);
    return (await host.files.pickOpen({ types: [] }))[0] as HostFile;
  };
  return {
    host,
    studio,
    said,
    opened,
    shown,
    answers,
    progress,
    ruleFiles,
    rules,
    tabs,
    read,
    common,
    labs,
    onSaved,
    file,
  };
}

/** A document over a pattern, with what becomes of it. */
function document(text: string, file: HostFile | null) {
  const marked: unknown[] = [];
  const renewed: unknown[][] = [];
  const pattern = { ...readPattern(bytesOf(text)).pattern, author: "Conway" };
  const asked: unknown[] = [];
  const made = {
    ...{ title: "gun.rle", fileStem: "gun", file },
    setFile: (next: HostFile) => void (made.file = next),
    renew: async (...what: unknown[]) => void renewed.push(what),
    editor: {
      toPattern: async (how: unknown) => {
        asked.push(how);
        return { pattern };
      },
      markSaved: (what: unknown) => marked.push(what),
      readSelection: async () => ({ pattern, mask: null }),
      inTime: (of: (queue: object) => unknown) => of({ scene: "the scene" }),
    },
  };
  return { made, given: made as unknown as StudioDocument, marked, renewed, asked };
}

describe("the types of files", () => {
  it("that are read are all in the first, with what other programs pack, and each alone", () => {
    const [all, ...each] = readableTypes([{ label: "Records", extensions: [".json"] }]);
    expect(all?.label).toBe("Patterns");
    for (const ending of [".rle", ".rle.gz", ".mc", ".mc.gz", ".zip", ".json"])
      expect(all?.extensions).toContain(ending);
    expect(new Set(all?.extensions).size).toBe(all?.extensions.length);
    expect(each.find(({ label }) => /RLE/.test(label))?.extensions.slice(0, 2)).toEqual([".rle", ".rle.gz"]);
    expect(each.at(-1)?.label).toBe("Records");
    expect(writableFormats().every(({ write }) => write !== undefined)).toBe(true);
    expect(writableFormats().map(({ id }) => id)).toContain("rle");
  });
});

describe("a file that is opened", () => {
  it("becomes a universe in a tab, and is a recent file", async () => {
    const { studio, opened, host, progress, said, file } = rig({ "home/g.rle": GLIDER });
    await studio.openFile(await file("home/g.rle"));
    expect(opened).toMatchObject([
      {
        title: "g.rle",
        file: { name: "g.rle" },
        origin: { kind: "file" },
        info: { name: "Glider", author: "Conway" },
      },
    ]);
    expect(opened[0]?.rule.text).toBe("B3/S23");
    expect((await host.recent.list()).map(({ name }) => name)).toEqual(["g.rle"]);
    expect(progress).toEqual([0.2, expect.closeTo(0.6, 9)]);
    expect(said).toEqual(["Opening g.rle…"]);
  });

  it("of the last session does not move up among the recent ones", async () => {
    const { studio, host, file } = rig({ "g.rle": GLIDER });
    await studio.openFile(await file("g.rle"), { again: true });
    expect(await host.recent.list()).toEqual([]);
    await studio.openRecent("nobody");
  });

  it("out of an archive has no file to be saved to, and is asked for where there are several", async () => {
    const packed = zipSync({ "in/a.rle": strToU8(GLIDER), "b.rle": strToU8(CELL) });
    const { studio, opened, shown, file } = rig({ "two.zip": packed });
    await studio.openFile(await file("two.zip"), { preview: true });
    expect(shown).toMatchObject([["archive", { name: "two.zip", members: ["b.rle", "in/a.rle"].sort() }]]);
    const page = shown[0]?.[1] as { open: (member: string) => Promise<void> };
    await page.open("in/a.rle");
    expect(opened).toMatchObject([
      { title: "a.rle", file: null, preview: true, origin: { kind: "file", member: "in/a.rle" } },
    ]);
  });

  it("of a lab goes to its tab", async () => {
    const { studio, opened, labs, file } = rig({ "r.json": "{}" });
    await studio.openFile(await file("r.json"));
    expect(opened).toEqual([]);
    expect(labs.open).toHaveBeenCalledWith(
      { id: "records" },
      { file: expect.objectContaining({ name: "r.json" }) },
    );
  });

  it("for a look is opened once, however often it is clicked, and stays at the second click", async () => {
    const { studio, opened, tabs, file } = rig({ "g.rle": GLIDER });
    const one = await file("g.rle");
    await Promise.all([studio.openFile(one, { preview: true }), studio.openFile(one, { preview: false })]);
    expect(opened).toHaveLength(1);
    expect([tabs.keep.mock.calls, tabs.activate.mock.calls]).toEqual([[["tab 1"]], [["tab 1"]]]);
    await studio.openFile(one, { preview: true });
    expect([tabs.keep.mock.calls.length, tabs.activate.mock.calls.length]).toEqual([1, 2]);
    // By itself it gets a tab of its own.
    await studio.openFile(one);
    expect(opened).toHaveLength(2);
  });

  it("for a look that cannot be read at first is opened once by those who waited for it", async () => {
    const { studio, opened, tabs, said, read, file } = rig({ "g.rle": GLIDER });
    const one = await file("g.rle");
    read.mockRejectedValueOnce(new TessellaError("read-failed" as never, "The disk is busy."));
    await Promise.all([1, 2, 3].map(() => studio.openFile(one, { preview: true })));
    expect(said.filter((line) => line.startsWith("failed"))).toEqual(["failed: g.rle: The disk is busy."]);
    expect(opened).toHaveLength(1);
    expect(tabs.activate.mock.calls).toEqual([["tab 1"]]);
  });

  it("that cannot be read says so, with its name", async () => {
    const { studio, said, opened, file } = rig({ "bad.rle": "no pattern at all" });
    await studio.openFile(await file("bad.rle"));
    expect(opened).toEqual([]);
    expect(said.at(-1)).toMatch(/^failed: bad\.rle: /);
  });

  it("that somebody has stopped is no failure", async () => {
    const { studio, said, read, file } = rig({ "g.rle": GLIDER });
    read.mockRejectedValueOnce(ABORTED);
    await studio.openFile(await file("g.rle"));
    expect(said.at(-1)).toBe("g.rle was not opened.");
  });

  it("whose rule is in no file is tried again once another window has brought it, and else asks for it", async () => {
    const { studio, read, rules, ruleFiles, opened, file } = rig({ "g.rle": GLIDER });
    const missing = new TessellaError("unknown-rule" as never, "No such rule.", { missingRule: "Fade" });
    const one = await file("g.rle");
    read.mockRejectedValueOnce(missing);
    ruleFiles.folder.load.mockImplementationOnce(async () => void rules.set("Fade", {}));
    await studio.openFile(one);
    expect([opened.length, ruleFiles.sayMissing.mock.calls.length]).toEqual([1, 0]);
    // Known before, and still it is missing: it is of no use.
    read.mockRejectedValueOnce(missing);
    await studio.openFile(one);
    expect(ruleFiles.sayMissing.mock.lastCall?.slice(0, 2)).toEqual(["g.rle", "Fade"]);
    await ruleFiles.sayMissing.mock.lastCall?.[2]();
    expect(opened).toHaveLength(2);
    rules.clear();
    read.mockRejectedValueOnce(missing);
    await studio.openFile(one);
    expect(ruleFiles.sayMissing).toHaveBeenCalledTimes(2);
  });
});

describe("several files", () => {
  const HOME = { "a.rle": GLIDER, "b.rle": "no pattern", "c.rle": CELL, "d.rule": "@RULE X" };
  const pick = (studio: StudioFiles, host: MemoryHost, ...paths: string[]) => {
    host.openAnswers.push(paths);
    return studio.pickAndOpen();
  };

  it("are opened in order, rules first, and what failed is told once at the end", async () => {
    const { studio, host, opened, said, ruleFiles } = rig(HOME);
    await pick(studio, host, "a.rle", "b.rle", "d.rule", "c.rle");
    expect(opened.map(({ title }) => title)).toEqual(["a.rle", "c.rle"]);
    expect(said.slice(0, 3)).toEqual([
      "Opening a.rle (1 of 3)…",
      "Opening b.rle (2 of 3)…",
      "Opening c.rle (3 of 3)…",
    ]);
    expect(said[3]).toMatch(/^error: .*b\.rle/);
    expect(ruleFiles.take).toHaveBeenCalledWith([expect.objectContaining({ name: "d.rule" })], {
      quiet: true,
    });
    await pick(studio, host, "d.rule");
    expect(ruleFiles.take).toHaveBeenLastCalledWith([expect.anything()], { quiet: false });
    await pick(studio, host);
    expect(said).toHaveLength(4);
    await pick(studio, host, "c.rle");
    expect(said.at(-1)).toBe("Opening c.rle…");
  });

  it("end where somebody stops one", async () => {
    const { studio, host, opened, said, read } = rig(HOME);
    read.mockImplementationOnce(async () => readAs(GLIDER)).mockRejectedValueOnce(ABORTED);
    await pick(studio, host, "a.rle", "b.rle", "c.rle");
    expect(opened).toHaveLength(1);
    expect(said.at(-1)).toBe("b.rle and 1 more were not opened.");
  });

  it("come by a drop as well, which says whether there were some", async () => {
    const { studio, opened } = rig();
    const drop = (...files: File[]) => studio.take({ files } as unknown as DataTransfer);
    expect(await drop(new File([GLIDER], "dropped.rle"))).toBe(true);
    expect(opened.map(({ title }) => title)).toEqual(["dropped.rle"]);
    expect(await drop()).toBe(false);
  });
});

describe("a pattern", () => {
  it("without a place comes to the middle of its grid, and what lies off it is left out", async () => {
    const { studio, opened, said } = rig();
    const open = async (text: string) => {
      await studio.openPattern(readPattern(bytesOf(text)).pattern, "p");
      const cells = opened.at(-1)?.cells;
      return cells && cellsBounds(cells);
    };
    expect(await open("x = 4, y = 2, rule = B3/S23:T20,20\n4o$4o!")).toMatchObject({ x: -2n, y: -1n });
    expect(await open("x = 4, y = 2, rule = B3/S23\n4o$4o!")).toMatchObject({ x: 0n, y: 0n });
    expect(said).toEqual([]);
    await open("x = 9, y = 1, rule = B3/S23:T4,4\n9o!");
    expect(said).toEqual(["p: Cells that lay off the grid were left out."]);
    const warned = { ...readPattern(bytesOf(CELL)).pattern, warnings: ["One.", "Two."] };
    await studio.openPattern(warned, "w");
    expect(said.at(-1)).toBe("w: One. (and 1 more)");
  });

  it("of a library is opened once, and then gone to", async () => {
    const { studio, opened, tabs } = rig();
    const origin = { kind: "collection", id: "glider" } as const;
    await studio.openText(GLIDER, "Glider", { origin });
    await studio.openText(GLIDER, "Glider", { origin, preview: true });
    expect([opened.length, tabs.activate.mock.calls, tabs.keep.mock.calls]).toEqual([1, [["tab 1"]], []]);
    expect(opened[0]).toMatchObject({ title: "Glider", origin, preview: false });
  });

  it("out of the clipboard is one, or is said to be none", async () => {
    const { studio, said, read } = rig();
    expect((await studio.readText(GLIDER)).name).toBe("Glider");
    expect(said).toEqual(["Reading the clipboard…"]);
    expect(() => studio.readText(" \n")).toThrow("There is no pattern on the clipboard.");
    read.mockRejectedValueOnce(new TessellaError("unknown-format", "Not here."));
    await expect(studio.readText("other text")).rejects.toThrow("There is no pattern on the clipboard.");
    for (const error of [
      new TessellaError("unsupported-format", "An odd file."),
      new TessellaError("io", "x", { line: 3 }),
    ]) {
      read.mockRejectedValueOnce(error);
      await expect(studio.readText("other text")).rejects.toBe(error);
    }
  });

  it("of selected cells gets a tab of its own, within its mask", async () => {
    const { studio, opened, tabs, common, said } = rig();
    tabs.document = { title: "gun.rle" };
    const { pattern } = readPattern(bytesOf(GLIDER));
    await studio.openCells({ pattern, mask: null });
    expect(opened[0]).toMatchObject({ title: "gun selection", unsaved: true, cells: pattern.cells });
    await studio.openCells({ pattern, mask: pattern.cells as never });
    expect(common).toHaveBeenCalledWith(pattern.cells, pattern.cells, expect.anything());
    expect(said).toEqual(Array(2).fill("Opening the selection…"));
  });
});

describe("a universe", () => {
  it("is saved to its file, and says what the format leaves out", async () => {
    const { studio, host, said, onSaved, file } = rig({ "gun.rle": "", "gun.cells": "" });
    const { given, marked, made } = document(GLIDER, await file("gun.rle"));
    expect(await studio.save(given)).toBe(true);
    expect(new TextDecoder().decode(host.disk.files.get("gun.rle"))).toContain("bo$2bo$3o!");
    expect(said).toEqual(["Saving gun.rle…", "Saved gun.rle."]);
    expect([marked.length, onSaved.mock.calls, (await host.recent.list()).length]).toEqual([1, [[given]], 1]);
    made.file = await file("gun.cells");
    expect(await studio.save(given)).toBe(true);
    expect(said.at(-1)).toMatch(/^Saved gun\.cells/);
  });

  it("without a file, or with one that cannot be written, asks for one", async () => {
    const { studio, host, said, file } = rig({ "gun.rle": "" });
    const pick = vi.spyOn(host.files, "pickSave");
    const { given, made } = document(GLIDER, null);
    expect(await studio.save(given)).toBe(false);
    expect(pick.mock.lastCall?.[0]).toMatchObject({ name: "gun.rle" });
    made.file = { ...(await file("gun.rle")), writable: false } as HostFile;
    host.saveAnswers.push("out/new.rle");
    expect(await studio.save(given)).toBe(true);
    expect([made.file?.name, said.at(-1)]).toEqual(["new.rle", "Saved new.rle."]);
    host.saveAnswers.push("out/gun.mc.gz");
    expect(await studio.saveAs(given, "macrocell", true)).toBe(true);
    expect(pick.mock.lastCall?.[0].name).toBe("gun.mc.gz");
    expect(pick.mock.lastCall?.[0].types[0]?.extensions).toContain(".mc.gz");
    expect([...(host.disk.files.get("out/gun.mc.gz") ?? [])].slice(0, 2)).toEqual([0x1f, 0x8b]);
    // A name that says so is packed as well.
    host.saveAnswers.push("out/named.rle.gz");
    await studio.saveAs(given, "rle");
    expect([...(host.disk.files.get("out/named.rle.gz") ?? [])].slice(0, 2)).toEqual([0x1f, 0x8b]);
  });

  it("whose file somebody else has changed is asked about first", async () => {
    const { studio, host, shown, answers, opened, file } = rig({ "gun.rle": GLIDER });
    await studio.openFile(await file("gun.rle"));
    const { given } = document(CELL, opened[0]?.file as HostFile);
    const tell = () => host.disk.files.set("gun.rle", bytesOf(`#C changed\n${GLIDER}`));
    expect(await studio.save(given)).toBe(true);
    tell();
    answers.push(null, "replace");
    expect(await studio.save(given)).toBe(false);
    expect(shown[0]?.[0]).toBe("Replace gun.rle?");
    expect(await studio.save(given)).toBe(true);
    tell();
    answers.push("as");
    host.saveAnswers.push("other.rle");
    expect(await studio.save(given)).toBe(true);
    expect(host.disk.files.has("other.rle")).toBe(true);
    expect(new TextDecoder().decode(host.disk.files.get("gun.rle"))).toContain("changed");
  });

  it("that cannot be saved says so", async () => {
    const { studio, host, said, file } = rig({ "gun.rle": "" });
    const { given } = document(GLIDER, await file("gun.rle"));
    vi.spyOn(host.files, "create").mockRejectedValue(new Error("No."));
    vi.spyOn(host.files, "write").mockRejectedValue(new Error("Full."));
    expect(await studio.save(given)).toBe(false);
    host.saveAnswers.push("out.rle", "out.rle");
    expect(await studio.saveAs(given, "rle")).toBe(false);
    expect(await studio.saveSelection(given, "rle")).toBe(false);
    expect(said.filter((text) => text.startsWith("failed"))).toEqual(Array(3).fill("failed: Full."));
    vi.spyOn(host.files, "write").mockRejectedValue(ABORTED);
    host.saveAnswers.push("out.rle");
    expect(await studio.saveSelection(given, "rle")).toBe(false);
    expect(said.at(-1)).toBe("The selection was not saved.");
  });

  it("has its selection saved beside it, and keeps its file", async () => {
    const { studio, host, said, file } = rig({ "gun.rle": "" });
    const { given, made, marked } = document(GLIDER, await file("gun.rle"));
    const pick = vi.spyOn(host.files, "pickSave");
    expect(await studio.saveSelection(given, "rle")).toBe(false);
    expect(pick.mock.lastCall?.[0].name).toBe("gun-selection.rle");
    host.saveAnswers.push("part.rle");
    expect(await studio.saveSelection(given, "rle")).toBe(true);
    expect([said.at(-1), made.file?.name, marked]).toEqual([
      "Saved the selection as part.rle.",
      "gun.rle",
      [],
    ]);
    expect(new TextDecoder().decode(host.disk.files.get("part.rle"))).toContain("bo$2bo$3o!");
  });

  it("goes back to what is in its file, and is then unchanged", async () => {
    const { studio, said, read, file } = rig({ "gun.rle": GLIDER });
    const nothing = document(CELL, null);
    await studio.revert(nothing.given);
    expect(said).toEqual([]);
    const { given, renewed, marked } = document(CELL, await file("gun.rle"));
    await studio.revert(given);
    expect(renewed).toMatchObject([["Revert to gun.rle", { info: { name: "Glider", author: "Conway" } }]]);
    expect([marked, said]).toEqual([["the scene"], ["Reading gun.rle…"]]);
    read.mockRejectedValueOnce(ABORTED).mockRejectedValueOnce(new TessellaError("io", "No."));
    await studio.revert(given);
    expect(said.at(-1)).toBe("gun.rle was left as it is.");
    await studio.revert(given);
    expect(said.at(-1)).toBe("failed: gun.rle: No.");
    expect(marked).toHaveLength(1);
  });
});
