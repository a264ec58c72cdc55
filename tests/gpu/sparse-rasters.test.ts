// What is counted of tiles on the GPU: squares smaller than tiles for rasters, larger ones for pictures from afar.

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createSparseUniverse } from "../../engine/algorithms/gpu/sparse/gpu-sparse.ts";
import type { SparseUniverse } from "../../engine/algorithms/gpu/sparse/sparse-universe.ts";
import { REACH } from "../../engine/algorithms/gpu/sparse/tile-kernels.ts";
import { seenAxis } from "../../engine/algorithms/gpu/sparse/tile-window.ts";
import { floorDiv } from "../../engine/core/integers.ts";
import { addRunsToRaster, createRaster } from "../../engine/core/raster.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { drawInVain, pictureOf } from "../support/draw-unseen.ts";
import { holdGpu } from "../support/held-gpu.ts";

let gpu: GPU;
let universe: SparseUniverse;
let cells: Runs;

/** Where the cells lie: on no border of anything. */
const X = -(2n ** 70n) - 1237n;
const Y = 2n ** 66n + 901n;

beforeAll(async () => {
  ({ gpu } = await holdGpu(openDawn));
  universe = await createSparseUniverse(parseUniverseRule("B3/S23"), { gpu }, { tiles: 32 });
  const soup = soupBlock({ seed: 3, density: 0.3, width: 1003, height: 511 });
  await universe.writeBlock({ ...soup, x: X, y: Y }, "or");
  await universe.step(5n);
  cells = await universe.readRuns();
});

afterAll(() => universe.dispose());

/** The GPU with no larger bindings than WebGPU promises: 128 MB. */
function withPlainLimits(): GPU {
  const requestAdapter = async (): Promise<GPUAdapter> => {
    const adapter = (await gpu.requestAdapter()) as GPUAdapter;
    const limits = new Proxy(adapter.limits, {
      get: (all, name) =>
        name === "maxStorageBufferBindingSize" ? 2 ** 27 : all[name as keyof GPUSupportedLimits],
    });
    const { info, features } = adapter;
    const requestDevice = (descriptor: GPUDeviceDescriptor): Promise<GPUDevice> =>
      adapter.requestDevice(descriptor);
    return { info, limits, features, requestDevice } as unknown as GPUAdapter;
  };
  return { requestAdapter } as GPU;
}

describe("rasters of tiles", () => {
  it("are those of the CPU at any scale and place", async () => {
    const offset = fc.integer({ min: -1500, max: 1500 });
    const side = fc.integer({ min: 1, max: 60 });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 90 }),
        offset,
        offset,
        side,
        side,
        async (scale, x, y, width, height) => {
          const request = { x: X + BigInt(x), y: Y + BigInt(y), width, height, scale };
          const expected = createRaster(request);
          addRunsToRaster(expected, cells);
          expect(await universe.raster(request)).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("of squares smaller than tiles read back no cells", async () => {
    const device = await ((await gpu.requestAdapter()) as GPUAdapter).requestDevice();
    const prototype = Object.getPrototypeOf(device.createCommandEncoder()) as GPUCommandEncoder;
    device.destroy();
    const copies = vi.spyOn(prototype, "copyBufferToBuffer");
    await universe.raster({ x: X, y: Y, width: 20, height: 10, scale: 4 });
    const bytes = copies.mock.calls.map((call) => call[4]);
    copies.mockRestore();
    expect(bytes).toEqual([20 * 10 * 4]);
  });

  it("are counted anew after a picture that failed at the last moment", async () => {
    const other = await createSparseUniverse(parseUniverseRule("B3/S23"), { gpu });
    await other.writeBlock(soupBlock({ seed: 3, density: 0.3, width: 300, height: 200 }), "or");
    const picture = pictureOf(other, -3);
    const { window } = picture;
    if (!window) throw new Error("A picture of the plane has a window.");
    await drawInVain(other, picture);
    const request = { x: window.x, y: window.y, width: window.columns, height: window.rows, scale: 3 };
    const expected = createRaster(request);
    addRunsToRaster(expected, await other.readRuns());
    expect(await other.raster(request)).toEqual(expected);
    expect(expected.counts.some((count) => count > 0)).toBe(true);
    other.dispose();
  });

  it("of more squares than one binding holds are counted in pieces", async () => {
    const other = await createSparseUniverse(parseUniverseRule("B3/S23"), { gpu: withPlainLimits() });
    await other.writeRuns(cells, "or");
    const request = { x: X - 40_000n, y: Y - 24_200n, width: 6000, height: 6000, scale: 3 };
    const expected = createRaster(request);
    addRunsToRaster(expected, cells);
    const { counts } = await other.raster(request);
    expect(counts.findIndex((count, i) => count !== expected.counts[i])).toBe(-1);
    other.dispose();
  });

  it("far from the cells are empty", async () => {
    for (const scale of [3, 5, 6, 40]) {
      const raster = await universe.raster({ x: 2n ** 140n, y: Y, width: 9, height: 3, scale });
      expect(raster.counts).toEqual(new Float32Array(27));
    }
  });

  it("follow the cells", async () => {
    const at = { x: X + 2000n, y: Y, width: 4, height: 4, scale: 5 };
    const total = async (): Promise<number> =>
      (await universe.raster(at)).counts.reduce((sum, count) => sum + count, 0);
    expect(await total()).toBe(0);
    const block = { x: X + 2040n, y: Y + 40n, w: 2, h: 2, words: Uint32Array.of(3, 3) };
    await universe.writeBlock(block, "or");
    expect(await total()).toBe(4);
    await universe.writeBlock(block, "xor");
    expect(await total()).toBe(0);
  });
});

describe("the square that a tile lies in", () => {
  it("is found with 32 bits at any scale and place", () => {
    const reach = REACH - 1;
    const anyTile = fc.oneof(
      fc.integer({ min: -reach, max: reach }),
      fc.integer({ min: -70, max: 70 }),
      fc.constantFrom(-reach, reach),
    );
    const anyTiles = fc.oneof(
      fc.bigInt({ min: -(2n ** 90n), max: 2n ** 90n }),
      fc.bigInt({ min: -200n, max: 200n }),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 7, max: 100 }),
        anyTiles,
        anyTile,
        fc.integer({ min: -3, max: 12 }),
        (scale, originTiles, tile, column) => {
          const side = 1n << BigInt(scale);
          const origin = originTiles * 64n;
          const place = floorDiv(origin + BigInt(tile) * 64n, side);
          // A window that begins near that square, and one that does not.
          for (const first of [(place - BigInt(column)) * side, place * side * 3n]) {
            const { offset, rest, within } = seenAxis(origin, first, scale);
            const sum = tile + rest;
            expect(sum | 0).toBe(sum);
            expect(within).toBe(0);
            const found = (offset + (sum >> Math.min(31, scale - 6))) | 0;
            const expected = place - first / side;
            const isSeen = expected >= 0n && expected < 2n ** 18n;
            expect(found >= 0 && found < 2 ** 18).toBe(isSeen);
            if (isSeen) expect(BigInt(found)).toBe(expected);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("begins anywhere in a tile where squares are smaller", () => {
    expect(seenAxis(640n, 64n, 6)).toEqual({ offset: 9, rest: 0, within: 0 });
    expect(seenAxis(640n, 72n, 3)).toEqual({ offset: 9, rest: 0, within: 1 });
    expect(seenAxis(-64n, -1n, 0)).toEqual({ offset: 0, rest: 0, within: 63 });
  });
});
