import type { Block } from "./block.ts";
import { blockStride } from "./block.ts";
import { TessellaError } from "./errors.ts";
import { floorDiv } from "./integers.ts";
import type { Rect } from "./rect.ts";
import type { Runs } from "./runs.ts";
import { forEachRun } from "./runs.ts";

/** What part of a universe to draw, and how small: a pixel stands for 2^scale x 2^scale cells. */
export interface RasterRequest {
  /** Top left cell; it is moved up and left to a multiple of 2^scale. */
  readonly x: bigint;
  readonly y: bigint;
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
  /** log2 of the cells a pixel is wide, 0 or more. */
  readonly scale: number;
}

/**
 * Live cells a pixel, row by row. Doubles are not needed: counts are exact up to 2^24 (scale 12) and a density beyond.
 */
export interface Raster {
  readonly x: bigint;
  readonly y: bigint;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly counts: Float32Array<ArrayBuffer>;
}

const MAX_PIXELS = 2 ** 26;

/** An empty raster on the grid of its scale. Errors: `bad-argument`. */
export function createRaster(request: RasterRequest): Raster {
  const { width, height, scale } = request;
  if (![width, height, scale].every((n) => Number.isInteger(n) && n >= 0) || width * height > MAX_PIXELS) {
    throw new TessellaError(
      "bad-argument",
      `A raster of ${width} x ${height} pixels at scale ${scale} makes no sense.`,
    );
  }
  const size = 1n << BigInt(scale);
  return {
    x: floorDiv(request.x, size) * size,
    y: floorDiv(request.y, size) * size,
    width,
    height,
    scale,
    counts: new Float32Array(width * height),
  };
}

/** The cells that the raster covers. */
export function rasterRect(r: Raster): Rect {
  const s = BigInt(r.scale);
  return { x: r.x, y: r.y, w: BigInt(r.width) << s, h: BigInt(r.height) << s };
}

/** Adds the block's cells to the pixels they fall on; cells outside are passed over. */
export function addBlockToRaster(r: Raster, block: Block): void {
  const s = r.scale;
  const size = 2 ** s;
  const left = Number(block.x - r.x);
  const top = Number(block.y - r.y);
  const stride = blockStride(block.w);
  for (let j = 0; j < block.h; j++) {
    const py = Math.floor((top + j) / size);
    if (py < 0 || py >= r.height) continue;
    for (let k = 0; k < stride; k++) {
      let word = block.words[j * stride + k];
      while (word !== 0) {
        const bit = 31 - Math.clz32(word & -word);
        word &= word - 1;
        const px = Math.floor((left + k * 32 + bit) / size);
        if (px >= 0 && px < r.width) addAt(r, px, py, 1);
      }
    }
  }
}

/** Adds runs; a run costs the pixels it crosses, not its cells. */
export function addRunsToRaster(r: Raster, runs: Runs): void {
  const size = 2 ** r.scale;
  const dx = Number(runs.x - r.x);
  const dy = Number(runs.y - r.y);
  forEachRun(runs, (x, y, length) => {
    const py = Math.floor((y + dy) / size);
    if (py < 0 || py >= r.height) return;
    let from = Math.max(0, x + dx);
    const end = Math.min(r.width * size, x + dx + length);
    while (from < end) {
      const px = Math.floor(from / size);
      const to = Math.min(end, (px + 1) * size);
      addAt(r, px, py, to - from);
      from = to;
    }
  });
}

function addAt(r: Raster, px: number, py: number, n: number): void {
  const at = py * r.width + px;
  r.counts[at] = r.counts[at] + n;
}
