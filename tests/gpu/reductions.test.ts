// What the GPU says of many cells in a few numbers, against the same worked out on the CPU.

import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createGpuUniverse } from "../../engine/algorithms/gpu/dense/gpu.ts";
import type { GpuUniverse } from "../../engine/algorithms/gpu/dense/gpu-universe.ts";
import { censusOf, joinParts, MOST_BANDS, planCensus } from "../../engine/algorithms/gpu/reduce/census.ts";
import { byteSums } from "../../engine/algorithms/gpu/reduce/state-hash.ts";
import { createBlock, setBlockRun } from "../../engine/core/block.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { rect } from "../../engine/core/rect.ts";
import { blockToRuns, RunsBuilder, runsBounds, runsPopulation } from "../../engine/core/runs.ts";
import { HASH_A, hashAdd, hashBlock, hashPow } from "../../engine/core/state-hash.ts";
import { gridRect } from "../../engine/core/topology.ts";
import type { GridBox } from "../../engine/gpu/packed-layout.ts";
import { packedLayout } from "../../engine/gpu/packed-layout.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { fillSoup } from "../support/fill-soup.ts";
import { holdGpu } from "../support/held-gpu.ts";
import { equalRuns, hashRuns } from "../support/runs.ts";

let gpu: GPU;

const open = (text: string): Promise<GpuUniverse> => createGpuUniverse(parseUniverseRule(text), { gpu });

beforeAll(async () => {
  ({ gpu } = await holdGpu(openDawn));
});

/** Grids of every shape: one word wide, one row high, wider than a workgroup's segment, higher than there are bands. */
const SHAPES = ["P1,1", "P31,5", "P33,1", "P1,3000", "P300000,1", "P20011,3", "P257,2500", "P1000,77"];

describe.each(SHAPES)("on %s", (size) => {
  it("population, bounds, hash and runs are those of the cells", async () => {
    const universe = await open(`B3/S23:${size}`);
    const grid = gridRect(universe.topology) as Rect;
    const [width, height] = [Number(grid.w), Number(grid.h)];
    const cell = fc.record({
      x: fc.nat(width - 1),
      y: fc.nat(height - 1),
      w: fc.integer({ min: 1, max: 100 }),
      h: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { maxLength: 6 }), async (boxes) => {
        const block = createBlock(grid.x, grid.y, width, height);
        for (const { x, y, w, h } of boxes) {
          for (let j = y; j < Math.min(height, y + h); j++) setBlockRun(block, x, j, Math.min(w, width - x));
        }
        await universe.writeBlock(block, "copy");
        const runs = blockToRuns(block);
        expect(await universe.population()).toBe(BigInt(runsPopulation(runs)));
        expect(await universe.bounds()).toEqual(runsBounds(runs));
        expect(await universe.hash()).toBe(hashRuns(runs));
        expect(equalRuns(await universe.readRuns(), runs)).toBe(true);
      }),
      { numRuns: 6 },
    );
    universe.dispose();
  });

  it("the hash of a soup is the one of the CPU", async () => {
    const universe = await open(`B3/S23:${size}`);
    await fillSoup(universe, { seed: 4, density: 0.5 });
    const block = await universe.readBlock(gridRect(universe.topology) as Rect);
    expect(await universe.hash()).toBe(hashBlock(block));
    await fillSoup(universe, { seed: 4, density: 1 });
    expect(await universe.population()).toBe(BigInt(block.w) * BigInt(block.h));
    const full = await universe.readBlock(gridRect(universe.topology) as Rect);
    expect(await universe.hash()).toBe(hashBlock(full));
    universe.dispose();
  });
});

describe("what is moved", () => {
  it("is a few kilobytes for numbers, and the parts in which something lives for cells", async () => {
    const universe = await open("B3/S23:T8192,6000");
    const runs = new RunsBuilder();
    runs.add(-4000, -2900, 40);
    runs.add(3500, 2900, 3);
    const cells = runs.build(0n, 0n);
    await universe.writeRuns(cells, "or");
    const moved = await bytesMapped(async () => {
      expect(await universe.population()).toBe(43n);
      expect(await universe.bounds()).toEqual(rect(-4000, -2900, 7503, 5801));
      expect(await universe.hash()).toBe(hashRuns(cells));
    });
    expect(moved).toBeLessThan(2 ** 16);
    const read = await bytesMapped(async () => {
      expect(equalRuns(await universe.readRuns(), cells)).toBe(true);
    });
    expect(read).toBeLessThan(2 ** 16);
    const block = await bytesMapped(async () => {
      const region = rect(-4050, -2950, 8000, 5900);
      expect(hashBlock(await universe.readBlock(region))).toBe(hashRuns(cells));
    });
    expect(block).toBeLessThan(2 ** 16);
    universe.dispose();
  });
});

describe("the census", () => {
  it("needs no more bands and segments than a dispatch has, and no band that a word cannot count", () => {
    const side = fc.integer({ min: 1, max: 2 ** 31 - 1 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        fc.pre(width * height <= 2 ** 35);
        const box = { left: 0, top: 0, width, height };
        const { groups, place } = planCensus(packedLayout(width, height), box);
        expect(groups[0]).toBeLessThanOrEqual(65535);
        expect(groups[1]).toBeLessThanOrEqual(MOST_BANDS);
        expect(groups[1] * (place[7] as number)).toBeGreaterThanOrEqual(height);
        expect(groups[0] * (place[8] as number)).toBeGreaterThanOrEqual(place[2] as number);
        expect((place[7] as number) * width).toBeLessThan(2 ** 32);
      }),
    );
  });

  it("finds nothing in empty bands", () => {
    const box = { left: 40, top: 7, width: 100, height: 20 };
    expect(censusOf(box, new Uint32Array(10))).toEqual({ population: 0n, bounds: null, parts: [] });
  });

  it("joins what is cheaper to read at once, and keeps the rest apart", () => {
    const part = (left: number, top: number, width: number, height: number): GridBox => ({
      left,
      top,
      width,
      height,
    });
    const near = [part(0, 0, 100, 10), part(50, 20, 100, 10)];
    expect(joinParts(near, 2 ** 25)).toEqual([part(0, 0, 150, 30)]);
    expect(joinParts(near, 1000)).toEqual(near);
    const far = [part(0, 0, 10, 10), part(20_000, 8000, 10, 10)];
    expect(joinParts(far, 2 ** 25)).toEqual(far);
  });
});

it("the table of bytes holds the hash of each", () => {
  const words = byteSums();
  for (const [k, value] of [
    [0, 1],
    [1, 0x81],
    [3, 0xff],
  ] as const) {
    let sum = 0n;
    for (let i = 0; i < 8; i++) {
      if ((value >> i) & 1) sum = hashAdd(sum, hashPow(HASH_A, BigInt(8 * k + i)));
    }
    const at = 2 * (256 * k + value);
    expect((BigInt(words[at + 1] as number) << 32n) | BigInt(words[at] as number)).toBe(sum);
  }
});

/** Bytes that buffers were mapped for meanwhile. */
async function bytesMapped(work: () => Promise<void>): Promise<number> {
  const prototype = Object.getPrototypeOf(await anyBuffer()) as GPUBuffer;
  const map = vi.spyOn(prototype, "mapAsync");
  await work();
  const bytes = map.mock.calls.reduce((sum, [, , size]) => sum + (size as number), 0);
  const asked = map.mock.calls.length;
  map.mockRestore();
  expect(asked).toBeGreaterThan(0);
  return bytes;
}

async function anyBuffer(): Promise<GPUBuffer> {
  const device = await ((await gpu.requestAdapter()) as GPUAdapter).requestDevice();
  const buffer = device.createBuffer({ size: 4, usage: 4 });
  device.destroy();
  return buffer;
}
