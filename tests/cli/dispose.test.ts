// Universes take memory, of a GPU too: a command that fails frees what it opened.

import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { ALGORITHMS } from "../../engine/algorithms/registry.ts";
import { inProcess } from "../support/in-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
const at = scratch.path;
/** Universes that were made, and those of them that were freed. */
const made: Universe[] = [];
const freed = new Set<Universe>();

beforeAll(async () => {
  await scratch.file("g.rle", "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n");
  await scratch.file("later.rle", "#CXRLE Pos=1,1 Gen=40\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n");
  await scratch.file("bad.rle", "x = 3, y = 3, rule = B9/S\n3o!\n");
});

beforeEach(() => {
  made.length = 0;
  freed.clear();
  for (const algorithm of ALGORITHMS.list()) {
    const create = algorithm.create;
    vi.spyOn(algorithm, "create").mockImplementation(async (init, environment) => {
      const universe = await create(init, environment);
      made.push(universe);
      const dispose = universe.dispose.bind(universe);
      vi.spyOn(universe, "dispose").mockImplementation(() => {
        freed.add(universe);
        dispose();
      });
      return universe;
    });
  }
});

afterEach(() => vi.restoreAllMocks());

describe("a command", () => {
  it.each<[string, string[], number, number, RegExp]>([
    ["that ends well", ["compare", "g.rle", "later.rle"], 1, 2, /^$/],
    ["whose second file cannot be read", ["compare", "g.rle", "bad.rle"], 2, 1, /bad\.rle: line 1/],
    ["whose second file is not there", ["compare", "g.rle", "none.rle"], 2, 1, /no file/],
    [
      "asked for a generation that is past",
      ["compare", "g.rle", "later.rle", "-m", "9"],
      2,
      2,
      /later\.rle is at generation 40 already, past -m 9\./,
    ],
    [
      "asked to draw what is past",
      ["show", "later.rle", "-m", "9"],
      2,
      1,
      /The pattern is at generation 40 already, past -m 9\./,
    ],
    ["asked to run to what is past", ["run", "later.rle", "-m", "9"], 2, 1, /generation 40 already/],
    ["that draws", ["show", "g.rle", "-m", "9"], 0, 1, /^$/],
  ])("%s frees all that it opened", async (_, words, code, universes, sentence) => {
    const named = words.map((word) => (word.endsWith(".rle") ? at(word) : word));
    const result = await inProcess(...named);
    expect(result.stderr).toMatch(sentence);
    expect({ code: result.code, universes: made.length }).toEqual({ code, universes });
    expect(freed.size).toBe(universes);
  });

  it("frees a universe that cannot be stepped, or counted", async () => {
    for (const verb of ["step", "hash"] as const) {
      made.length = 0;
      freed.clear();
      const broken = vi.spyOn(ALGORITHMS.get("bitwise"), "create");
      const create = broken.getMockImplementation() as NonNullable<
        ReturnType<typeof broken.getMockImplementation>
      >;
      broken.mockImplementation(async (init, environment) => {
        const universe = await create(init, environment);
        vi.spyOn(universe, verb).mockRejectedValue(new Error("broken"));
        return universe;
      });
      expect((await inProcess("compare", at("g.rle"), at("g.rle"), "-m", "4")).stderr).toContain("broken");
      expect({ made: made.length, freed: freed.size }).toEqual({ made: 2, freed: 2 });
    }
  });

  it("does not run one pattern before it knows that the other is past the generation", async () => {
    const steps: string[] = [];
    const bitwise = vi.spyOn(ALGORITHMS.get("bitwise"), "create");
    const create = bitwise.getMockImplementation() as NonNullable<
      ReturnType<typeof bitwise.getMockImplementation>
    >;
    bitwise.mockImplementation(async (init, environment) => {
      const universe = await create(init, environment);
      vi.spyOn(universe, "step").mockImplementation(async () => {
        steps.push("step");
        return "done";
      });
      return universe;
    });
    expect((await inProcess("compare", at("g.rle"), at("later.rle"), "-m", "9")).code).toBe(2);
    expect(steps).toEqual([]);
  });
});
