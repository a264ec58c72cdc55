/**
 * Squares of 16 x 16 cells as the core keeps them: with two states a leaf; with more a node over four squares of 8 x 8, each of which is
 * a leaf of up to four planes or a node over two of them (wasm/assembly/_hashlife-planes.ts). As words they are eight for each plane,
 * two rows a word, the upper row in the low half.
 */

import { cellsAbove } from "../../core/block.ts";
import type { WriteMode } from "../algorithm.ts";
import { LEAF_PLANES } from "./layout.ts";

/** The core's words. Read them anew each time: they move when the memory grows. */
export interface Memory {
  readonly words: Uint32Array;
  /** Bits of a cell. Default 1. */
  readonly planes?: number;
}

/** Words of a plane. */
export const LEAF_WORDS = 8;
/** Bits of a cell, at most. */
export const MOST_PLANES = 8;
/** Words of a plane of 8 x 8 cells. */
export const PLANE_WORDS = 2;
/** Rows of a plane leaf, a byte each. */
export const PLANE_SIDE = 8;

/** Writes two planes of 8 x 8 cells side by side, rows of a byte, four a word, as four words of a plane. */
export function writeBeside(
  cells: Uint32Array,
  at: number,
  west0: number,
  west1: number,
  east0: number,
  east1: number,
): void {
  cells[at] = twoRows(west0, east0);
  cells[at + 1] = twoRows(west0 >>> 16, east0 >>> 16);
  cells[at + 2] = twoRows(west1, east1);
  cells[at + 3] = twoRows(west1 >>> 16, east1 >>> 16);
}

function twoRows(west: number, east: number): number {
  return (west & 255) | ((east & 255) << 8) | ((west & 0xff00) << 8) | ((east & 0xff00) << 16);
}

/** Rows 0 to 3 (`half` 0) or 4 to 7 of quarter k (nw, ne, sw, se) of the plane whose words begin at `at`: a byte each. */
export function quarterWord(cells: Uint32Array, at: number, k: number, half: number): number {
  const first = at + (k >> 1) * 4 + 2 * half;
  const column = (k & 1) * 8;
  const upper = (cells[first] as number) >>> column;
  const lower = (cells[first + 1] as number) >>> column;
  return ((upper & 255) | ((upper >>> 8) & 0xff00) | ((lower & 255) << 16) | ((lower & 0xff0000) << 8)) >>> 0;
}

/** All planes of a square, in `cells` where that is given. */
export function readSquare(
  { words, planes = 1 }: Memory,
  square: number,
  cells = new Uint32Array(planes * LEAF_WORDS),
): Uint32Array {
  const at = square >>> 2;
  if (planes === 1) {
    for (let k = 0; k < LEAF_WORDS; k++) cells[k] = words[at + k] as number;
    return cells;
  }
  for (let b = 0; b < planes; b++) {
    for (let k = 0; k < 4; k += 2) {
      const west = planeAt(words, planes, words[at + k] as number, b);
      const east = planeAt(words, planes, words[at + k + 1] as number, b);
      writeBeside(
        cells,
        b * LEAF_WORDS + 2 * k,
        words[west] as number,
        words[west + 1] as number,
        words[east] as number,
        words[east + 1] as number,
      );
    }
  }
  return cells;
}

/** The first of the two words of plane b of a square of 8 x 8 cells. */
export function planeAt(words: Uint32Array, planes: number, square: number, b: number): number {
  const leaf = planes > LEAF_PLANES ? (words[(square >>> 2) + (b >> 2)] as number) : square;
  return (leaf >>> 2) + 2 * (b & 3);
}

/** Which cells of a square are in a state above 0, as the words of one plane. */
export function readLiving({ words, planes = 1 }: Memory, square: number): Uint32Array {
  const living = new Uint32Array(LEAF_WORDS);
  const at = square >>> 2;
  if (planes === 1) return readSquare({ words }, square, living);
  const any = (k: number, half: number): number => {
    const quarter = words[at + k] as number;
    let cells = 0;
    for (let b = 0; b < planes; b++) cells |= words[planeAt(words, planes, quarter, b) + half] as number;
    return cells;
  };
  for (let k = 0; k < 4; k += 2)
    writeBeside(living, 2 * k, any(k, 0), any(k, 1), any(k + 1, 0), any(k + 1, 1));
  return living;
}

/** Row `row` of a square's cells: 16 bits for each plane. */
export function rowOf(cells: Uint32Array, row: number): number[] {
  return Array.from({ length: cells.length / LEAF_WORDS }, (_, b) => {
    const pair = cells[b * LEAF_WORDS + (row >> 1)] as number;
    return row & 1 ? pair >>> 16 : pair & 0xffff;
  });
}

/** Sets cells of row `row`, those of the mask's bits, to a state. All are 0 before. */
export function setCells(cells: Uint32Array, row: number, mask: number, state: number): void {
  const at = row >> 1;
  const bits = mask << (row & 1 ? 16 : 0);
  for (let b = 0; b * LEAF_WORDS < cells.length; b++)
    if ((state >> b) & 1) cells[b * LEAF_WORDS + at] |= bits;
}

/** `second` over `first` (algorithm.ts says how), where the rule's last state is `last`. */
export function mixSquares(
  first: Uint32Array,
  second: Uint32Array,
  mode: WriteMode,
  last: number,
): Uint32Array {
  const planes = first.length / LEAF_WORDS;
  const mixed = new Uint32Array(first.length);
  const bits = new Int32Array(planes);
  for (let k = 0; k < LEAF_WORDS; k++) {
    let changed = 0;
    for (let at = k; at < first.length; at += LEAF_WORDS) changed |= second[at] as number;
    if (mode === "xor") {
      for (let b = 0, at = k; b < planes; b++, at += LEAF_WORDS)
        bits[b] = (first[at] as number) ^ (second[at] as number);
      // Where the rule has no state of that number the cell stays.
      changed &= ~cellsAbove(bits, last);
    } else
      for (let b = 0, at = k; b < planes; b++, at += LEAF_WORDS) bits[b] = mode === "or" ? second[at] : 0;
    for (let b = 0, at = k; b < planes; b++, at += LEAF_WORDS)
      mixed[at] = ((first[at] as number) & ~changed) | ((bits[b] as number) & changed);
  }
  return mixed;
}

/** The same cells in so many planes, those in states above `last` in that one. `words`: of a plane. */
export function fitSquare(cells: Uint32Array, planes: number, last: number, words = LEAF_WORDS): Uint32Array {
  const fitted = new Uint32Array(planes * words);
  const bits = new Int32Array(cells.length / words);
  for (let k = 0; k < words; k++) {
    for (let b = 0; b < bits.length; b++) bits[b] = cells[b * words + k] as number;
    const above = cellsAbove(bits, last);
    for (let b = 0; b < planes; b++) {
      const bit = bits[b] ?? 0;
      fitted[b * words + k] = (last >> b) & 1 ? bit | above : bit & ~above;
    }
  }
  return fitted;
}
