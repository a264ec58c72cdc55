/**
 * Squares of 16 x 16 cells as the core keeps them: with two states a leaf, with more a node over plane leaves
 * (wasm/assembly/_hashlife-planes.ts). As words they are eight for each plane, two rows a word, the upper row in the low half.
 */

import { cellsAbove } from "../../core/block.ts";
import type { WriteMode } from "../algorithm.ts";

/** The core's words. Read them anew each time: they move when the memory grows. */
export interface Memory {
  readonly words: Uint32Array;
  /** Bits of a cell. Default 1. */
  readonly planes?: number;
}

/** Words of a plane. */
export const LEAF_WORDS = 8;

/** Where the words of plane `b` of a square begin. */
export function planeAt({ words, planes = 1 }: Memory, square: number, b: number): number {
  if (planes === 1) return square >>> 2;
  const four = planes > 4 ? (words[(square >>> 2) + (b >> 2)] as number) : square;
  return (words[(four >>> 2) + (b & 3)] as number) >>> 2;
}

/** All planes of a square. */
export function readSquare(memory: Memory, square: number): Uint32Array {
  const { words, planes = 1 } = memory;
  const cells = new Uint32Array(planes * LEAF_WORDS);
  for (let b = 0; b < planes; b++) {
    const at = planeAt(memory, square, b);
    cells.set(words.subarray(at, at + LEAF_WORDS), b * LEAF_WORDS);
  }
  return cells;
}

/** Which cells of a square are in a state above 0, as the words of one plane. */
export function readLiving(memory: Memory, square: number, to = new Uint32Array(LEAF_WORDS)): Uint32Array {
  const { words, planes = 1 } = memory;
  to.fill(0);
  for (let b = 0; b < planes; b++) {
    const at = planeAt(memory, square, b);
    for (let k = 0; k < LEAF_WORDS; k++) to[k] |= words[at + k] as number;
  }
  return to;
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

/** The same cells in so many planes, those in states above `last` in that one. */
export function fitSquare(cells: Uint32Array, planes: number, last: number): Uint32Array {
  const fitted = new Uint32Array(planes * LEAF_WORDS);
  const bits = new Int32Array(cells.length / LEAF_WORDS);
  for (let k = 0; k < LEAF_WORDS; k++) {
    for (let b = 0; b < bits.length; b++) bits[b] = cells[b * LEAF_WORDS + k] as number;
    const above = cellsAbove(bits, last);
    for (let b = 0; b < planes; b++) {
      const bit = bits[b] ?? 0;
      fitted[b * LEAF_WORDS + k] = (last >> b) & 1 ? bit | above : bit & ~above;
    }
  }
  return fitted;
}
