// How `gpu` comes by its kernel: which are tried on a grid, which one is kept, and that the cells never notice.

import { describe, expect, it } from "vitest";
import type { TuningMemory } from "../../engine/algorithms/algorithm.ts";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import { BIT_ROW } from "../../engine/algorithms/gpu/dense/bit-row-kernel.ts";
import type { DenseKernelType } from "../../engine/algorithms/gpu/dense/dense-kernel.ts";
import { createDenseUniverse, GPU_ALGORITHM } from "../../engine/algorithms/gpu/dense/gpu.ts";
import { kernelsFor } from "../../engine/algorithms/gpu/dense/kernel-choice.ts";
import type { GpuTopology } from "../../engine/algorithms/gpu/dense/step-source.ts";
import { stripsKernel } from "../../engine/algorithms/gpu/dense/strips-kernel.ts";
import { tileKernel } from "../../engine/algorithms/gpu/dense/tile-kernel.ts";
import { Tuner } from "../../engine/algorithms/gpu/dense/tuner.ts";
import { VECTOR_ROW } from "../../engine/algorithms/gpu/dense/vector-row-kernel.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { LIFE, parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { fillSoup } from "../support/fill-soup.ts";
import { heldGpu } from "../support/held-gpu.ts";

const TILE = tileKernel({ words: 4, rows: 16, reach: 8, threadRows: 4 });
const STRIPS = stripsKernel({ lengths: [2, 1], lanes: 32, chunkRows: 16, lastRows: 16, ahead: 2 });
const KERNELS = [BIT_ROW, TILE, VECTOR_ROW] as const;

/** Batches of ten milliseconds, in each of which a kernel gets so many rows done. */
function run(tuner: Tuner, speeds: ReadonlyMap<DenseKernelType, number>, batches: number): DenseKernelType[] {
  const used: DenseKernelType[] = [];
  for (let i = 0; i < batches; i++) {
    const kernel = tuner.wanted;
    if (used.at(-1) !== kernel) used.push(kernel);
    tuner.learn(kernel, speeds.get(kernel) ?? 1, 10);
  }
  return used;
}

describe("the tuner", () => {
  const speeds = new Map<DenseKernelType, number>([
    [BIT_ROW, 100],
    [TILE, 300],
    [VECTOR_ROW, 200],
  ]);

  it("tries one after the other and goes on with the fastest", () => {
    const memory = new Map<string, string>();
    const tuner = new Tuner(KERNELS, "here", memory);
    expect(run(tuner, speeds, 60)).toEqual([BIT_ROW, TILE, VECTOR_ROW, TILE]);
    expect(memory).toEqual(new Map([["here", TILE.id]]));
  });

  it("takes what it remembers, and searches anew where that is no candidate any more", () => {
    expect(run(new Tuner(KERNELS, "here", new Map([["here", VECTOR_ROW.id]])), speeds, 60)).toEqual([
      BIT_ROW,
      VECTOR_ROW,
    ]);
    const gone = new Map([["here", "a kernel of long ago"]]);
    expect(run(new Tuner(KERNELS, "here", gone), speeds, 60).at(-1)).toBe(TILE);
  });

  it("takes at once what it remembers where much is to be stepped", () => {
    const first = (memory: TuningMemory): readonly DenseKernelType[] =>
      run(new Tuner(KERNELS, "here", memory), speeds, 2);
    const known = { get: () => VECTOR_ROW.id, set: () => expect.unreachable() };
    expect(first(known)).toEqual([BIT_ROW]);
    expect(first({ ...known, eager: true })).toEqual([VECTOR_ROW]);
  });

  it("tries nothing where others find the kernel, and takes it when it is found", () => {
    let found: string | undefined;
    const memory = { follows: true, get: () => found, set: () => expect.unreachable() };
    const tuner = new Tuner(KERNELS, "here", memory);
    expect(run(tuner, speeds, 60)).toEqual([BIT_ROW]);
    found = VECTOR_ROW.id;
    expect(run(tuner, speeds, 60)).toEqual([BIT_ROW, VECTOR_ROW]);
    expect(tuner.searching).toBe(false);
  });

  it("leaves short runs alone, and what others measured", () => {
    const tuner = new Tuner(KERNELS, "here", new Map());
    expect(run(tuner, speeds, 4)).toEqual([BIT_ROW]);
    for (let i = 0; i < 50; i++) tuner.learn(TILE, 1000, 10);
    expect(tuner.wanted).toBe(BIT_ROW);
  });

  it("does not judge by short batches while they still grow", () => {
    const tuner = new Tuner(KERNELS, "here", new Map());
    while (tuner.wanted === BIT_ROW) tuner.learn(BIT_ROW, 100, 10);
    for (let i = 0; i < 5; i++) tuner.learn(TILE, 1, 1);
    expect(run(tuner, speeds, 60).at(-1)).toBe(TILE);
  });

  it("leaves a hopeless one after one batch, and one that cannot be compiled at once", () => {
    const slow = new Map<DenseKernelType, number>([
      [BIT_ROW, 300],
      [TILE, 10],
      [VECTOR_ROW, 200],
    ]);
    const tuner = new Tuner(KERNELS, "here", new Map());
    while (tuner.wanted === BIT_ROW) tuner.learn(BIT_ROW, 300, 10);
    // One to get going, and one that is timed.
    expect(run(tuner, slow, 2)).toEqual([TILE]);
    expect(tuner.wanted).toBe(VECTOR_ROW);
    tuner.giveUp(VECTOR_ROW);
    expect(tuner.wanted).toBe(BIT_ROW);
  });
});

describe("candidates", () => {
  const limits = { maxBufferSize: 2 ** 32, maxStorageBufferBindingSize: 2 ** 31 } as GPUSupportedLimits;
  const idsFor = (grid: string, software = false): string[] =>
    kernelsFor(parseUniverseRule(`B3/S23:${grid}`).topology as GpuTopology, { software, limits }, LIFE).map(
      ({ id }) => id,
    );

  it("are tiles for small grids, strips for large ones, and the one that needs no compiling first", () => {
    expect(idsFor("T100,100").every((id, i) => (i === 0 ? id === BIT_ROW.id : id.startsWith("tile")))).toBe(
      true,
    );
    const large = idsFor("P20000,20000");
    expect(large.slice(0, 2)).toEqual([BIT_ROW.id, VECTOR_ROW.id]);
    expect(large.slice(2).every((id) => id.startsWith("strips"))).toBe(true);
    expect(idsFor("T100,2000000").some((id) => id.startsWith("strips"))).toBe(false);
  });

  it("are tiles alone where a torus' edges are moved", () => {
    for (const software of [false, true]) {
      expect(idsFor("T3000+7,2000", software).every((id) => id.startsWith("tile"))).toBe(true);
    }
  });

  it("are few on a software adapter, which compiles slowly", () => {
    expect(idsFor("T4000,4000", true)).toEqual([BIT_ROW.id, VECTOR_ROW.id]);
    expect(idsFor("T224,4000", true)).toEqual([BIT_ROW.id]);
  });
});

describe("a universe that tries kernels while it runs", () => {
  const onGpu = heldGpu(openDawn);

  it("has the reference's cells at every look, also when the rule changes in the middle", async () => {
    const init = parseUniverseRule("B36/S23:T300,90");
    const kernels = [BIT_ROW, TILE, STRIPS, VECTOR_ROW] as const;
    const memory = new Map<string, string>();
    const universe = await createDenseUniverse(GPU_ALGORITHM, () => kernels, init, {
      ...onGpu,
      tuning: memory,
    });
    const reference = await REFERENCE.create(init, {});
    const rules = ["B03/S23", "B3/S12345"];
    try {
      await fillSoup(universe, { seed: 3, density: 0.4 });
      await reference.writeRuns(await universe.readRuns(), "or");
      // Until the search is over, and once more.
      for (let look = 0, over = 0; over < 2; look++) {
        if (memory.size > 0) over++;
        const target = universe.generation + 301n;
        await universe.step(target);
        await reference.step(target);
        expect(await universe.hash(), `${target}`).toBe(await reference.hash());
        const rule = look === 0 || over > 0 ? rules[over] : null;
        if (rule) for (const each of [universe, reference]) each.setRule(parseUniverseRule(rule).rule);
      }
      expect(kernels.map(({ id }) => id)).toContain([...memory.values()][0]);
    } finally {
      universe.dispose();
      reference.dispose();
    }
  });

  it("steps at once under a rule for other neighbours, whatever it stepped with before", async () => {
    const init = parseUniverseRule("B3/S23:T300,90");
    const compiled: string[] = [];
    const slow: DenseKernelType = {
      ...TILE,
      create: (place) => {
        const kernel = TILE.create(place);
        const prepare = kernel.prepare.bind(kernel);
        // The second rule is never compiled.
        kernel.prepare = () => (compiled.push("") > 1 ? new Promise(() => undefined) : prepare());
        return kernel;
      },
    };
    const tuning = new Map([
      [`${onGpu.adapter}, the grid :T300,90, moore, ${BIT_ROW.id} ${slow.id}`, slow.id],
    ]);
    const universe = await createDenseUniverse(GPU_ALGORITHM, () => [BIT_ROW, slow], init, {
      ...onGpu,
      tuning,
    });
    try {
      while (universe.searching) await universe.step(universe.generation + 200n);
      universe.setRule(parseUniverseRule("B2/S34H").rule);
      await universe.step(universe.generation + 10n);
      expect(compiled).toHaveLength(2);
    } finally {
      universe.dispose();
    }
  });

  it.each(["T50+7,30", "T50-3,30", "T40,33+5", "T64,20-19", "T1+1,5", "T7,1+3"])(
    "runs a torus whose edges are moved: %s",
    async (grid) => {
      for (const rule of ["B3/S23", "B2/S34H", "B03/S23V"]) {
        const init = parseUniverseRule(`${rule}:${grid}`);
        const universe = await GPU_ALGORITHM.create(init, onGpu);
        const reference = await REFERENCE.create(init, {});
        try {
          const soup = await reference.readBlock({ x: -25n, y: -17n, w: 64n, h: 40n });
          soup.words.forEach((_, i) => {
            soup.words[i] = Math.imul(i + 1, 0x9e3779b1);
          });
          for (const each of [universe, reference]) {
            await each.writeBlock(soup, "copy");
            await each.step(19n);
          }
          expect(await universe.hash(), rule).toBe(await reference.hash());
        } finally {
          universe.dispose();
          reference.dispose();
        }
      }
    },
  );
});
