import { describe, expect, it } from "vitest";
import type { AlgorithmEnvironment } from "../../engine/algorithms/algorithm.ts";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import {
  BLOCK_TABLE,
  BLOCK_TABLE_FEWER_THREADS,
} from "../../engine/algorithms/gpu/comparison/block-kernel.ts";
import { LIST } from "../../engine/algorithms/gpu/comparison/list-kernel.ts";
import { NAIVE, NAIVE_PAIRS } from "../../engine/algorithms/gpu/comparison/naive-kernel.ts";
import { ROW, wideRowKernel } from "../../engine/algorithms/gpu/comparison/row-kernel.ts";
import { scanKernel } from "../../engine/algorithms/gpu/comparison/scan-kernel.ts";
import {
  GPU_BLOCK,
  GPU_LIST,
  GPU_NAIVE,
  GPU_ROW,
  GPU_TILE,
  SEED_ALGORITHMS,
} from "../../engine/algorithms/gpu/comparison/seed-algorithms.ts";
import { SKIP } from "../../engine/algorithms/gpu/comparison/skip-kernel.ts";
import { TILE, tileKernel, tileSide } from "../../engine/algorithms/gpu/comparison/tile-kernel.ts";
import { BIT_ROW } from "../../engine/algorithms/gpu/dense/bit-row-kernel.ts";
import type { DenseKernelType, Side } from "../../engine/algorithms/gpu/dense/dense-kernel.ts";
import { DenseStepper } from "../../engine/algorithms/gpu/dense/dense-stepper.ts";
import { createDenseUniverse } from "../../engine/algorithms/gpu/dense/gpu.ts";
import type { GpuTopology } from "../../engine/algorithms/gpu/dense/step-source.ts";
import { ALGORITHMS, algorithmNamed } from "../../engine/algorithms/registry.ts";
import type { TessellaError } from "../../engine/core/errors.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { gridRect } from "../../engine/core/topology.ts";
import { download } from "../../engine/gpu/buffers.ts";
import { acquireDevice } from "../../engine/gpu/device.ts";
import { packedLayout } from "../../engine/gpu/packed-layout.ts";
import { StepPass } from "../../engine/gpu/step-pass.ts";
import { BUFFER_USAGE } from "../../engine/gpu/webgpu-flags.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { describeContract } from "../support/contract.ts";
import { heldGpu } from "../support/held-gpu.ts";
import { describeSeeds } from "../support/seed-cases.ts";

const onGpu = heldGpu(openDawn);
const environment = (): AlgorithmEnvironment => onGpu;

describeSeeds(async () => onGpu.gpu, { runs: 1, scripts: 2 });

// One of each form: a word a cell, with a list, packed. The list lies beside a word a cell, and the packed form is that of "gpu",
// which is put through all of its grids in agree.test.ts; so these are tried on two, and the first on one of each kind. Not those with barriers: a software adapter takes minutes for
// the batches that a stopped step has submitted.
const ONE_OF_EACH = ["B3/S23:F35,34", "B03/S23:T37,29"];
describeContract(GPU_NAIVE, { grids: 7, sample: ONE_OF_EACH, environment });
for (const algorithm of [GPU_LIST, GPU_ROW])
  describeContract(algorithm, { grids: 7, sample: ["B03/S23:T37,29"], environment });

it("all kernels that are there to be compared with are in the list that is tested here", () => {
  // HashLife has tests of its own (hashlife.test.ts).
  const compared = ALGORITHMS.list().filter(
    ({ needsGpu, forComparison, leaps }) => needsGpu && forComparison && !leaps,
  );
  expect(compared).toEqual(SEED_ALGORITHMS);
});

// Wide enough that words, workgroups and dispatches all end somewhere in the middle. Those with a thread a cell take up to a
// minute for it on a software adapter; they were run once.
it.each([GPU_BLOCK, GPU_ROW])("$id on 16,001 x 257 cells is the reference", async (algorithm) => {
  const init = parseUniverseRule("B3/S23:T16001,257");
  const soup = soupBlock({ seed: 7, density: 0.4, width: 16_001, height: 257 });
  const hashes = await Promise.all(
    [REFERENCE, algorithm].map(async (each) => {
      const universe = await each.create(init, onGpu);
      await universe.writeBlock(soup, "copy");
      await universe.step(2n);
      const hash = await universe.hash();
      universe.dispose();
      return hash;
    }),
  );
  expect(hashes[1]).toBe(hashes[0]);
});

describe("one grid under several kernels", () => {
  it("keeps its cells when one takes over from another, whatever their forms", async () => {
    const { rule, topology } = parseUniverseRule("B36/S23:T75,40");
    const kernels = [NAIVE, BIT_ROW, LIST, ROW, SKIP, BLOCK_TABLE, TILE, LIST, NAIVE, SKIP] as const;
    const soup = soupBlock({ seed: 5, density: 0.4, width: 75, height: 40 });
    const device = await acquireDevice(onGpu.gpu);
    const stepper = await DenseStepper.create(device, topology as GpuTopology, rule, kernels);
    const reference = await REFERENCE.create({ rule, topology }, {});
    try {
      stepper.touch();
      device.queue.writeBuffer(stepper.present, 0, soup.words);
      await reference.writeBlock(soup, "copy");
      for (const [at, kernel] of kernels.entries()) {
        await stepper.prepareKernel(kernel);
        stepper.take(kernel);
        const from = 2 * at;
        expect(stepper.submit(BigInt(from), 2n, 80)?.generations, kernel.id).toBe(2);
        await reference.step(BigInt(from + 2));
        // Every other one is looked at only after the next has taken over.
        if (at % 2 === 0) continue;
        const box = { column: 0, row: 0, columns: stepper.layout.columns, rows: 40 };
        const words = await download(device, stepper.present, stepper.layout, box);
        expect(words, kernel.id).toEqual((await reference.readBlock(gridRect(topology) as Rect)).words);
      }
    } finally {
      stepper.dispose();
      device.release();
    }
  });
});

describe("tiles", () => {
  it.each([3, 8, 16])("of side %d cut off at any place", async (side) => {
    for (const text of ["B3/S23:T19,11", "B2/S34H:F33,17", "B13/S024V:P16,7", "B3/S23:T1,5"]) {
      const init = parseUniverseRule(text);
      const universe = await createDenseUniverse(GPU_TILE, () => [tileKernel(side)], init, onGpu);
      const reference = await REFERENCE.create(init, {});
      const soup = soupBlock({
        seed: 8,
        density: 0.5,
        width: universe.topology.width,
        height: universe.topology.height,
      });
      for (const each of [universe, reference]) {
        await each.writeBlock(soup, "copy");
        await each.step(3n);
      }
      expect(await universe.hash(), text).toBe(await reference.hash());
      universe.dispose();
    }
  });

  it("are 32 x 32 where the adapter has so many threads for a workgroup", () => {
    const limits = (threads: number, side: number): GPUSupportedLimits =>
      ({
        maxComputeInvocationsPerWorkgroup: threads,
        maxComputeWorkgroupSizeX: side,
        maxComputeWorkgroupSizeY: side,
      }) as GPUSupportedLimits;
    expect(tileSide(limits(1024, 1024))).toBe(32);
    expect(tileSide(limits(1024, 16))).toBe(16);
    expect(tileSide(limits(256, 256))).toBe(16);
  });
});

describe("an experiment", () => {
  // A table for four neighbours takes a quarter of that for hexagons, which is the same otherwise.
  const WIDE = wideRowKernel("von-neumann");
  it.each([
    [NAIVE_PAIRS, ["B36/S23:T75,41", "B2/S34H:F45,19", "B13/S024V:P64,17", "B3/S23:T1,5"]],
    [BLOCK_TABLE_FEWER_THREADS, ["B36/S23:T75,301", "B2/S34H:F45,19", "B13/S024V:P64,21"]],
    [scanKernel(), ["B36/S23:T175,141", "B2/S34H:F45,19", "B0/S01234678:F33,29", "B13/S024V:P64,17"]],
    [scanKernel(2), ["B3/S23:P75,66"]],
    [WIDE, ["B13/S024V:T75,41"]],
  ] as const)("$id has the reference's cells", async (type, texts) => {
    for (const text of texts) {
      const init = parseUniverseRule(text);
      const { w, h } = gridRect(init.topology) as Rect;
      const soup = soupBlock({ seed: 3, density: 0.1, width: Number(w), height: Number(h) });
      const reference = await REFERENCE.create(init, {});
      const universe = await createDenseUniverse(GPU_ROW, () => [type], init, onGpu);
      for (const each of [reference, universe]) await each.writeBlock(soup, "copy");
      for (const generation of [3n, 20n]) {
        for (const each of [reference, universe]) await each.step(generation);
        expect(await universe.hash(), `${text} at ${generation}`).toBe(await reference.hash());
      }
      universe.dispose();
    }
  });

  it("has a name, and the rules that it cannot step are refused in a sentence", () => {
    const refusals = ["naive-2", "row-8", "block-8", "list-scan"].map((id) => {
      const { rule, topology } = parseUniverseRule("B3/S23:T64,64");
      return algorithmNamed(id).refuses(rule, topology);
    });
    expect(refusals).toEqual([
      null,
      "The kernel row-8 has a table for hexagons only: use `gpu-row`.",
      null,
      null,
    ]);
  });
});

describe("what is to be left out is left out", () => {
  /** A blinker in the middle of 160 x 40 cells, stepped a few times by a kernel that is held by its own two buffers. */
  async function afterBlinking(
    type: DenseKernelType,
    look: (
      buffers: readonly [GPUBuffer, GPUBuffer],
      step: () => void,
      word: (at: number) => Promise<number>,
    ) => Promise<void>,
  ): Promise<void> {
    const device = await acquireDevice(onGpu.gpu);
    const { rule, topology } = parseUniverseRule("B3/S23:P160,40");
    const layout = packedLayout(160, 40);
    const buffer = (label: string): GPUBuffer =>
      device.device.createBuffer({
        label,
        size: type.bytes(160, 40),
        usage: BUFFER_USAGE.storage | BUFFER_USAGE.copySource | BUFFER_USAGE.copyTarget,
      });
    const cells = [buffer("first"), buffer("second")] as const;
    const kernel = type.create({ gpu: device, topology: topology as GpuTopology, layout, cells });
    const run = (encode: (pass: StepPass) => void): void => {
      const encoder = device.device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      encode(new StepPass(pass));
      pass.end();
      device.queue.submit([encoder.finish()]);
    };
    let side: Side = 1;
    const step = (): void => {
      run((pass) => kernel.encode(pass, side, 0n, 1));
      side = side === 0 ? 1 : 0;
    };
    try {
      kernel.setRule(rule);
      await kernel.prepare();
      for (const row of [19, 20, 21])
        device.queue.writeBuffer(cells[0], (row * layout.stride + 2) * 4, Uint32Array.of(1 << 16));
      run((pass) => kernel.conversion?.fromPacked(pass, 0));
      for (let i = 0; i < 4; i++) step();
      await look(cells, step, async (at) => {
        const line = {
          width: 32,
          height: 1,
          columns: 1,
          stride: type.bytes(160, 40) / 4,
          bytes: type.bytes(160, 40),
        };
        return (await download(device, cells[side], line, { column: at, row: 0, columns: 1, rows: 1 }))[0];
      });
    } finally {
      kernel.dispose();
      for (const each of cells) each.destroy();
      device.release();
    }
  }

  it("dead blocks far from what lives are not written, and those near it are", async () => {
    await afterBlinking(SKIP, async ([first], step, word) => {
      const device = await acquireDevice(onGpu.gpu);
      // Two cells that nobody knows of, in the buffer that the next step writes: one in the blinker's block, one far away.
      const [far, near] = [3 * 160 + 5, 20 * 160 + 70];
      for (const at of [far, near]) device.queue.writeBuffer(first, at * 4, Uint32Array.of(1));
      step();
      expect(await word(far)).toBe(1);
      expect(await word(near)).toBe(0);
      device.release();
    });
  });

  it("the list holds the cells around what lives and no others", async () => {
    await afterBlinking(LIST, async (_buffers, _step, word) => {
      expect(await word(2 * 160 * 40)).toBe(15);
    });
  });
});

describe("limits", () => {
  // One direction of a dispatch takes 65,535 workgroups; this grid has more, and a high one of as many would have them numbered
  // through alike. Whatever has a word a cell numbers them so, and the look-up kernels number theirs as `gpu` does.
  it("has room for a long side", async () => {
    const init = parseUniverseRule("B3/S23:T2100001,1");
    const grid = gridRect(init.topology) as Rect;
    const soup = soupBlock({ seed: 2, density: 0.5, width: Number(grid.w), height: Number(grid.h) });
    const expected = await REFERENCE.create(init, {});
    await expected.writeBlock(soup, "copy");
    await expected.step(1n);
    const { words } = await expected.readBlock(grid);
    const universe = await GPU_NAIVE.create(init, onGpu);
    await universe.writeBlock(soup, "copy");
    await universe.step(1n);
    // Many numbers are compared, and a difference is not worth being drawn.
    const actual = (await universe.readBlock(grid)).words;
    expect(actual.findIndex((word, at) => word !== words[at])).toBe(-1);
    expect(actual).toHaveLength(words.length);
    universe.dispose();
  });

  it.each(SEED_ALGORITHMS)("$id names the largest square that fits", async (algorithm) => {
    const init = parseUniverseRule("B3/S23:T300000,300000");
    const refusal: TessellaError = await algorithm.create(init, { ...onGpu, memoryMegabytes: 2 ** 20 }).then(
      () => expect.fail("it was accepted"),
      (error: TessellaError) => error,
    );
    expect(refusal.code).toBe("too-large");
    expect(refusal.message).toMatch(/the largest square that fits is [\d,]+ x [\d,]+ cells\.$/);
  });

  it("a word a cell leaves room for 22,000 x 22,000 in what WebGPU binds at most", () => {
    expect(NAIVE.bytes(22000, 22000)).toBeLessThanOrEqual(2 ** 31 - 4);
    expect(NAIVE.bytes(22000, 22000)).toBe(4 * 22000 ** 2);
    expect(SKIP.bytes(22000, 22000)).toBeLessThanOrEqual(2 ** 31 - 4);
  });

  it.each([
    ["B3/S23", "bitwise"],
    ["B3/S23:T0,20", "bitwise"],
    ["B3/S23:T30+1,20", "bitwise"],
    ["B3/S23:K30*,20", "reference"],
    ["B3/S23:S20", "reference"],
  ])("refuses %s and names %s instead", (text, instead) => {
    const { rule, topology } = parseUniverseRule(text);
    for (const { id, refuses } of SEED_ALGORITHMS) {
      expect(refuses(rule, topology)).toMatch(new RegExp(`^The algorithm ${id} .*\`${instead}\`\\.$`));
    }
  });
});

describe("a generation too long for one batch", () => {
  it.each([NAIVE, tileKernel(8), ROW, BLOCK_TABLE])(
    "is divided by $id, and dropped when somebody looks",
    async (kernel) => {
      const { rule, topology } = parseUniverseRule("B03/S23:T75,301");
      const soup = soupBlock({ seed: 5, density: 0.4, width: 75, height: 301 });
      const reference = await REFERENCE.create({ rule, topology }, {});
      await reference.writeBlock(soup, "copy");
      const device = await acquireDevice(onGpu.gpu);
      const stepper = await DenseStepper.create(device, topology as GpuTopology, rule, [kernel]);
      try {
        stepper.touch();
        device.queue.writeBuffer(stepper.present, 0, soup.words);
        const box = { column: 0, row: 0, columns: stepper.layout.columns, rows: 301 };
        let parts = 0;
        for (let generation = 0n; generation < 3n; parts++) {
          const done = stepper.submit(generation, 1n, 9);
          if (parts === 1) {
            expect(done?.generations, kernel.id).toBe(0);
            expect(await download(device, stepper.present, stepper.layout, box)).toEqual(soup.words);
          }
          generation += BigInt(done?.generations ?? 0);
        }
        expect(parts).toBeGreaterThan(3);
        await reference.step(3n);
        const expected = (await reference.readBlock(gridRect(topology) as Rect)).words;
        expect(await download(device, stepper.present, stepper.layout, box)).toEqual(expected);
      } finally {
        stepper.dispose();
        device.release();
      }
    },
  );
});
