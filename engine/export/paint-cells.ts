/**
 * Cells of a pixel and more, as an indexed picture.
 *
 * A picture is drawn a line of sample points at a time. A horizontal line crosses each row of cells that it meets in equal
 * stretches, one a cell: a square is as wide at every height, a hexagon is widest through its upright sides and narrows
 * towards its tips. So all that has to be known of a line is which rows it crosses (one, or two where hexagons interlock) and
 * half the width of what it crosses of a cell; the live cells' stretches are then counted into the pixels they cover, and the
 * dead ones are never visited. With sharp squares a pixel has one sample point and is live or dead; else it has nine, and
 * the share of them that is live becomes one of nine shades.
 *
 * Lines that cross the same rows in the same widths are the same: they are counted once and added as often as they come.
 */

import type { Block } from "../core/block.ts";
import { blockStride } from "../core/block.ts";
import type { Inks } from "./look.ts";
import { SAMPLES } from "./look.ts";
import type { View } from "./view.ts";
import { HEX_ROW, lattice } from "./view.ts";

/** Cells with how long each has lived, 0 for the newborn; absent where age does not matter. */
export interface AgedBlock {
  readonly block: Block;
  /** A byte a cell, row by row. */
  readonly ages: Uint8Array | null;
}

/** Numbers that say what a line crosses: twice a row of cells, counted from the view's cell, and half of what is crossed of each cell. */
export const CROSSED = 4;

/**
 * Notes what the lines of a row of pixels cross, `samples` of them, cells being `inset` smaller on every side; where one crosses
 * nothing, zeros.
 */
export function noteCrossed(
  lines: Float64Array,
  samples: number,
  row: number,
  { top, zoom, hexagons }: View,
  inset: number,
): void {
  const wide = 0.5 - inset;
  lines.fill(0);
  for (let b = 0; b < samples; b++) {
    const at = b * CROSSED;
    const py = top + (row + (b + 0.5) / samples) / zoom;
    if (!hexagons) {
      const y = Math.floor(py + 0.5);
      if (Math.abs(py - y) >= wide && inset !== 0) continue;
      lines[at] = y;
      lines[at + 1] = wide;
      continue;
    }
    const upper = Math.floor(py / HEX_ROW);
    for (let k = 0; k < 2; k++) {
      const y = upper + k;
      // A hexagon is bounded by |x| <= wide and |x| / 2 + |d| * sqrt(3) / 2 <= wide.
      const half = Math.min(wide, 2 * (wide - Math.abs(py - y * HEX_ROW) * HEX_ROW));
      if (half <= 0) continue;
      lines[at + 2 * k] = y;
      lines[at + 2 * k + 1] = half;
    }
  }
}

/** Counts the live sample points of lines into pixels. */
export class LineCounter {
  readonly cover: Uint8Array;
  /** The age step of the cell that was last counted into a pixel. */
  readonly steps: Uint8Array;
  readonly #cells: AgedBlock;
  readonly #width: number;
  readonly #samples: number;
  readonly #perCell: number;
  /** Where the view's cell has its left edge, in cells from the picture's, and how far each row leans. */
  readonly #left: number;
  readonly #lean: number;
  /** The block's upper left cell, counted from the view's cell. */
  readonly #x: number;
  readonly #y: number;

  constructor(view: View, cells: AgedBlock, width: number, samples: number) {
    this.cover = new Uint8Array(width);
    this.steps = new Uint8Array(width);
    this.#cells = cells;
    this.#width = width;
    this.#samples = samples;
    this.#perCell = view.zoom * samples;
    this.#left = view.left;
    this.#lean = lattice(view.hexagons).lean;
    this.#x = Number(cells.block.x - view.x);
    this.#y = Number(cells.block.y - view.y);
  }

  /** Adds `weight` for each sample point on a live cell of the rows that a line crosses. Answers whether there is any. */
  count(crossed: Float64Array, at: number, joined: boolean, weight: number): boolean {
    let any = false;
    for (let k = at; k < at + CROSSED; k += 2) {
      if (crossed[k + 1] > 0 && this.#countRow(crossed[k], crossed[k + 1], joined, weight)) any = true;
    }
    return any;
  }

  #countRow(y: number, half: number, joined: boolean, weight: number): boolean {
    const { block, ages } = this.#cells;
    const j = y - this.#y;
    if (j < 0 || j >= block.h) return false;
    const stride = blockStride(block.w);
    const base = j * stride;
    // Where cell i of the row has its centre, in sample points from the picture's left edge.
    const first = (this.#x + y * this.#lean - this.#left) * this.#perCell - 0.5;
    const reach = half * this.#perCell;
    let any = false;
    for (let k = 0; k < stride; k++) {
      let rest = block.words[base + k];
      while (rest !== 0) {
        const bit = 31 - Math.clz32(rest & -rest);
        let end = bit + 1;
        if (joined) {
          // Cells side by side without a gap are one stretch.
          const dead = ~rest & (0xffffffff << bit);
          end = dead === 0 ? 32 : 31 - Math.clz32(dead & -dead);
        }
        rest = end === 32 ? 0 : rest & (0xffffffff << end);
        const i = k * 32 + bit;
        const from = Math.ceil(first + i * this.#perCell - reach);
        const to = Math.ceil(first + (k * 32 + end - 1) * this.#perCell + reach);
        if (this.#add(from, to, weight, ages ? ages[j * block.w + i] : 0)) any = true;
      }
    }
    return any;
  }

  /** Sample points from..to (exclusive). */
  #add(from: number, to: number, weight: number, step: number): boolean {
    const samples = this.#samples;
    const start = Math.max(0, from);
    const end = Math.min(this.#width * samples, to);
    if (start >= end) return false;
    const { cover, steps } = this;
    if (samples === 1) {
      cover.fill(weight, start, end);
      steps.fill(step, start, end);
      return true;
    }
    const p0 = Math.floor(start / samples);
    const p1 = Math.floor((end - 1) / samples);
    if (p0 === p1) {
      cover[p0] += (end - start) * weight;
      steps[p0] = step;
      return true;
    }
    cover[p0] += ((p0 + 1) * samples - start) * weight;
    for (let p = p0 + 1; p < p1; p++) cover[p] += samples * weight;
    cover[p1] += (end - p1 * samples) * weight;
    steps.fill(step, p0, p1 + 1);
    return true;
  }
}

/** How many sample points a pixel has along each side: one where every cell is a whole number of pixels in place. */
export function samplesFor(view: View, gap: number): number {
  const whole = (n: number): boolean => Math.floor(n) === n;
  // A place in cells is a rounded quotient: times the zoom it comes back to whole pixels only nearly.
  const inPlace = (start: number): boolean => {
    const pixels = (start + 0.5) * view.zoom;
    return Math.abs(pixels - Math.round(pixels)) < 1e-6;
  };
  const sharp = !view.hexagons && whole(view.zoom) && inPlace(view.left) && inPlace(view.top) && whole(gap);
  return sharp ? 1 : SAMPLES;
}

/** The gap that cells of that size can bear: none below four pixels, and never more than a third. */
export function gapFor(gap: number, zoom: number): number {
  return zoom < 4 ? 0 : Math.min(gap, Math.floor(zoom / 3));
}

/**
 * Paints the cells over a picture that holds what lies under them: pixels without a live point keep what they were.
 * `height` rows are painted, from the top; `repeats` holds 1 for each whose picture is so far the same as that of the row above.
 */
export function paintCells(
  pixels: Uint8Array,
  width: number,
  height: number,
  view: View,
  cells: AgedBlock,
  inks: Inks,
  wantedGap: number,
  repeats: Uint8Array,
): void {
  const gap = gapFor(wantedGap, view.zoom);
  const samples = samplesFor(view, gap);
  // An odd gap is a pixel more on the right and below: whole pixels stay whole.
  const sharp = samples === 1;
  const inset = sharp ? 0 : gap / 2 / view.zoom;
  const joined = gap === 0 && cells.ages === null;
  const counter = new LineCounter(view, cells, width, samples);
  const { cover, steps } = counter;
  const most = samples * samples;
  const shades = Uint8Array.from({ length: most + 1 }, (_, n) => Math.ceil((n * inks.levels) / most));
  const lines = new Float64Array(samples * CROSSED);
  const known = lines.slice().fill(Number.NaN);
  let any = false;
  /** Whether the row above shows what `cover` holds. */
  let painted = false;
  for (let j = 0; j < height; j++) {
    noteCrossed(lines, samples, j, view, inset);
    if (!sameNumbers(lines, 0, known, 0, lines.length)) {
      known.set(lines);
      painted = false;
      cover.fill(0);
      any = false;
      for (let b = 0; b < samples; ) {
        const at = b * CROSSED;
        let weight = 1;
        while (b + weight < samples && sameNumbers(lines, at, lines, at + weight * CROSSED, CROSSED))
          weight++;
        if (counter.count(lines, at, joined, weight)) any = true;
        b += weight;
      }
      if (sharp && gap > 0 && any) cutGaps(cover, view, gap);
    }
    const row = j * width;
    const again = painted && repeats[j] === 1;
    painted = any && !(sharp && gap > 0 && inGap(j, view.top, view.zoom, gap));
    if (!painted) continue;
    if (again) {
      pixels.copyWithin(row, row - width, row);
      continue;
    }
    for (let i = 0; i < width; i++) {
      const shade = shades[cover[i]];
      if (shade !== 0) pixels[row + i] = inks.live + steps[i] * inks.levels + shade - 1;
    }
  }
}

function sameNumbers(a: Float64Array, atA: number, b: Float64Array, atB: number, count: number): boolean {
  for (let k = 0; k < count; k++) if (a[atA + k] !== b[atB + k]) return false;
  return true;
}

/** Whether pixel i lies in the last `gap` pixels of its cell, cells being whole pixels from `start` on. */
function inGap(i: number, start: number, zoom: number, gap: number): boolean {
  const at = i + Math.round((start + 0.5) * zoom);
  return at - Math.floor(at / zoom) * zoom >= zoom - gap;
}

function cutGaps(cover: Uint8Array, view: View, gap: number): void {
  for (let i = 0; i < cover.length; i++) if (inGap(i, view.left, view.zoom, gap)) cover[i] = 0;
}
