// Tables and trees on the GPU: looked up row by row, and short ones as circuits.

import { describe, expect, it } from "vitest";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import type { DenseKernelType } from "../../engine/algorithms/gpu/dense/dense-kernel.ts";
import { DenseStepper } from "../../engine/algorithms/gpu/dense/dense-stepper.ts";
import {
  createDenseUniverse,
  createGpuUniverse,
  GPU_ALGORITHM,
} from "../../engine/algorithms/gpu/dense/gpu.ts";
import { kernelsFor } from "../../engine/algorithms/gpu/dense/kernel-choice.ts";
import { kernelSort } from "../../engine/algorithms/gpu/dense/kernel-shapes.ts";
import { ROW_CODES, rowCodeKernel } from "../../engine/algorithms/gpu/dense/row-code-kernel.ts";
import type { GpuTopology } from "../../engine/algorithms/gpu/dense/step-source.ts";
import { stripsKernel } from "../../engine/algorithms/gpu/dense/strips-kernel.ts";
import { tileKernel } from "../../engine/algorithms/gpu/dense/tile-kernel.ts";
import { blockStride, planesOf } from "../../engine/core/block.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import type { BoundedTopology } from "../../engine/core/topology.ts";
import { parseTopology } from "../../engine/core/topology.ts";
import { download } from "../../engine/gpu/buffers.ts";
import { acquireDevice } from "../../engine/gpu/device.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { ruleOfFile } from "../../engine/rules/files/rule-file.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { parseRule } from "../../engine/rules/universe-rule.ts";
import { heldGpu } from "../support/held-gpu.ts";
import { randomTable } from "../support/random-table.ts";

const onGpu = heldGpu(openDawn);

/** All topologies that `gpu` takes, of odd sizes, a cell short of whole words, smaller than a word, and of whole words. */
const GRIDS = ["T95,41", "T64,32", "T45+7,31", "T70,9-13", "P133,20", "P9,70", "F64,33", "T1,5", "T3000,6"];

/** One of each kind, shifted both ways, and with the ends of words inside: what rules differ in is not at their edges. */
const FEW_GRIDS = ["T45+7,31", "T70,9-13", "P133,20", "F64,33"];

/** What long tables differ in for a kernel. */
const RULES: readonly (readonly [about: string, rule: () => Rule])[] = [
  ["a table of two bits", () => randomTable(4, "Moore", 60)],
  ["a table whose codes are looked up in pairs", () => randomTable(10, "Moore", 600)],
  ["a table of hexagons", () => randomTable(17, "hexagonal", 60)],
  ["a table with more rows than workgroups hold", () => randomTable(70, "vonNeumann", 2500)],
  ["JvN29", () => parseRule("JvN29")],
];

/** Runs both in parts, with another rule of as many states in the middle. */
async function expectAsReference(
  rule: Rule,
  grid: string,
  { next, kernel }: { next?: Rule; kernel?: DenseKernelType } = {},
): Promise<void> {
  const topology = parseTopology(grid) as BoundedTopology;
  const init = { rule, topology };
  const few = Array.from({ length: 20 }, (_, i) => 1 + (i % 3));
  const states = [...few, ...Array.from({ length: rule.states - 1 }, (_, i) => i + 1)];
  const { width, height } = topology;
  const soup = soupBlock({ seed: 5, density: 0.7, width, height, states });
  const ours = kernel
    ? await createDenseUniverse(GPU_ALGORITHM, () => [kernel], init, onGpu)
    : await createGpuUniverse(init, onGpu);
  const theirs = await REFERENCE.create(init, {});
  for (const universe of [ours, theirs]) {
    await universe.writeBlock(soup, "copy");
    await universe.step(7n);
  }
  expect(await ours.hash(), `${rule.text} on ${grid}`).toBe(await theirs.hash());
  for (const other of next ? [next, rule] : []) {
    for (const universe of [ours, theirs]) {
      universe.setRule(other);
      await universe.step(universe.generation + 3n);
    }
    expect(await ours.hash(), `${other.text} on ${grid}, then`).toBe(await theirs.hash());
  }
  for (const universe of [ours, theirs]) universe.dispose();
}

/** Those of whose cells neighbours see a bit. */
const SEEN = [
  ["WireWorld", () => parseRule("WireWorld")],
  [
    "a table of five states whose neighbours are heads or not",
    () =>
      ruleOfFile({
        name: "Heads",
        text: `@RULE Heads
@TABLE
n_states:5
neighborhood:vonNeumann
symmetries:none
${["a", "b", "c"].map((name) => `var ${name}={0,2,3,4}`).join("\n")}
0,1,a,b,c,1
0,a,b,1,c,2
1,1,a,b,c,3
2,a,b,c,1,1
3,a,1,b,c,4
4,a,1,1,b,0`,
      }),
  ],
] as const;

describe("by circuits", () => {
  const KERNELS = [
    [tileKernel({ words: 2, rows: 6, reach: 5, threadRows: 2 }), ["T77,41", "T45+7,31", "P61,20", "F70,33"]],
    [
      stripsKernel({ lengths: [2, 1], lanes: 32, chunkRows: 7, lastRows: 7, ahead: 2 }),
      ["T290,41", "P257,20", "F300,33"],
    ],
  ] as const;

  it.each(SEEN)("%s is the reference's on tiles and strips", async (_, make) => {
    const rule = make();
    expect(kernelSort(rule)).toBe("circuit");
    // The other rule has a plane more, which is the same to each kind of grid.
    const all = rule.states === 4;
    for (const [kernel, grids] of KERNELS)
      for (const grid of all ? grids : grids.slice(0, 1)) await expectAsReference(rule, grid, { kernel });
  });

  it("are what a GPU tries beside look-ups, and a software adapter does not", () => {
    const limits = { maxBufferSize: 2 ** 32, maxStorageBufferBindingSize: 2 ** 31 } as GPUSupportedLimits;
    const idsFor = (grid: string, rule: Rule, software = false) =>
      kernelsFor(parseTopology(grid) as GpuTopology, { software, limits }, rule).map(({ id }) => id);
    const wires = parseRule("WireWorld");
    expect(idsFor("T100,100", parseRule("JvN29"))).toEqual(["row-codes"]);
    expect(idsFor("T100,100", wires, true)).toEqual(["row-codes"]);
    for (const grid of ["T100,100", "T100+3,100", "P20000,20000"]) {
      const [first, ...others] = idsFor(grid, wires);
      expect(first).toBe("row-codes");
      expect(others.length).toBeGreaterThan(2);
      expect(others.every((id) => /^(tile|strips)-/.test(id))).toBe(true);
    }
  });
});

describe("by look-ups", () => {
  it.each(RULES)("%s is the reference's on all kinds of grid", async (_, make) => {
    const rule = make();
    for (const grid of make === RULES[0]?.[1] ? GRIDS : FEW_GRIDS) {
      expect(GPU_ALGORITHM.refuses(rule, parseTopology(grid))).toBeNull();
      await expectAsReference(rule, grid);
    }
  });

  it("cells written out are what they are in a loop", async () => {
    const kernel = rowCodeKernel({ lanes: 64, unrolled: true });
    for (const grid of ["T77,41", "P133,20"])
      await expectAsReference(randomTable(4, "Moore", 60), grid, { kernel });
  });

  it("a generation in parts is a whole one", async () => {
    const rule = randomTable(4, "Moore", 60);
    const gpu = await acquireDevice(onGpu.gpu);
    const cells = soupBlock({ seed: 2, density: 0.5, width: 320, height: 333, states: [1, 2, 3] });
    const parted = async (rows: number): Promise<Uint32Array> => {
      const topology = parseTopology("T320,333") as GpuTopology;
      const stepper = await DenseStepper.create(gpu, topology, rule, [ROW_CODES]);
      const { layout } = stepper;
      planesOf(cells).forEach(({ words }, plane) => {
        const at = 4 * plane * layout.planeRows * layout.stride;
        for (let row = 0; row < 333; row++)
          gpu.queue.writeBuffer(
            stepper.present,
            at + 4 * row * layout.stride,
            words,
            row * blockStride(cells.w),
            10,
          );
      });
      let parts = 0;
      for (let done = 0; done < 1; parts++) done += stepper.submit(0n, 1n, rows)?.generations ?? 0;
      expect(parts).toBe(Math.ceil(333 / Math.max(rows, 64)));
      const box = { column: 0, row: 0, columns: layout.stride, rows: layout.planes * layout.planeRows };
      const words = await download(gpu, stepper.present, layout, box);
      stepper.dispose();
      return words;
    };
    const [whole, some] = [await parted(333), await parted(64)];
    expect(some).toEqual(whole);
    expect(whole.some((word) => word > 0)).toBe(true);
    gpu.release();
  });

  it("a rule takes the place of one that counts, fades or looks up, and gives it back", async () => {
    await expectAsReference(parseRule("345/2/4"), "T77,41", { next: parseRule("WireWorld") });
    await expectAsReference(randomTable(8, "Moore", 100), "P50,41", {
      next: randomTable(7, "vonNeumann", 60),
    });
    await expectAsReference(parseRule("JvN29"), "T50,41", { next: parseRule("B3/S23") });
  });
});
