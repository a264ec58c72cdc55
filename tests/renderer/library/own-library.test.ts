// The person's own library over a memory host: saving, labels, folders, twins, importing, and coming back.

import { describe, expect, it, vi } from "vitest";
import { createUniverse } from "../../../engine/algorithms/load.ts";
import { patternOfUniverse, universeRuleFor } from "../../../engine/algorithms/patterns.ts";
import { describeError, TessellaError } from "../../../engine/core/errors.ts";
import type { Pattern } from "../../../engine/core/pattern.ts";
import { readPattern, writePattern } from "../../../engine/formats/pattern-file.ts";
import { knownAs } from "../../../renderer/library/duplicates.ts";
import { OwnLibrary } from "../../../renderer/library/own-library.ts";
import { searchEntries } from "../../../renderer/library/search.ts";
import { SmallUniverse } from "../../../renderer/library/small-step.ts";
import { BUILT_IN_SOURCES } from "../../../renderer/studio/built-in-patterns.ts";
import { MemoryHost } from "../../support/memory-host.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const patternFrom = (text: string): Pattern => readPattern(bytesOf(text)).pattern;

function libraryOver(host: MemoryHost): OwnLibrary {
  return new OwnLibrary({
    store: host.library,
    read: async (source) => readPattern(typeof source === "string" ? bytesOf(source) : source).pattern,
    write: async (pattern, format) => new TextDecoder().decode(writePattern(pattern, format)),
    collection: async () => BUILT_IN_SOURCES,
  });
}

const NEW = "x = 5, y = 4, rule = B36/S23\nobo$2bobo$3o$o!";
const labels = { name: " My  find ", folder: " finds // odd ", tags: ["blue", "large"] };

/** Some generations later, and somewhere else. */
async function later(text: string, generations: bigint): Promise<Pattern> {
  const pattern = patternFrom(text);
  const { universe } = await createUniverse({ ...universeRuleFor(pattern), cells: pattern.cells }, {});
  await universe.step(generations);
  const result = await patternOfUniverse(universe);
  universe.dispose();
  return result;
}
const textOf = (id: string): string => BUILT_IN_SOURCES.find((source) => source.id === id)?.text as string;

describe("the own library", () => {
  it("has each rule that stands in a file read elsewhere before its patterns are looked at", async () => {
    const host = new MemoryHost();
    const block = "@RULE Fade\n@TABLE\nn_states:3\nneighborhood:Moore\nsymmetries:none\n";
    const texts = [
      "x = 1, y = 1, rule = WireWorld\nC!",
      "x = 1, y = 1, rule = wireworld:T10,10\nA!",
      "[M2]\n#R Langtons-Loops\n1 0 0 0 1\n",
      "x = 1, y = 1, rule = B3/S23\no!",
      "x = 1, y = 1, rule = R2,C0,M0,S6..9,B7..8,NM\no!",
      `x = 1, y = 1, rule = Fade\nB!\n\n${block}`,
    ];
    for (const [id, text] of texts.entries()) await host.library.put({ id: String(id), text });
    const read: string[] = [];
    const library = new OwnLibrary({
      ...{ store: host.library, write: async () => "", collection: async () => [] },
      read: async (source) => {
        expect(library.store.getState().entries).toBeNull();
        read.push(/(?:rule =|#R) ?([\w-]+)/.exec(source as string)?.[1] as string);
        return patternFrom(source as string);
      },
    });
    await library.load();
    expect(read.sort()).toEqual(["Fade", "Langtons-Loops", "wireworld"]);
    expect(library.store.getState().entries).toHaveLength(6);
  });

  it("keeps a pattern with its labels, for the next session too", async () => {
    const host = new MemoryHost();
    const library = libraryOver(host);
    expect(library.store.getState().entries).toBeNull();
    const told: number[] = [];
    library.store.subscribe(() => told.push(library.store.getState().entries?.length ?? -1));
    const pattern = { ...patternFrom(`#C A note.\n#CXRLE Pos=40,50 Gen=77\n${NEW}`) };
    const id = await library.add(pattern, labels);
    const again = libraryOver(host.restart());
    await again.load();
    for (const entries of [library.store.getState().entries, again.store.getState().entries]) {
      expect(entries).toMatchObject([
        {
          id,
          name: "My find",
          folder: "finds/odd",
          tags: ["blue", "large"],
          note: "A note.",
          rule: "B36/S23",
        },
      ]);
    }
    expect(again.folders).toEqual(["finds/odd"]);
    const kept = patternFrom(again.text(id) as string);
    expect(kept).toMatchObject({ generation: 0n, positioned: false });
    expect(told).toEqual([0, 1]);
  });

  it("tells once of many that are added together, and reads each of them once to compare it", async () => {
    const reads: string[] = [];
    const host = new MemoryHost();
    const library = new OwnLibrary({
      store: host.library,
      read: async (source) => {
        if (typeof source === "string") reads.push(source);
        return readPattern(typeof source === "string" ? bytesOf(source) : source).pattern;
      },
      write: async (pattern, format) => new TextDecoder().decode(writePattern(pattern, format)),
      collection: async () => [],
    });
    await library.load();
    let told = 0;
    library.store.subscribe(() => told++);
    const kinds = await library.together(async () => {
      const found: string[] = [];
      for (const width of [3, 4, 5, 6, 3]) {
        const file = bytesOf(`x = ${width}, y = 1, rule = B36/S23\n${width}o!`);
        found.push((await library.import(`${width}.rle`, file, "lines")).kind);
      }
      return found;
    });
    expect(kinds).toEqual(["added", "added", "added", "added", "twin"]);
    expect(told).toBe(1);
    expect(library.store.getState().entries?.map(({ name }) => name)).toEqual(["3", "4", "5", "6"]);
    expect(reads).toHaveLength(4);
  });

  it("goes on comparing when one of them is deleted meanwhile, and knows the other of two that are the same", async () => {
    const library = libraryOver(new MemoryHost());
    const pattern = patternFrom(NEW);
    const first = await library.add(pattern, { name: "One", folder: "", tags: [] });
    await library.add(pattern, { name: "Other", folder: "", tags: [] });
    const third = await library.add(patternFrom(textOf("glider")), { name: "Third", folder: "", tags: [] });
    const asked = library.twinOf(pattern);
    await library.remove(third);
    expect(["One", "Other"]).toContain(await asked);
    await library.remove(first);
    expect(await library.twinOf(pattern)).toBe("Other");
  });

  it("renames, moves between folders, tags and deletes, and is searched by all of it", async () => {
    const host = new MemoryHost();
    const library = libraryOver(host);
    const id = await library.add(patternFrom(NEW), labels);
    await library.add(patternFrom(textOf("glider")), { name: "Zebra", folder: "", tags: [] });
    const found = (query: string) =>
      searchEntries(library.store.getState().entries ?? [], query).map(({ name }) => name);
    expect([found("odd"), found("blue"), found("zeb"), found("")]).toEqual([
      ["My find"],
      ["My find"],
      ["Zebra"],
      ["Zebra", "My find"],
    ]);
    await library.change(id, { name: "Other", folder: "new", tags: ["red"] });
    expect([found("blue"), found("odd"), found("red new other")]).toEqual([[], [], ["Other"]]);
    await library.remove(id);
    expect(found("")).toEqual(["Zebra"]);
    expect(host.disk.library.size).toBe(1);
    await expect(library.change(id, labels)).rejects.toMatchObject({ code: "not-found" });
  });

  it("changes nothing when the host fails", async () => {
    const host = new MemoryHost();
    const library = libraryOver(host);
    const id = await library.add(patternFrom(NEW), labels);
    host.disk.failures.push({ when: "write", error: new TessellaError("io", "The disk is full.") });
    await expect(library.change(id, { ...labels, name: "x" })).rejects.toMatchObject({ code: "io" });
    expect(library.store.getState().entries?.[0]?.name).toBe("My find");
  });

  it("passes over what it cannot read, and keeps it", async () => {
    const host = new MemoryHost();
    host.disk.library.set("old", "x = 1, y = 1, rule = Perrier\nA!");
    const library = libraryOver(host);
    await library.load();
    expect(library.store.getState().entries).toEqual([]);
    expect(host.disk.library.has("old")).toBe(true);
  });
});

describe("a twin", () => {
  const library = libraryOver(new MemoryHost());

  it("is known in any phase, turned and moved", async () => {
    for (const [id, name, generations] of [
      ["pulsar", "Pulsar", 2n],
      ["glider", "Glider", 1001n],
      ["pentadecathlon", "Pentadecathlon", 7n],
      ["hex-ring", null, 5n],
      ["r-pentomino", "R-pentomino", 0n],
      ["gosper-glider-gun", "Gosper glider gun", 0n],
    ] as const) {
      const text = textOf(id);
      expect(await library.twinOf(await later(text, generations)), id).toBe(name ?? patternFrom(text).name);
    }
  });

  it("is none under another rule, on another grid, or with a cell more", async () => {
    const pulsar = patternFrom(textOf("pulsar"));
    expect(await library.twinOf(pulsar)).toBe("Pulsar");
    expect(await library.twinOf({ ...pulsar, rule: "B36/S23" })).toBeNull();
    expect(await library.twinOf({ ...pulsar, rule: "B3/S23:T40,40" })).toBeNull();
    expect(await library.twinOf(patternFrom("x = 3, y = 3\nbo$2bo$3o2bo!"))).toBeNull();
    expect(await library.twinOf(patternFrom("x = 0, y = 0\n!"))).toBeNull();
  });

  it("is found among the person's own before the collection", async () => {
    const own = libraryOver(new MemoryHost());
    await own.add(patternFrom(textOf("pulsar")), { name: "Mine", folder: "", tags: [] });
    expect(await own.twinOf(patternFrom(textOf("pulsar")))).toBe("Mine");
  });

  it("costs a few hundred steps at most for what never comes back", () => {
    const stepped = vi.spyOn(SmallUniverse.prototype, "step");
    for (const id of ["r-pentomino", "gosper-glider-gun"]) {
      stepped.mockClear();
      expect(knownAs(patternFrom(textOf(id)), new Map())).toBeNull();
      expect(stepped.mock.calls.length).toBeGreaterThan(100);
      expect(stepped.mock.calls.length).toBeLessThan(1000);
    }
    stepped.mockRestore();
  });
});

describe("importing", () => {
  it("takes what is new, says whose twin the rest is, and what failed", async () => {
    const library = libraryOver(new MemoryHost());
    const [added, twin, own, failed] = [
      await library.import("spiral.rle", bytesOf(NEW), "golly/Life"),
      await library.import("b.rle.gz", bytesOf("x = 3, y = 3\n3o$o$bo!"), ""),
      await library.import("again.cells", bytesOf(`#N Named\n${NEW}`), ""),
      await library.import("w.rle", bytesOf("x = 1, y = 1, rule = Perrier\nA!"), ""),
    ];
    expect(added).toEqual({ kind: "added", name: "spiral" });
    expect(twin).toEqual({ kind: "twin", name: "b", twin: "Glider" });
    expect(own).toEqual({ kind: "twin", name: "Named", twin: "spiral" });
    expect(failed).toMatchObject({ kind: "failed", name: "w.rle" });
    expect(failed.kind === "failed" && describeError(failed.error as TessellaError)).toContain("Perrier");
    expect(library.store.getState().entries).toMatchObject([{ name: "spiral", folder: "golly/Life" }]);
  });
});
