/**
 * The bitmap of a large set of cells, one pixel a cell or a square of cells, built in slices: four million cells take
 * longer than a frame, and the pointer that moves them must not wait. The finished part can be drawn meanwhile; the
 * bitmap fills from the top.
 */

import type { Raster } from "../../../engine/core/raster.ts";
import { addRunsToRaster, createRaster } from "../../../engine/core/raster.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { runsBounds } from "../../../engine/core/runs.ts";

/** A bitmap's longer side. */
const MOST_PIXELS = 2048n;
/** Runs counted, and pixels coloured, between two looks at the clock. */
const RUNS_A_GO = 8192;
const PIXELS_A_GO = 2 ** 15;

type Rgb = readonly [red: number, green: number, blue: number];

/** CSS: of all cells, or of those in state 1, 2 and so on. */
export type GhostColour = string | readonly string[];

export class GhostBitmap {
  readonly colour: GhostColour;
  readonly canvas: OffscreenCanvas;
  /** Of the bitmap's corner, from the runs' own origin. */
  readonly dx: bigint;
  readonly dy: bigint;
  /** Cells a pixel is wide. */
  readonly size: number;
  readonly #context: OffscreenCanvasRenderingContext2D | null;
  readonly #raster: Raster;
  /** By the state, from 1 on. */
  readonly #rgb: readonly Rgb[];
  #runs: Runs | null;
  #row = 0;
  #line = 0;

  constructor(cells: Runs, colour: GhostColour) {
    const bounds = runsBounds(cells) ?? { x: cells.x, y: cells.y, w: 0n, h: 0n };
    let scale = 0;
    while (bounds.w >> BigInt(scale) >= MOST_PIXELS || bounds.h >> BigInt(scale) >= MOST_PIXELS) scale++;
    const width = Number(bounds.w >> BigInt(scale)) + 2;
    const height = Number(bounds.h >> BigInt(scale)) + 2;
    this.colour = colour;
    this.#runs = cells;
    const colours = typeof colour === "string" ? [colour] : colour;
    this.#raster = createRaster({ x: bounds.x, y: bounds.y, width, height, scale }, colours.length + 1);
    this.canvas = new OffscreenCanvas(width, height);
    this.#context = this.canvas.getContext("2d");
    this.#rgb = colours.map(channelsOf);
    this.dx = this.#raster.x - cells.x;
    this.dy = this.#raster.y - cells.y;
    this.size = 2 ** scale;
  }

  get done(): boolean {
    return this.#runs === null && this.#line >= this.#raster.height;
  }

  /** Works until it is done, or until that time (as `performance.now` counts). */
  advance(until: number): void {
    while (!this.done && performance.now() < until) {
      if (this.#runs) this.#count(this.#runs);
      else this.#paint();
    }
  }

  #count(runs: Runs): void {
    const { rows, starts } = runs;
    const first = this.#row;
    let last = first + 1;
    while (last < rows.length && starts[last] - starts[first] < RUNS_A_GO) last++;
    addRunsToRaster(this.#raster, {
      ...runs,
      rows: rows.subarray(first, last),
      starts: starts.subarray(first, last + 1),
    });
    this.#row = last;
    if (last >= rows.length) this.#runs = null;
  }

  #paint(): void {
    const { width, height, scale, counts, states } = this.#raster;
    const lines = Math.min(height - this.#line, Math.max(1, Math.floor(PIXELS_A_GO / width)));
    const image = new ImageData(width, lines);
    const { data } = image;
    const area = 4 ** scale;
    const from = this.#line * width;
    for (let i = 0; i < lines * width; i++) {
      const live = counts[from + i] as number;
      if (live === 0) continue;
      const [red, green, blue] = (this.#rgb[(states?.[from + i] ?? 1) - 1] ?? this.#rgb.at(-1)) as Rgb;
      data[i * 4] = red;
      data[i * 4 + 1] = green;
      data[i * 4 + 2] = blue;
      data[i * 4 + 3] = Math.round(255 * (0.4 + 0.6 * Math.sqrt(Math.min(1, live / area))));
    }
    this.#context?.putImageData(image, 0, this.#line);
    this.#line += lines;
  }
}

/** The bytes of a CSS colour, from the browser. */
function channelsOf(colour: string): Rgb {
  // In memory: reading a pixel from the GPU would wait for all its queued work.
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (!context) return [0, 0, 0];
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
