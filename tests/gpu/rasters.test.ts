// Rasters counted on the GPU, level by level, and kept as long as the cells stay as they are.

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createGpuUniverse } from "../../engine/algorithms/gpu/dense/gpu.ts";
import type { GpuUniverse } from "../../engine/algorithms/gpu/dense/gpu-universe.ts";
import { rasterLevels, wholeScale } from "../../engine/algorithms/gpu/reduce/raster-levels.ts";
import { countInPieces } from "../../engine/algorithms/gpu/reduce/raster-pieces.ts";
import type { Block } from "../../engine/core/block.ts";
import { addBlockToRaster, addRunsToRaster, createRaster } from "../../engine/core/raster.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { gridRect } from "../../engine/core/topology.ts";
import { packedLayout } from "../../engine/gpu/packed-layout.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { drawInVain, pictureOf } from "../support/draw-unseen.ts";
import { fillSoup } from "../support/fill-soup.ts";
import { holdGpu } from "../support/held-gpu.ts";

let gpu: GPU;
let universe: GpuUniverse;
let cells: Block;

beforeAll(async () => {
  ({ gpu } = await holdGpu(openDawn));
  universe = await createGpuUniverse(parseUniverseRule("B3/S23:P5003,2111"), { gpu });
  await fillSoup(universe, { seed: 3, density: 0.3 });
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

  it("are counted anew after a picture that failed at the last moment", async () => {
    const other = await createGpuUniverse(parseUniverseRule("B3/S23:P5003,2111"), { gpu });
    await other.writeBlock(cells, "or");
    await drawInVain(other, pictureOf(other, -8));
    const request = { x: -2000n, y: -1000n, width: 15, height: 8, scale: 8 };
    expect(await other.raster(request)).toEqual(await universe.raster(request));
    other.dispose();
  });

  it.each([
    [2_100_000, 16],
    [16, 2_100_000],
  ])("of a grid of %d x %d cells are put together from pieces", async (width, height) => {
    const slim = await createGpuUniverse(parseUniverseRule(`B3/S23:P${width},${height}`), { gpu });
    await fillSoup(slim, { seed: 4, density: 0.01 });
    const { x, y } = gridRect(slim.topology) as Rect;
    const size = { width: Math.ceil(width / 8) + 9, height: Math.ceil(height / 8) + 5 };
    const request = { x: x - 24n, y: y - 16n, ...size, scale: 3 };
    const expected = createRaster(request);
    addRunsToRaster(expected, await slim.readRuns());
    const { counts } = await slim.raster(request);
    expect(counts.findIndex((count, i) => count !== expected.counts[i])).toBe(-1);
    slim.dispose();
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

describe("pieces", () => {
  const piecesOf = async (columns: number, rows: number): Promise<readonly number[]> => {
    const sizes: number[] = [];
    const counts = await countInPieces(columns, rows, async (piece) => {
      sizes.push(piece.columns * piece.rows);
      // Each square holds its own number.
      return Uint32Array.from({ length: piece.columns * piece.rows }, (_, i) => {
        const row = piece.row + Math.floor(i / piece.columns);
        return row * columns + piece.column + (i % piece.columns);
      });
    });
    expect(counts).toHaveLength(columns * rows);
    expect(counts.findIndex((count, i) => count !== i)).toBe(-1);
    return sizes;
  };

  it("hold 16 MB of squares at most, and each square once", async () => {
    expect(await piecesOf(2051, 2051)).toEqual([2051 * 2045, 2051 * 6]);
    expect(await piecesOf(2 ** 18 + 3, 17)).toEqual([2 ** 22, 16 * 3, 2 ** 18, 3]);
    expect(await piecesOf(1, 2 ** 18 + 1)).toEqual([2 ** 18, 1]);
    expect(await piecesOf(0, 5)).toEqual([]);
    expect(await piecesOf(5, 0)).toEqual([]);
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
