// Every kernel for whole grids against the reference: any rule, any size, any number of generations, with edits in between.

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import type { DenseKernelType } from "../../engine/algorithms/gpu/dense-kernel.ts";
import { createDenseUniverse, GPU_ALGORITHM } from "../../engine/algorithms/gpu/gpu.ts";
import { stripsKernel } from "../../engine/algorithms/gpu/strips-kernel.ts";
import { tileKernel } from "../../engine/algorithms/gpu/tile-kernel.ts";
import { VECTOR_ROW } from "../../engine/algorithms/gpu/vector-row-kernel.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { gridLeft, gridRect, gridTop } from "../../engine/core/topology.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { formatRule } from "../../engine/rules/rule.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { anyRule } from "../support/scenario.ts";

interface Case {
  readonly type: DenseKernelType;
  readonly leastWidth: number;
  /** Default 1. */
  readonly leastHeight?: number;
  readonly kinds: readonly ("T" | "P" | "F")[];
}

const CASES: readonly Case[] = [
  {
    type: tileKernel({ words: 8, rows: 32, reach: 16, threadRows: 4 }),
    leastWidth: 1,
    kinds: ["T", "P", "F"],
  },
  { type: tileKernel({ words: 2, rows: 6, reach: 5, threadRows: 2 }), leastWidth: 1, kinds: ["T", "P", "F"] },
  { type: VECTOR_ROW, leastWidth: 225, leastHeight: 16, kinds: ["T", "P", "F"] },
  {
    type: stripsKernel({ lengths: [1], lanes: 32, chunkRows: 16, ahead: 1 }),
    leastWidth: 129,
    kinds: ["T", "P", "F"],
  },
  {
    type: stripsKernel({ lengths: [2, 1], lanes: 32, chunkRows: 7, ahead: 2 }),
    leastWidth: 129,
    kinds: ["T", "P", "F"],
  },
  {
    type: stripsKernel({ lengths: [8, 1], lanes: 32, chunkRows: 50, ahead: 4 }),
    leastWidth: 129,
    kinds: ["T", "P", "F"],
  },
  {
    type: stripsKernel({ lengths: [4, 1], lanes: 64, chunkRows: 9, ahead: 3 }),
    leastWidth: 129,
    kinds: ["T", "P", "F"],
  },
];

let gpu: GPU;
/** Keeps the device open between tests. */
let keeper: Universe;

beforeAll(async () => {
  gpu = await openDawn();
  keeper = await GPU_ALGORITHM.create(parseUniverseRule("B3/S23:T1,1"), { gpu });
});

afterAll(() => keeper.dispose());

/** Runs both in the same parts, with an edit after each, and compares all cells each time. */
async function expectAsReference(
  type: DenseKernelType,
  text: string,
  parts: readonly number[],
  seed: number,
): Promise<void> {
  const init = { ...parseUniverseRule(text), generation: BigInt(seed % 2) };
  const grid = gridRect(init.topology) as Rect;
  const soup = soupBlock({ seed, density: 0.5, width: Number(grid.w), height: Number(grid.h) });
  const expected = await REFERENCE.create(init, {});
  const actual = await createDenseUniverse(GPU_ALGORITHM, () => [type], init, { gpu });
  try {
    for (const universe of [expected, actual]) await universe.writeBlock(soup, "copy");
    for (const [index, generations] of parts.entries()) {
      for (const universe of [expected, actual])
        await universe.step(universe.generation + BigInt(generations));
      const place = { x: BigInt(gridLeft(init.topology)), y: BigInt(gridTop(init.topology)) };
      expect((await actual.readBlock(grid)).words, `${type.id} ${text} after part ${index}`).toEqual(
        (await expected.readBlock(grid)).words,
      );
      const patch = {
        ...soupBlock({ seed: seed + index + 1, density: 0.4, width: 40, height: 5 }),
        ...place,
      };
      for (const universe of [expected, actual]) await universe.writeBlock(patch, "xor");
    }
    expect(await actual.hash()).toBe(await expected.hash());
  } finally {
    actual.dispose();
    expected.dispose();
  }
}

describe.each(CASES.map((one) => [one.type.id, one] as const))(
  "%s",
  (_id, { type, leastWidth, leastHeight = 1, kinds }) => {
    // Compiling takes far longer than stepping here, so a few rules each see many grids.
    it.each(kinds)("any rule on %s, any size up to 200 x 200 or somewhat wider", async (kind) => {
      const width = fc.integer({ min: leastWidth, max: Math.max(200, leastWidth + 100) });
      const grid = fc.record({
        width,
        height: fc.integer({ min: leastHeight, max: 200 }),
        parts: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 3 }),
        seed: fc.nat(999),
      });
      const grids = fc.array(grid, { minLength: 8, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(anyRule, grids, async (rule, all) => {
          for (const { width, height, parts, seed } of all) {
            await expectAsReference(type, `${formatRule(rule)}:${kind}${width},${height}`, parts, seed);
          }
        }),
        { numRuns: 2, endOnFailure: true },
      );
    });

    it("sizes that are no multiple of anything", async () => {
      for (const kind of kinds) await expectAsReference(type, `B3/S23:${kind}1000,77`, [9], 3);
    });

    it("sizes that are multiples of much", async () => {
      for (const kind of kinds) await expectAsReference(type, `B3/S23:${kind}256,64`, [11, 8], 4);
      await expectAsReference(type, `B0123478/S01234678:T512,${Math.max(7, leastHeight)}`, [5, 3], 5);
    });
  },
);
