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

/** A plane of a square of 8 x 8 cells: rows of a byte, four a word, the uppermost lowest. */
export type Quarter = readonly [upper: number, lower: number];

/** Two planes of 8 x 8 cells side by side, as four words of a plane. */
export function besides([west0, west1]: Quarter, [east0, east1]: Quarter): [number, number, number, number] {
  const pair = (west: number, east: number, shift: number): number => {
    const [left, right] = [west >>> shift, east >>> shift];
    const [upper, lower] = [(left & 255) | ((right & 255) << 8), ((left >>> 8) & 255) | (right & 0xff00)];
    return (upper | (lower << 16)) >>> 0;
  };
  return [pair(west0, east0, 0), pair(west0, east0, 16), pair(west1, east1, 0), pair(west1, east1, 16)];
}

/** Quarter k (nw, ne, sw, se) of the plane whose words begin at `at`. */
export function quarterOf(cells: Uint32Array, at: number, k: number): Quarter {
  const first = at + (k >> 1) * 4;
  const column = (k & 1) * 8;
  const rows = (word: number): number => {
    const pair = (cells[word] as number) >>> column;
    return (pair & 255) | (((pair >>> 16) & 255) << 8);
  };
  return [(rows(first) | (rows(first + 1) << 16)) >>> 0, (rows(first + 2) | (rows(first + 3) << 16)) >>> 0];
}

/** All planes of a square. */
export function readSquare({ words, planes = 1 }: Memory, square: number): Uint32Array {
  const at = square >>> 2;
  if (planes === 1) return words.slice(at, at + LEAF_WORDS);
  const cells = new Uint32Array(planes * LEAF_WORDS);
  const quarter = (k: number, b: number): Quarter => {
    const node = words[at + k] as number;
    const leaf = planes > LEAF_PLANES ? (words[(node >>> 2) + Math.floor(b / LEAF_PLANES)] as number) : node;
    const from = (leaf >>> 2) + 2 * (b % LEAF_PLANES);
    return [words[from] as number, words[from + 1] as number];
  };
  for (let b = 0; b < planes; b++) {
    cells.set(besides(quarter(0, b), quarter(1, b)), b * LEAF_WORDS);
    cells.set(besides(quarter(2, b), quarter(3, b)), b * LEAF_WORDS + 4);
  }
  return cells;
}

/** Which cells of a square are in a state above 0, as the words of one plane. */
export function readLiving(memory: Memory, square: number): Uint32Array {
  const cells = readSquare(memory, square);
  const living = cells.subarray(0, LEAF_WORDS);
  for (let at = LEAF_WORDS; at < cells.length; at++) living[at % LEAF_WORDS] |= cells[at] as number;
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
