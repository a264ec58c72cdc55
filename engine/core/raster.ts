import type { Block } from "./block.ts";
import { blockStride, popcount32 } from "./block.ts";
import { TessellaError } from "./errors.ts";
import { floorDiv, groupedSize, mod } from "./integers.ts";
import type { Rect } from "./rect.ts";
import type { Runs } from "./runs.ts";
import { blockToRuns, forEachRun } from "./runs.ts";

/** The part of a universe to draw, and its scale: a pixel stands for 2^scale x 2^scale cells. */
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
  /**
   * Of more than two states: of each pixel the lowest above 0 that one of its cells is in, 0 where there is none. (Of a rule's
   * states the first are those that act: heads of electrons, cells that are not dying.)
   */
  readonly states?: Uint8Array<ArrayBuffer>;
}

const MAX_PIXELS = 2 ** 26;

/** An empty raster on the grid of its scale, for cells of so many states. Errors: `bad-argument`. */
export function createRaster(request: RasterRequest, cellStates = 2): Raster {
  const { width, height, scale } = request;
  if (![width, height, scale].every((n) => Number.isInteger(n) && n >= 0) || width * height > MAX_PIXELS) {
    throw new TessellaError(
      "bad-argument",
      `A raster of ${groupedSize(width, height)} pixels at scale ${scale} makes no sense.`,
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
    ...(cellStates > 2 ? { states: new Uint8Array(width * height) } : {}),
  };
}

/** The cells that the raster covers. */
export function rasterRect(r: Raster): Rect {
  const s = BigInt(r.scale);
  return { x: r.x, y: r.y, w: BigInt(r.width) << s, h: BigInt(r.height) << s };
}

/**
 * Which pixel the cell at offset i from some cell falls on, exactly at any scale: a pixel of 2^60 cells cannot be found by
 * dividing doubles. Offsets are doubles below 2^53; the cell they count from may lie anywhere.
 */
export class PixelAxis {
  readonly #size: number;
  /** The pixel of offset 0, and how many offsets of it lie before and from there on. */
  readonly #pixel: number;
  readonly #before: number;
  readonly #after: number;

  /** `origin`: the cell that offsets count from, relative to the raster's first cell. */
  constructor(origin: bigint, scale: number) {
    const size = 1n << BigInt(scale);
    const rest = mod(origin, size);
    this.#size = 2 ** scale;
    this.#pixel = Number((origin - rest) / size);
    this.#before = Number(rest);
    this.#after = Number(size - rest);
  }

  pixelOf(i: number): number {
    if (i >= 0)
      return i < this.#after ? this.#pixel : this.#pixel + 1 + Math.floor((i - this.#after) / this.#size);
    return i >= -this.#before ? this.#pixel : this.#pixel + Math.floor((i + this.#before) / this.#size);
  }

  /** The first offset that falls on the pixel. */
  startOf(pixel: number): number {
    const steps = pixel - this.#pixel;
    return steps > 0 ? this.#after + (steps - 1) * this.#size : -this.#before + steps * this.#size;
  }
}

/** Adds the block's cells to the pixels they fall on; cells outside are passed over. */
export function addBlockToRaster(r: Raster, block: Block): void {
  if (block.planes) {
    addRunsToRaster(r, blockToRuns(block));
    return;
  }
  const xAxis = new PixelAxis(block.x - r.x, r.scale);
  const yAxis = new PixelAxis(block.y - r.y, r.scale);
  const stride = blockStride(block.w);
  for (let j = 0; j < block.h; j++) {
    const py = yAxis.pixelOf(j);
    if (py < 0 || py >= r.height) continue;
    for (let k = 0; k < stride; k++) {
      addWordToRaster(r, block.words[j * stride + k], xAxis, k * 32, py);
    }
  }
}

/** Adds the cells of a word whose lowest bit is at offset `x` to the pixels of row `py`, a pixel's bits at once. */
export function addWordToRaster(r: Raster, word: number, axis: PixelAxis, x: number, py: number): void {
  let rest = word;
  while (rest !== 0) {
    const bit = 31 - Math.clz32(rest & -rest);
    const pixel = axis.pixelOf(x + bit);
    const last = Math.min(31, axis.startOf(pixel + 1) - 1 - x);
    const mask = (0xffffffff >>> (31 - last)) & (0xffffffff << bit);
    if (pixel >= 0 && pixel < r.width) addAt(r, pixel, py, popcount32(rest & mask));
    rest &= ~mask;
  }
}

/** The same for 32 cells in more than two states, a word for each of their bits. */
export function addCellsToRaster(
  r: Raster,
  cells: ArrayLike<number>,
  axis: PixelAxis,
  x: number,
  py: number,
): void {
  let rest = 0;
  for (let b = 0; b < cells.length; b++) rest |= cells[b];
  while (rest !== 0) {
    const bit = 31 - Math.clz32(rest & -rest);
    const pixel = axis.pixelOf(x + bit);
    const last = Math.min(31, axis.startOf(pixel + 1) - 1 - x);
    const mask = (0xffffffff >>> (31 - last)) & (0xffffffff << bit);
    if (pixel >= 0 && pixel < r.width) {
      addAt(r, pixel, py, popcount32(rest & mask));
      if (r.states) noteState(r.states, py * r.width + pixel, lowestState(cells, rest & mask));
    }
    rest &= ~mask;
  }
}

/** The lowest state of the cells in the mask, none of which is 0. */
function lowestState(cells: ArrayLike<number>, mask: number): number {
  let state = 0;
  let lowest = mask;
  for (let b = cells.length - 1; b >= 0; b--) {
    const without = lowest & ~cells[b];
    if (without === 0) state |= 1 << b;
    else lowest = without;
  }
  return state;
}

/** Adds runs; a run costs the pixels it crosses, not its cells. */
export function addRunsToRaster(r: Raster, runs: Runs): void {
  const xAxis = new PixelAxis(runs.x - r.x, r.scale);
  const yAxis = new PixelAxis(runs.y - r.y, r.scale);
  const left = xAxis.startOf(0);
  const right = xAxis.startOf(r.width);
  forEachRun(runs, (x, y, length, state) => {
    const py = yAxis.pixelOf(y);
    if (py < 0 || py >= r.height) return;
    let from = Math.max(left, x);
    const end = Math.min(right, x + length);
    while (from < end) {
      const px = xAxis.pixelOf(from);
      const to = Math.min(end, xAxis.startOf(px + 1));
      addAt(r, px, py, to - from, state);
      from = to;
    }
  });
}

function noteState(states: Uint8Array, at: number, state: number): void {
  const known = states[at];
  if (known === 0 || state < known) states[at] = state;
}

/** Adds so many cells in a state to a pixel. */
export function addAt(r: Raster, px: number, py: number, n: number, state?: number): void {
  const at = py * r.width + px;
  r.counts[at] += n;
  if (r.states && state) noteState(r.states, at, state);
}
