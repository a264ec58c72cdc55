// Every kernel for whole grids against the reference: any rule, any size, any number of generations, with edits in between.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import { fitsTile } from "../../engine/algorithms/gpu/comparison/tile-kernel.ts";
import { BIT_ROW } from "../../engine/algorithms/gpu/dense/bit-row-kernel.ts";
import type { DenseKernelType } from "../../engine/algorithms/gpu/dense/dense-kernel.ts";
import { createDenseUniverse, GPU_ALGORITHM } from "../../engine/algorithms/gpu/dense/gpu.ts";
import type { GpuUniverse } from "../../engine/algorithms/gpu/dense/gpu-universe.ts";
import { triedKernel } from "../../engine/algorithms/gpu/dense/kernel-choice.ts";
import { statedKernels, TRIED_KERNELS } from "../../engine/algorithms/gpu/dense/kernel-shapes.ts";
import { stripsKernel } from "../../engine/algorithms/gpu/dense/strips-kernel.ts";
import { tileKernel } from "../../engine/algorithms/gpu/dense/tile-kernel.ts";
import { VECTOR_ROW } from "../../engine/algorithms/gpu/dense/vector-row-kernel.ts";
import { KERNELS } from "../../engine/algorithms/gpu/kernels.ts";
import { createUniverse } from "../../engine/algorithms/load.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { gridLeft, gridRect, gridTop, UNBOUNDED } from "../../engine/core/topology.ts";
import { acquireDevice } from "../../engine/gpu/device.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import type { Background } from "../../engine/rules/phases.ts";
import { backgroundOf } from "../../engine/rules/phases.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { heldGpu } from "../support/held-gpu.ts";
import { anyRule } from "../support/scenario.ts";

interface Case {
  readonly type: DenseKernelType;
  readonly leastWidth: number;
  /** Default 1. */
  readonly leastHeight?: number;
  /**
   * The grids of rules that leave empty space dark. Default: one of each kind. Strips differ in shape, and long ones take a second to
   * compile for one rule; what lies around a grid is the same to all, and the shortest strips see it all.
   */
  readonly kinds?: readonly Kind[];
  /** Whether it runs no rules that light empty space: long strips know of them what shorter ones do. */
  readonly dark?: boolean;
}

type Kind = "T" | "P" | "F";

const KINDS: readonly Kind[] = ["T", "P", "F"];

const CASES: readonly Case[] = [
  { type: tileKernel({ words: 8, rows: 32, reach: 16, threadRows: 4 }), leastWidth: 1 },
  { type: tileKernel({ words: 2, rows: 6, reach: 5, threadRows: 2 }), leastWidth: 1 },
  { type: VECTOR_ROW, leastWidth: 225, leastHeight: 16 },
  { type: stripsKernel({ lengths: [1], lanes: 32, chunkRows: 16, lastRows: 16, ahead: 1 }), leastWidth: 129 },
  {
    type: stripsKernel({ lengths: [2, 1], lanes: 32, chunkRows: 7, lastRows: 3, ahead: 2 }),
    leastWidth: 129,
    kinds: ["T", "F"],
  },
  {
    type: stripsKernel({ lengths: [8, 1], lanes: 32, chunkRows: 50, lastRows: 11, ahead: 2 }),
    leastWidth: 129,
    kinds: ["T", "P"],
    dark: true,
  },
  {
    type: stripsKernel({ lengths: [4, 1], lanes: 64, chunkRows: 9, lastRows: 9, ahead: 1 }),
    leastWidth: 129,
    kinds: ["F"],
    dark: true,
  },
];

const onGpu = heldGpu(openDawn);

/** Runs both in the same parts, with an edit between two, and compares all cells after each. */
async function expectAsReference(
  type: DenseKernelType,
  text: string,
  parts: readonly number[],
  seed: number,
): Promise<void> {
  const init = { ...parseUniverseRule(text), generation: BigInt(seed % 2) };
  const grid = gridRect(init.topology) as Rect;
  const states = Array.from({ length: init.rule.states - 1 }, (_, at) => at + 1);
  const soup = soupBlock({ seed, density: 0.5, width: Number(grid.w), height: Number(grid.h), states });
  const expected = await REFERENCE.create(init, {});
  const actual = await createDenseUniverse(GPU_ALGORITHM, () => [type], init, onGpu);
  try {
    for (const universe of [expected, actual]) await universe.writeBlock(soup, "copy");
    for (const [index, generations] of parts.entries()) {
      for (const universe of [expected, actual])
        await universe.step(universe.generation + BigInt(generations));
      const place = { x: BigInt(gridLeft(init.topology)), y: BigInt(gridTop(init.topology)) };
      expect((await actual.readBlock(grid)).words, `${type.id} ${text} after part ${index}`).toEqual(
        (await expected.readBlock(grid)).words,
      );
      // What is not stepped any more needs no edit: on a software adapter each look at a kernel's own form takes long.
      if (index === parts.length - 1) break;
      const patch = {
        ...soupBlock({ seed: seed + index + 1, density: 0.4, width: 40, height: 5 }),
        ...place,
      };
      for (const universe of [expected, actual]) await universe.writeBlock(patch, "xor");
    }
  } finally {
    actual.dispose();
    expected.dispose();
  }
}

const under = (rule: Rule): Background => backgroundOf(rule, UNBOUNDED);

const FIXED_LIT = [
  { width: 256, height: 64, parts: [11], seed: 4 },
  { width: 512, height: 7, parts: [5, 3], seed: 5 },
];

interface Sort {
  readonly sort: string;
  /** The kinds of grid that it may see, where it lights empty space. */
  readonly lit?: readonly Kind[];
  readonly rules: fc.Arbitrary<Rule>;
  readonly fixed: readonly Size[];
}

interface Size {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly number[];
  readonly seed: number;
}

/** For each sort of rule, sizes that are no multiple of anything, multiples of much, and low. */
const SORTS: readonly Sort[] = [
  {
    sort: "leaves empty space dark",
    rules: anyRule.filter((rule) => under(rule) === "dead"),
    fixed: [
      { width: 1000, height: 77, parts: [9], seed: 3 },
      // Strips of more words than one workgroup converts.
      { width: 16_421, height: 5, parts: [3, 6], seed: 6 },
      // Whole strips, whose margins passes write themselves.
      { width: 640, height: 23, parts: [13, 10], seed: 7 },
    ],
  },
  {
    sort: "lights it by turns",
    lit: ["T", "P"],
    rules: anyRule.filter((rule) => under(rule) === "strobing"),
    fixed: FIXED_LIT,
  },
  {
    sort: "lights it for good",
    lit: KINDS,
    rules: anyRule.filter((rule) => under(rule) === "live"),
    fixed: FIXED_LIT,
  },
];

describe.each(CASES.map((one) => [one.type.id, one] as const))(
  "%s",
  (_id, { type, leastWidth, leastHeight = 1, kinds = KINDS, dark = false }) => {
    const grid = fc.record({
      width: fc.integer({ min: leastWidth, max: Math.max(200, leastWidth + 100) }),
      height: fc.integer({ min: leastHeight, max: 130 }),
      parts: fc.array(fc.integer({ min: 1, max: 11 }), { minLength: 1, maxLength: 2 }),
      seed: fc.nat(999),
    });
    const grids = fc.array(grid, { minLength: 2, maxLength: 2 });
    // The rules that light empty space see one kind of grid by chance. A frozen border has no outside that could be lit by turns.
    const tried = SORTS.filter(({ lit }) => !(dark && lit)).flatMap((sort) =>
      (sort.lit ? [sort.lit] : kinds.map((kind) => [kind])).map((any) => ({ any, ...sort })),
    );

    // Compiling takes longer than stepping here, so one rule of each sort sees all grids.
    it.each(tried)(
      "any rule that $sort, on $any, any size up to 200 x 130 or somewhat wider",
      async ({ any, rules, fixed }) => {
        await fc.assert(
          fc.asyncProperty(rules, fc.constantFrom(...any), grids, async (rule, kind, random) => {
            for (const { width, height, parts, seed } of [...fixed, ...random]) {
              const size = `${width},${Math.max(height, leastHeight)}`;
              await expectAsReference(type, `${rule.text}:${kind}${size}`, parts, seed);
            }
          }),
          { numRuns: 1, endOnFailure: true },
        );
      },
    );
  },
);

describe("a kernel by its name", () => {
  it("steps as its owner does, and counts what it asks of the GPU", async () => {
    for (const id of ["bit-row", "vector-row", "tile-16"]) {
      const init = parseUniverseRule("B3/S23:T300,40");
      const soup = { seed: 3, density: 0.5, width: 300, height: 40 };
      const { universe } = await createUniverse({ ...init, algorithm: id, soup }, onGpu);
      expect(universe.algorithm).toBe(id === "tile-16" ? "gpu-tile" : "gpu");
      await universe.step(21n);
      const { universe: right } = await createUniverse({ ...init, algorithm: "reference", soup }, {});
      await right.step(21n);
      expect(await universe.hash(), id).toBe(await right.hash());
      expect((universe as GpuUniverse).work.submits).toBeGreaterThan(0);
      universe.dispose();
    }
  });

  it("is refused in a sentence where the grid or the adapter is none for it", async () => {
    const create = (id: string, rule: string): Promise<unknown> =>
      createUniverse({ ...parseUniverseRule(rule), algorithm: id }, onGpu);
    await expect(create("vector-row", "B3/S23:T224,40")).rejects.toThrow(
      /needs a grid of at least 225 x 16 cells/,
    );
    await expect(create("bit-row", "B3/S23:T64+1,64")).rejects.toThrow(/does not run a shifted torus.*`gpu`/);
    const device = await acquireDevice(onGpu.gpu);
    const fits = fitsTile(32, device.limits);
    device.release();
    if (!fits)
      await expect(create("tile-32", "B3/S23:T64,64")).rejects.toThrow(/workgroups of 1,024 threads/);
  });

  it("has tiles whose rows are whole threads' rows, in workgroups that every adapter has", () => {
    for (const tried of [...TRIED_KERNELS, ...statedKernels(3)]) {
      if (tried.kind !== "tile") continue;
      const { id, shape } = tried;
      const { words, rows, reach, threadRows } = shape;
      expect((rows + 2 * reach) % threadRows, id).toBe(0);
      // A pass takes cells from one word to each side.
      expect(reach, id).toBeLessThanOrEqual(32);
      expect(((words + 2) * (rows + 2 * reach)) / threadRows, id).toBeLessThanOrEqual(256);
    }
  });

  it("is the kernel of that name", async () => {
    for (const tried of TRIED_KERNELS) expect(triedKernel(tried).id).toBe(tried.id);
    expect(KERNELS.list().map(({ id }) => id)).toEqual(
      expect.arrayContaining(["bit-row", "tile-16", "tile-32"]),
    );
    expect(BIT_ROW.id).toBe("bit-row");
  });
});

/** By letters, by a table without symmetry, and on hexagons; two of them light empty space. */
const SQUARES = [
  ["B3/S2-i34q:T321,40", VECTOR_ROW],
  [
    "MAPAgDIAYQwM+yAnSgDslBhDC58ADCTvBCb04SAGiAyAGFAvpqElBQuZJVpyKSvIvZex7IwajDqKIsqSJHwsJsASg:P257,33",
    VECTOR_ROW,
  ],
  ["B03ce4-cri5eirjnyc6-ieakc/S2-enki3-jqi8:F290,20", CASES[3].type],
  ["B035-ynekqci/S02anek34aj:T150,21", CASES[1].type],
  ["MAPQLcKkVYF5FAE4ciGPxlQlA:T130,17", BIT_ROW],
] as const;

it.each(SQUARES)("%s is stepped by its squares as by the reference", async (text, type) => {
  await expectAsReference(type, text, [3, 4], 7);
});

/** Planes of two, three and four bits, on tiles and strips, with states that fill them and states that do not. */
const STATED = [
  ["345/2/4:T321,40", CASES[4].type],
  ["1456/2356/11:P290,23", CASES[3].type],
  ["3/4/6H:F257,33", CASES[3].type],
  ["2-a/34cq/3:F150,21", CASES[1].type],
  ["2/13/16V:T130,17", CASES[1].type],
] as const;

it.each(STATED)("%s is stepped in its states as by the reference", async (text, type) => {
  await expectAsReference(type, text, [3, 4], 8);
});
