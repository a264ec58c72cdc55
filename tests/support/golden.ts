/**
 * Golden results: one soup under nine rules on twelve grids, as bgolly has it (tests/fixtures/golly-soups.json says how
 * the soup is made). Any algorithm can be put through those that it does not refuse.
 */

import { describe, expect, it } from "vitest";
import type { Algorithm, AlgorithmEnvironment } from "../../engine/algorithms/algorithm.ts";
import type { Block } from "../../engine/core/block.ts";
import { createBlock, setBlockRun } from "../../engine/core/block.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { runsBounds, translateRuns } from "../../engine/core/runs.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import data from "../fixtures/golly-soups.json";
import { cellsFromRle } from "./rle-text.ts";
import { equalRuns, hashRuns } from "./runs.ts";

type Row = readonly [
  rule: string,
  generation: number,
  population: number,
  at: readonly [number, number] | null,
  cells: string,
];

export interface GoldenCase {
  readonly rule: string;
  readonly generation: bigint;
  readonly population: bigint;
  /** In place when `placed`, else with the top left of their box at (0, 0). */
  readonly cells: Runs;
  readonly placed: boolean;
}

export const GOLDEN_CASES: readonly GoldenCase[] = (data.cases as unknown as readonly Row[]).map(
  ([rule, generation, population, at, cells]) => ({
    rule,
    generation: BigInt(generation),
    population: BigInt(population),
    cells: cellsFromRle(cells, BigInt(at?.[0] ?? 0), BigInt(at?.[1] ?? 0)),
    placed: at !== null,
  }),
);

/** The soup all cases start from, from a linear congruential generator. */
export function goldenSoup(width: number, height: number): Block {
  const block = createBlock(BigInt(-(width >> 1)), BigInt(-(height >> 1)), width, height);
  let s = 12345;
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
      if ((s >>> 16) % 100 < 50) setBlockRun(block, i, j, 1);
    }
  }
  return block;
}

/** The golden cases that the algorithm accepts. */
export function goldenCasesFor(algorithm: Algorithm): readonly GoldenCase[] {
  return GOLDEN_CASES.filter((c) => {
    const { rule, topology } = parseUniverseRule(c.rule);
    return algorithm.refuses(rule, topology) === null;
  });
}

/**
 * One test a case, and one that exactly `count` of them are accepted, so that a refusal cannot make a case disappear.
 * The environment is a function because a GPU device exists only once the tests run.
 */
export function describeGolden(
  algorithm: Algorithm,
  count: number,
  environment: () => AlgorithmEnvironment = () => ({}),
): void {
  describe(`golden soups of bgolly: ${algorithm.id}`, () => {
    const cases = goldenCasesFor(algorithm);
    it(`accepts ${count} of ${GOLDEN_CASES.length}`, () => {
      expect(GOLDEN_CASES).toHaveLength(216);
      expect(cases).toHaveLength(count);
    });
    it.each(cases)("$rule after $generation", async (golden) => {
      const side = golden.rule.endsWith(":S20") ? 20 : 30;
      const universe = await algorithm.create(parseUniverseRule(golden.rule), environment());
      await universe.writeBlock(goldenSoup(side, 20), "copy");
      expect(await universe.step(golden.generation)).toBe("done");
      expect(await universe.population()).toBe(golden.population);
      const cells = await universe.readRuns();
      const box = runsBounds(cells);
      const compared = golden.placed || !box ? cells : translateRuns(cells, -box.x, -box.y);
      expect(equalRuns(compared, golden.cells)).toBe(true);
      if (golden.placed) expect(await universe.hash()).toBe(hashRuns(golden.cells));
      universe.dispose();
    });
  });
}
