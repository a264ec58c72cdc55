// Generations: spellings, and what cells do under the algorithms that take them, against results of Golly.

import { describe, expect, it } from "vitest";
import { createUniverse } from "../../../engine/algorithms/load.ts";
import { ALGORITHMS, chooseAlgorithm } from "../../../engine/algorithms/registry.ts";
import { blockToRuns, runsPopulation } from "../../../engine/core/runs.ts";
import { parseTopology, UNBOUNDED } from "../../../engine/core/topology.ts";
import { backgroundOf } from "../../../engine/rules/phases.ts";
import { LIFE, parseRule, parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import fixture from "../../fixtures/generations.json" with { type: "json" };
import { caught } from "../../support/caught.ts";
import { cellsSha1, fixtureSoup } from "../../support/fixture-soup.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { equalRuns } from "../../support/runs.ts";

describe("a spelling of Generations", () => {
  it.each([
    ["345/2/4", "345/2/4"],
    ["/2/3", "/2/3"],
    ["B2/S345/4", "345/2/4"],
    ["S345/B2/4h", "345/2/4H"],
    ["b2s345/4", "345/2/4"],
    ["g4b2s345", "345/2/4"],
    ["G4/B2/S345", "345/2/4"],
    ["4/B2/S345", "345/2/4"],
    ["43/2/C4V", "34/2/4V"],
    ["543/2/G4", "345/2/4"],
    ["g3b2s3-aceijknqry", "/2/3"],
    ["02ki3-knery7c/3-rqnka4qwnae6-aci8/4", "02ik3acijq7c/3ceijy4aenqw6ekn8/4"],
    ["B2a/S/4", "/2a/4"],
    ["/B2a/4", "/2a/4"],
    ["B/S2a/4", "2a//4"],
    ["B2a/S4/3", "4/2a/3"],
    ["4/B2/S3a", "3a/2/4"],
    ["4/B2/3", "4/2/3"],
    ["B2a_S_4", "/2a/4"],
    ["2o_3-_4H", "2o/3/4H"],
    ["/2-3/8", "/23/8"],
    ["MAPRgEiCA==/3", "MAPRgEiCA/3"],
    ["MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDogGiA6ICAAIAAaIDogIAAgACAAIAAAAAAAA/4", "23/3/4"],
    ["23/3/2", "B3/S23"],
    ["3/2/256", "3/2/256"],
  ])("%s is %s", (typed, text) => {
    const rule = parseRule(typed);
    expect(rule.text).toBe(text);
    expect(parseRule(text)).toEqual(rule);
    expect(rule.looks.names).toHaveLength(rule.states);
  });

  it("without a suffix takes the usual neighbourhood", () => {
    expect(parseRule("3/2/4", { neighbourhood: "hex" }).text).toBe("3/2/4H");
  });

  it.each([
    ["345/2/1", "syntax", 7, "2 to 256 states, not 1"],
    ["345/2/400", "syntax", 7, "2 to 256 states, not 400"],
    ["345/29/4", "syntax", 6, "counts 9 live neighbours"],
    ["G4/B2a9/S3", "syntax", 7, "counts 9 live neighbours"],
    ["345/2a1a/4", "syntax", 8, 'gives the letter "a" to the count 1'],
    ["B2ax/S/4", "syntax", 4, 'the letter "x" to the count 2, which has a, c, e, i, k, n.'],
    ["/2ax/4", "syntax", 4, 'the letter "x" to the count 2, which has a, c, e, i, k, n.'],
    ["g4b2axs", "syntax", 6, 'the letter "x" to the count 2'],
    ["B2a/B3/4", "syntax", 1, "no pair of births and survivals"],
    ["B2_S_4", "unsupported-rule", undefined, "needs its file B2_S_4.rule"],
    ["S2/B03a/4", "unsupported-rule", 5, "The rule 2/03a/4 has B0"],
    ["MAPAz*/3", "syntax", 6, '"*" is none of its digits'],
    ["2/03/4", "unsupported-rule", 3, "The rule 2/03/4 has B0"],
    ["B03/S2/4", "unsupported-rule", 2, "The rule 2/03/4 has B0"],
  ])("that is wrong is refused with the place: %s", (text, code, column, sentence) => {
    const error = caught(() => parseRule(text));
    expect([error.code, error.column]).toEqual([code, column]);
    expect(error.message).toContain(sentence);
  });
});

describe("bgolly's results", () => {
  it.each(fixture.cases)(
    "$rule after $generations",
    async ({ rule, states, generations, soup, population, sha1 }) => {
      const init = parseUniverseRule(rule);
      expect(init.rule.states).toBe(states);
      const takers = ALGORITHMS.list().filter(
        ({ needsGpu, refuses }) => !needsGpu && refuses(init.rule, init.topology) === null,
      );
      const edged = init.topology.kind === "klein" || init.topology.kind === "sphere";
      expect(takers.map(({ id }) => id)).toEqual(
        expect.arrayContaining(edged ? ["reference"] : ["bitwise", "reference"]),
      );
      for (const algorithm of takers) {
        const universe = await algorithm.create(init, {});
        await universe.writeRuns(fixtureSoup(soup), "or");
        await universe.step(BigInt(generations));
        const cells = await universe.readRuns();
        expect([runsPopulation(cells), await universe.population()]).toEqual([
          BigInt(population),
          BigInt(population),
        ]);
        expect(cellsSha1(cells), algorithm.id).toBe(sha1);
        universe.dispose();
      }
    },
  );
});

const BRAIN = parseRule("/2/3");
const STATED = ["bitwise", "hashlife", "reference"];

it("a rule of Generations runs on the fastest that takes it, and is refused elsewhere by number of states", () => {
  expect(chooseAlgorithm(BRAIN, UNBOUNDED).algorithm.id).toBe("bitwise");
  expect(chooseAlgorithm(BRAIN, parseTopology("T1024,1024")).algorithm.id).toBe("bitwise");
  expect(chooseAlgorithm(BRAIN, parseTopology("K30*,20"))).toMatchObject({
    algorithm: { id: "reference" },
    reason: "Reference is the fastest CPU algorithm that runs this grid.",
  });
  const gpu = { adapter: "A card", software: false };
  expect(chooseAlgorithm(BRAIN, parseTopology("T1024,1024"), gpu).algorithm.id).toBe("gpu");
  for (const { id, refuses } of ALGORITHMS.list()) {
    if (![...STATED, "gpu"].includes(id))
      expect(refuses(BRAIN, UNBOUNDED), id).toMatch(
        /takes (two-state .* only; \/2\/3 has 3 states|Larger than Life only; .*)\.$/,
      );
  }
  expect(backgroundOf(BRAIN, UNBOUNDED)).toBe("dead");
});

describe.each(STATED)("a universe of Generations under %s", (algorithm) => {
  const brain = async (rle: string, grid = "") => {
    const topology = grid ? parseTopology(grid) : UNBOUNDED;
    const cells = cellsFromRle(rle);
    const { universe } = await createUniverse({ rule: BRAIN, topology, cells, algorithm }, {});
    return universe;
  };

  it("is written by states: they replace, clear, and combine as numbers where the rule has the result", async () => {
    const universe = await brain("AB.AB.AB!");
    await universe.writeRuns(cellsFromRle("2A.2B.2.AB!"), "or");
    expect(equalRuns(await universe.readRuns(), cellsFromRle("2A.2B.ABAB!"))).toBe(true);
    const other = await brain("AB.AB.AB!");
    await other.writeRuns(cellsFromRle("3A2B2.B!"), "xor");
    // 1 with 1, 2 with 1 (3, which /2/3 does not have), 0 with 1, 1 with 2, 2 with 2, 1 with none, and 2 with 2.
    expect(equalRuns(await other.readRuns(), cellsFromRle(".BAA2.A!"))).toBe(true);
    await other.writeRuns(cellsFromRle("3.A2.C!"), "clear");
    expect(equalRuns(await other.readRuns(), cellsFromRle(".BA!"))).toBe(true);
    // A state that the rule does not have is its last.
    await other.writeRuns(cellsFromRle("pA!"), "or");
    expect(equalRuns(await other.readRuns(), cellsFromRle("2BA!"))).toBe(true);
  });

  it("keeps its states in snapshots, blocks and rasters", async () => {
    const universe = await brain("A.B$2A!", algorithm === "hashlife" ? "T64,64" : "T40,33");
    const before = await universe.readRuns();
    const held = await universe.snapshot();
    const hash = await universe.hash();
    await universe.step(1n);
    expect(await universe.hash()).not.toBe(hash);
    await universe.restore(held);
    expect(await universe.hash()).toBe(hash);
    expect(equalRuns(await universe.readRuns(), before)).toBe(true);
    expect(equalRuns(blockToRuns(await universe.readBlock({ x: -3n, y: -2n, w: 45n, h: 9n })), before)).toBe(
      true,
    );
    const raster = await universe.raster({ x: 0n, y: 0n, width: 2, height: 1, scale: 1 });
    expect([[...raster.counts], [...(raster.states ?? [])]]).toEqual([
      [3, 1],
      [1, 2],
    ]);
  });

  it("clamps its states under a rule with fewer", async () => {
    const universe = await brain("AB!");
    universe.setRule(parseRule("345/2/4"));
    await universe.writeRuns(cellsFromRle("2.C!"), "or");
    universe.setRule(BRAIN);
    expect(equalRuns(await universe.readRuns(), cellsFromRle("ABB!"))).toBe(true);
    universe.setRule(LIFE);
    expect(equalRuns(await universe.readRuns(), cellsFromRle("3A!"))).toBe(true);
    await universe.step(1n);
    expect(equalRuns(await universe.readRuns(), cellsFromRle(".A$.A$.A!", 0n, -1n))).toBe(true);
  });

  it("takes soups with states, and those without as they are", async () => {
    const soup = { seed: 3, density: 0.5, width: 20, height: 20 };
    const plain = (await createUniverse({ rule: BRAIN, topology: UNBOUNDED, soup, algorithm }, {})).universe;
    const stated = (
      await createUniverse(
        { rule: BRAIN, topology: UNBOUNDED, soup: { ...soup, states: [1, 2] }, algorithm },
        {},
      )
    ).universe;
    expect((await plain.readRuns()).states).toBeNull();
    expect(await stated.population()).toBe(await plain.population());
    expect((await stated.readRuns()).states).not.toBeNull();
    const life = (
      await createUniverse(
        { rule: LIFE, topology: UNBOUNDED, soup: { ...soup, states: [1, 2] }, algorithm },
        {},
      )
    ).universe;
    expect(await life.hash()).toBe(await plain.hash());
  });
});
