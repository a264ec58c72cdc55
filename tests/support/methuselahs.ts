/**
 * Small patterns with a long history, whose populations are well known: one wrong cell anywhere changes them all. The
 * hashes freeze where the cells lie (and the state hash itself) on top of that.
 */

import { describe, expect, it } from "vitest";
import type { Algorithm, AlgorithmEnvironment } from "../../engine/algorithms/algorithm.ts";
import { formatHash } from "../../engine/core/state-hash.ts";
import type { UniverseRule } from "../../engine/rules/universe-rule.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { cellsFromRle } from "./rle-text.ts";

interface History {
  readonly name: string;
  readonly rule: string;
  /** Top left cell at (0, 0). */
  readonly cells: string;
  /** A bounded plane that nothing leaves until then, for algorithms that need one; absent: too large to be worth it. */
  readonly plane?: string;
  readonly generation: bigint;
  readonly population: bigint;
  readonly hash: string;
}

const ACORN = "bo$3bo$2o2b3o!";

/** Twenty by twenty cells that leave nothing behind. */
const VANISHING = [
  "6bo3bo4bo3bo$bo3bobob3o2bo$obo8bobo$2bo3bo2bo6bo$b2o2bo7bo4b2o$b2o5b2o2bo2b2ob2o$b2o6bo2bo3b2o$",
  "2bo2bob2o5bobo$3b2o2b2obo6bo$bo4b2o2bobo5bo$2bo3bobo$bobo3b2ob3o3bo$3bo3bo2b2o2bo$2bo4bo3bo2bo$",
  "3bo2bo2bobobob2o2bo$o2bo15bo$b2o4b2obo2bo3b3o$4bo4bo2b4o2bo$bo4bobo2bo5b2o$o2bo6bo2bo!",
].join("");

const HISTORIES: readonly History[] = [
  {
    name: "R-pentomino",
    rule: "B3/S23",
    cells: "b2o$2o$bo!",
    plane: ":P600,600",
    generation: 1103n,
    population: 116n,
    hash: "027a74e606c85bd1",
  },
  {
    name: "a single hexagon",
    rule: "B1/S012345H",
    cells: "o!",
    plane: ":P520,520",
    generation: 256n,
    population: 125_124n,
    hash: "131d1df1fd0faeb9",
  },
  {
    name: "a soup on its last day",
    rule: "B3/S23",
    cells: VANISHING,
    plane: ":P200,200",
    generation: 657n,
    population: 2n,
    hash: "148b43f99be6c00f",
  },
  {
    name: "the same a day later",
    rule: "B3/S23",
    cells: VANISHING,
    plane: ":P200,200",
    generation: 658n,
    population: 0n,
    hash: "0000000000000000",
  },
  {
    name: "young acorn",
    rule: "B3/S23",
    cells: ACORN,
    plane: ":P500,500",
    generation: 1000n,
    population: 457n,
    hash: "04a16a5df41fc409",
  },
  {
    name: "acorn",
    rule: "B3/S23",
    cells: ACORN,
    generation: 5206n,
    population: 633n,
    hash: "08b163af64335392",
  },
];

export interface HistoryOptions {
  /** Leaves out what runs longer than so many generations, or on the plane alone: for algorithms that are slow here. */
  readonly longest?: bigint;
  readonly environment?: () => AlgorithmEnvironment;
}

export function describeMethuselahs(algorithm: Algorithm, options: HistoryOptions = {}): void {
  describe(`methuselahs under ${algorithm.id}`, () => {
    for (const history of HISTORIES) {
      const place = placeFor(algorithm, history, options.longest);
      if (!place) continue;
      it(`${history.name} has ${history.population} cells at ${history.generation}`, async () => {
        const universe = await algorithm.create(place, options.environment?.() ?? {});
        await universe.writeRuns(cellsFromRle(history.cells), "or");
        expect(await universe.step(history.generation)).toBe("done");
        expect(await universe.population()).toBe(history.population);
        expect(formatHash(await universe.hash())).toBe(history.hash);
        universe.dispose();
      });
    }
  });
}

/** The unbounded plane where the algorithm runs it, else a bounded one. */
function placeFor(algorithm: Algorithm, history: History, longest?: bigint): UniverseRule | null {
  if (longest !== undefined && (!history.plane || history.generation > longest)) return null;
  const unbounded = parseUniverseRule(history.rule);
  if (algorithm.refuses(unbounded.rule, unbounded.topology) === null) {
    return unbounded;
  }
  return history.plane ? parseUniverseRule(history.rule + history.plane) : null;
}
