// Rasters counted on the GPU, level by level, and kept as long as the cells stay as they are.

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createGpuUniverse } from "../../engine/algorithms/gpu/gpu.ts";
import type { GpuUniverse } from "../../engine/algorithms/gpu/gpu-universe.ts";
import { packedLayout } from "../../engine/algorithms/gpu/packed-layout.ts";
import { rasterLevels, wholeScale } from "../../engine/algorithms/gpu/raster-levels.ts";
import type { Block } from "../../engine/core/block.ts";
import { addBlockToRaster, createRaster } from "../../engine/core/raster.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { gridRect } from "../../engine/core/topology.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";

let gpu: GPU;
let universe: GpuUniverse;
let cells: Block;

beforeAll(async () => {
  gpu = await openDawn();
  universe = await createGpuUniverse(parseUniverseRule("B3/S23:P5003,2111"), { gpu });
  await universe.fillSoup({ seed: 3, density: 0.3 });
  cells = await universe.readBlock(gridRect(universe.topology) as Rect);
});

afterAll(() => universe.dispose());

/** Passes of each kind encoded meanwhile. */
async function passesOf(work: () => Promise<unknown>): Promise<{ ofCells: number; ofRasters: number }> {
  const device = await ((await gpu.requestAdapter()) as GPUAdapter).requestDevice();
  const prototype = Object.getPrototypeOf(device.createCommandEncoder()) as GPUCommandEncoder;
  device.destroy();
  const begin = vi.spyOn(prototype, "beginComputePass");
  await work();
  const labels = begin.mock.calls.map(([descriptor]) => descriptor?.label);
  begin.mockRestore();
  return {
    ofCells: labels.filter((label) => label === "raster of cells").length,
    ofRasters: labels.filter((label) => label === "raster of a raster").length,
  };
}

describe("rasters", () => {
  it("are those of the CPU at any scale and place", async () => {
    const offset = fc.integer({ min: -4000, max: 4000 });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 17 }),
        offset,
        offset,
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 60 }),
        async (scale, x, y, width, height) => {
          const request = { x: BigInt(x), y: BigInt(y), width, height, scale };
          const expected = createRaster(request);
          addBlockToRaster(expected, cells);
          expect(await universe.raster(request)).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("far away from the grid are empty", async () => {
    const raster = await universe.raster({ x: 2n ** 70n, y: -(2n ** 60n), width: 9, height: 3, scale: 7 });
    expect(raster.counts).toEqual(new Float32Array(27));
  });

  it("read the cells once for all views of a generation", async () => {
    const at = (x: bigint, scale: number) => universe.raster({ x, y: -900n, width: 30, height: 20, scale });
    await at(-2000n, 8);
    expect(await passesOf(() => at(-2000n, 8))).toEqual({ ofCells: 0, ofRasters: 0 });
    expect(await passesOf(() => at(500n, 8))).toEqual({ ofCells: 0, ofRasters: 1 });
    expect(await passesOf(() => at(-2000n, 11))).toEqual({ ofCells: 0, ofRasters: 2 });
    const before = await at(-2000n, 8);
    await universe.step(universe.generation + 1n);
    expect(await passesOf(() => at(-2000n, 8))).toEqual({ ofCells: 1, ofRasters: 1 });
    expect((await at(-2000n, 8)).counts).not.toEqual(before.counts);
    await universe.clear();
    expect((await at(-2000n, 8)).counts.some((count) => count > 0)).toBe(false);
  });
});

describe("the levels", () => {
  it("stay within a dispatch and 16 MB, however the grid is shaped", () => {
    const side = fc.integer({ min: 1, max: 2 ** 31 - 1 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        fc.pre(width * height <= 2 ** 35);
        const layout = packedLayout(width, height);
        const whole = wholeScale(layout);
        const view = { scale: whole + 2, originX: -3, originY: -1, firstColumn: 0, firstRow: 0 };
        const seen = { ...view, endColumn: 1, endRow: 1 };
        for (const { first, end } of rasterLevels(seen, layout)) {
          const [across, down] = [end.x - first.x, end.y - first.y];
          expect(across * down).toBeLessThanOrEqual(2 ** 22);
          expect(Math.max(across, down)).toBeLessThanOrEqual(8 * 65535);
        }
      }),
    );
  });
});
