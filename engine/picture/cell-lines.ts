/**
 * Sample points on hexagons and triangles, counted a line at a time.
 *
 * A horizontal line through hexagons with a tip on top crosses them in one of two ways. Through the upright sides, a
 * third of the way, it meets the cells of one row only, each a whole unit wide, like bricks. Through the tips it
 * meets the cells of two neighbouring rows in turn. Either way it crosses every cell of a row in the same width. Through
 * triangles it meets one row, and in it by turns one that points down and one that points up, each kind in the same width.
 * A line is therefore described by two courses of cells, each a row and half the width that it crosses of each cell. The
 * live cells' stretches are counted into the pixels that they cover, and dead cells are skipped thirty-two at a time.
 *
 * All arithmetic is sums, products and floors of doubles, which every machine rounds alike.
 */

import { blockStride } from "../core/block.ts";
import { HEX_ROW, pointsUp, TRIANGLE_ROW } from "../grids/grid-kind.ts";
import type { PaintedCells } from "./cells.ts";
import { latticeFrame } from "./lattice-frame.ts";
import type { View } from "./view.ts";

/**
 * Numbers that describe what a line crosses: of each course of cells the row, counted from the view's cell, and half of
 * the width crossed of each cell. The courses of triangles are those that point down and those that point up.
 */
export const CROSSED = 4;

/**
 * Writes what the lines of a row of pixels cross, `samples` of them, for cells smaller by `inset` on every side;
 * zeros where a line crosses nothing.
 */
export function noteCrossed(
  lines: Float64Array,
  samples: number,
  row: number,
  { top, zoom, lattice }: View,
  inset: number,
): void {
  const note = lattice.shape === "triangle" ? noteTriangles : noteHexagons;
  lines.fill(0);
  for (let b = 0; b < samples; b++) note(lines, b * CROSSED, top + (row + (b + 0.5) / samples) / zoom, inset);
}

function noteHexagons(lines: Float64Array, at: number, py: number, inset: number): void {
  const wide = 0.5 - inset;
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

/** Both courses have the row, also where the line crosses nothing of their cells. */
function noteTriangles(lines: Float64Array, at: number, py: number, inset: number): void {
  const down = py / TRIANGLE_ROW + 0.5;
  const y = Math.floor(down);
  const depth = down - y;
  const flat = inset / TRIANGLE_ROW;
  // A slanted side that moves inward by `inset` moves along the line by inset / sin 60°.
  const slanted = 2 * flat;
  lines[at] = y;
  lines[at + 1] = depth < flat ? 0 : Math.max(0, 1 - depth - slanted);
  lines[at + 2] = y;
  lines[at + 3] = 1 - depth < flat ? 0 : Math.max(0, depth - slanted);
}

/** 0 or 1: the course of a cell counted from the view's, where its cells take turns with another's; null where a course has all of a row. */
export function courseReader(view: View): ((x: number, y: number) => 0 | 1) | null {
  if (view.lattice.up === undefined) return null;
  const odd = pointsUp(view.lattice, view) ? 1 : 0;
  return (x, y) => ((x + y + odd) & 1) as 0 | 1;
}

/** The visible part of a row of cells, from left to right: stretches of cells that look the same. */
interface Stretches {
  y: number;
  count: number;
  readonly from: Int32Array;
  readonly length: Uint8Array;
  readonly slots: Uint8Array;
}

/** Counts the live sample points of lines into pixels. */
export class LineCounter {
  readonly cover: Uint8Array;
  /** The slot of the last cell counted into a pixel. */
  readonly slots: Uint8Array;
  readonly #cells: PaintedCells;
  readonly #slotOf: Uint8Array;
  readonly #width: number;
  readonly #samples: number;
  readonly #perCell: number;
  readonly #left: number;
  readonly #lean: number;
  /** The first cell, counted from the view's. */
  readonly #x: number;
  readonly #y: number;
  readonly #courseOf: ReturnType<typeof courseReader>;
  /** An even row and an odd one: several lines cross the same row, and two rows by turns. */
  readonly #rows: readonly [Stretches, Stretches];

  constructor(view: View, cells: PaintedCells, slotOf: Uint8Array, width: number, samples: number) {
    this.cover = new Uint8Array(width);
    this.slots = new Uint8Array(width).fill(1);
    this.#cells = cells;
    this.#slotOf = slotOf;
    this.#width = width;
    this.#samples = samples;
    this.#perCell = view.zoom * samples;
    this.#left = view.left;
    this.#lean = latticeFrame(view.lattice).alongY.x;
    this.#x = Number(cells.x - view.x);
    this.#y = Number(cells.y - view.y);
    this.#courseOf = courseReader(view);
    const row = (): Stretches => ({
      y: Number.NaN,
      count: 0,
      from: new Int32Array(cells.w),
      length: new Uint8Array(cells.w),
      slots: new Uint8Array(cells.w),
    });
    this.#rows = [row(), row()];
  }

  /**
   * Adds `weight` for each sample point on a live cell of the courses that a line crosses. Returns whether there is any.
   */
  count(crossed: Float64Array, at: number, weight: number): boolean {
    let any = false;
    for (let course = 0; course < 2; course++) {
      const half = crossed[at + 2 * course + 1] as number;
      if (half > 0 && this.#countCourse(course, crossed[at + 2 * course] as number, half, weight)) any = true;
    }
    return any;
  }

  #countCourse(course: number, y: number, half: number, weight: number): boolean {
    const row = this.#rowAt(y);
    const perCell = this.#perCell;
    // The centre of the row's first cell, in sample points from the picture's left edge.
    const first = this.#centreOf(y) * perCell - 0.5;
    const reach = half * perCell;
    const courseOf = this.#courseOf;
    const step = courseOf ? 2 : 1;
    // Adjoining bricks are one stretch.
    const whole = half === 0.5 && !courseOf;
    let any = false;
    for (let k = 0; k < row.count; k++) {
      const i = row.from[k] as number;
      const slot = row.slots[k] as number;
      const last = i + (row.length[k] as number) - 1;
      if (whole) {
        const from = Math.ceil(first + i * perCell - reach);
        if (this.#add(from, Math.ceil(first + last * perCell + reach), weight, slot)) any = true;
        continue;
      }
      const skipped = courseOf && courseOf(this.#x + i, y) !== course ? 1 : 0;
      for (let cell = i + skipped; cell <= last; cell += step) {
        const centre = first + cell * perCell;
        if (this.#add(Math.ceil(centre - reach), Math.ceil(centre + reach), weight, slot)) any = true;
      }
    }
    return any;
  }

  /** The centre of the first cell of a row, in cells from the picture's left edge. */
  #centreOf(y: number): number {
    return this.#x + y * this.#lean - this.#left;
  }

  #rowAt(y: number): Stretches {
    const row = this.#rows[y & 1] as Stretches;
    if (row.y === y) return row;
    row.y = y;
    row.count = 0;
    const { w, h } = this.#cells;
    const j = y - this.#y;
    if (j < 0 || j >= h) return row;
    const centre = this.#centreOf(y);
    const first = Math.max(0, Math.floor(-centre - 0.5) - 1);
    const end = Math.min(w, Math.ceil((this.#width * this.#samples) / this.#perCell - centre + 0.5) + 1);
    if ("states" in this.#cells) this.#readStates(row, this.#cells.states, j * w, first, end);
    else this.#readBits(row, this.#cells.words, j * blockStride(w), first, end);
    return row;
  }

  #readBits(row: Stretches, words: Uint32Array, base: number, first: number, end: number): void {
    const slot = this.#slotOf[1] as number;
    let count = 0;
    for (let k = first >>> 5; k << 5 < end; k++) {
      let rest = words[base + k] as number;
      while (rest !== 0) {
        const bit = 31 - Math.clz32(rest & -rest);
        const dead = ~rest & (0xffffffff << bit);
        const stop = dead === 0 ? 32 : 31 - Math.clz32(dead & -dead);
        rest = stop === 32 ? 0 : rest & (0xffffffff << stop);
        row.from[count] = k * 32 + bit;
        row.length[count] = stop - bit;
        row.slots[count++] = slot;
      }
    }
    row.count = count;
  }

  #readStates(row: Stretches, states: Uint8Array, base: number, first: number, end: number): void {
    let count = 0;
    for (let i = first; i < end; i++) {
      const slot = this.#slotOf[states[base + i] as number] as number;
      if (slot === 0) continue;
      row.from[count] = i;
      row.length[count] = 1;
      row.slots[count++] = slot;
    }
    row.count = count;
  }

  /** Sample points from..to (exclusive). */
  #add(from: number, to: number, weight: number, slot: number): boolean {
    const samples = this.#samples;
    const start = Math.max(0, from);
    const end = Math.min(this.#width * samples, to);
    if (start >= end) return false;
    const { cover, slots } = this;
    const p0 = Math.floor(start / samples);
    const p1 = Math.floor((end - 1) / samples);
    slots[p0] = slot;
    if (p0 === p1) {
      cover[p0] = (cover[p0] as number) + (end - start) * weight;
      return true;
    }
    cover[p0] = (cover[p0] as number) + ((p0 + 1) * samples - start) * weight;
    for (let p = p0 + 1; p < p1; p++) {
      cover[p] = (cover[p] as number) + samples * weight;
      slots[p] = slot;
    }
    cover[p1] = (cover[p1] as number) + (end - p1 * samples) * weight;
    slots[p1] = slot;
    return true;
  }
}
