import { TessellaError } from "./errors.ts";
import { groupedSize } from "./integers.ts";
import type { Rect } from "./rect.ts";

/**
 * A packed rectangle of cells. Row r takes `blockStride(w)` words from `r * stride`; bit i of word k is the cell at
 * x + 32k + i (lowest bit = lowest x). Bits beyond the width are zero. With two states a bit says "differs from the background".
 * Of more states each bit has such a plane of its own: plane b holds bit b of every cell's state.
 */
export interface Block {
  readonly x: bigint;
  readonly y: bigint;
  readonly w: number;
  readonly h: number;
  /** The planes, one after the other. */
  readonly words: Uint32Array<ArrayBuffer>;
  /** Bits of a cell, 1 to 8. Default 1. */
  readonly planes?: number;
}

/** The planes of cells in so many states. */
export function planesFor(states: number): number {
  return 32 - Math.clz32(Math.max(1, states - 1));
}

/** Words a row of w cells takes. */
export function blockStride(w: number): number {
  return (w + 31) >>> 5;
}

/** Packed cells above which a block is refused: one typed array of 2^29 words. */
const MAX_WORDS = 2 ** 29;

/**
 * An empty block, in the memory of an `earlier` one where that is as large. Errors: `bad-argument` for a size that is no whole number,
 * `too-large` past 2^29 words.
 */
export function createBlock(x: bigint, y: bigint, w: number, h: number, planes = 1, earlier?: Block): Block {
  if (!Number.isInteger(w) || !Number.isInteger(h) || w < 0 || h < 0) {
    throw new TessellaError("bad-argument", `A block of ${groupedSize(w, h)} cells makes no sense.`);
  }
  const words = Math.ceil(w / 32) * h * planes;
  if (words > MAX_WORDS || w > 2 ** 31) {
    throw new TessellaError(
      "too-large",
      `A region of ${groupedSize(w, h)} cells is too large to be packed in one piece.`,
      {
        hint: "Read it in smaller pieces, or as a raster.",
      },
    );
  }
  const cleared = earlier?.words.length === words ? earlier.words.fill(0) : new Uint32Array(words);
  return { x, y, w, h, words: cleared, ...(planes > 1 ? { planes } : {}) };
}

/** Plane `b` as a block of two states, over the same words. */
export function planeOf({ x, y, w, h, words, planes = 1 }: Block, b: number): Block {
  const size = words.length / planes;
  return { x, y, w, h, words: planes === 1 ? words : words.subarray(b * size, (b + 1) * size) };
}

/** The planes as blocks of two states. */
export function planesOf(block: Block): readonly Block[] {
  return Array.from({ length: block.planes ?? 1 }, (_, b) => planeOf(block, b));
}

/** The block whose planes these are. They lie in one place. */
export function joinPlanes(planes: readonly Block[]): Block {
  const [first] = planes as readonly [Block];
  if (planes.length === 1) return first;
  const joined = createBlock(first.x, first.y, first.w, first.h, planes.length);
  planes.forEach(({ words }, b) => {
    joined.words.set(words, b * words.length);
  });
  return joined;
}

/** The same cells in two states: those that are not 0 live. */
export function livingBlock(block: Block): Block {
  const [first, ...more] = planesOf(block) as [Block, ...Block[]];
  if (more.length === 0) return block;
  const words = first.words.slice();
  for (const plane of more) for (let k = 0; k < words.length; k++) words[k] |= plane.words[k];
  return { ...first, words };
}

/** Of 32 cells, a word for each bit of their states: those in states above `last`. */
export function cellsAbove(cells: ArrayLike<number>, last: number): number {
  if (last >= 2 ** cells.length - 1) return 0;
  let above = 0;
  let equal = -1;
  for (let b = cells.length - 1; b >= 0; b--) {
    const bit = cells[b];
    if ((last >> b) & 1) equal &= bit;
    else {
      above |= equal & bit;
      equal &= ~bit;
    }
  }
  return above;
}

/** The same cells, those in states above `last` in that one, and in no more planes than that one takes. */
export function clampBlock(block: Block, last: number): Block {
  const planes = planesFor(last + 1);
  const given = planesOf(block);
  if (given.length <= planes && last >= 2 ** given.length - 1) return block;
  const clamped = createBlock(block.x, block.y, block.w, block.h, planes);
  const outs = planesOf(clamped);
  const cells = new Int32Array(given.length);
  for (let k = 0; k < given[0].words.length; k++) {
    given.forEach(({ words }, b) => {
      cells[b] = words[k];
    });
    const above = cellsAbove(cells, last);
    outs.forEach(({ words }, b) => {
      words[k] = (last >> b) & 1 ? cells[b] | above : cells[b] & ~above;
    });
  }
  return clamped;
}

/** The state of the cell at column i, row j of the block (0-based). */
export function blockCell({ w, h, words, planes = 1 }: Block, i: number, j: number): number {
  const stride = blockStride(w);
  let at = j * stride + (i >>> 5);
  let state = (words[at] >>> (i & 31)) & 1;
  for (let b = 1; b < planes; b++) state |= ((words[(at += stride * h)] >>> (i & 31)) & 1) << b;
  return state;
}

/** Reads the states of row j from column i on, as many as `into` holds. A word at a time: a fraction of what `blockCell` takes. */
export function readBlockRow(
  { w, h, words, planes = 1 }: Block,
  i: number,
  j: number,
  into: Uint8Array,
): void {
  const stride = blockStride(w);
  for (let b = 0; b < planes; b++) {
    const row = (b * h + j) * stride;
    for (let at = 0; at < into.length; ) {
      const column = i + at;
      const end = Math.min(into.length, at + 32 - (column & 31));
      let word = words[row + (column >>> 5)] >>> (column & 31);
      for (; at < end; at++, word >>>= 1) into[at] = b === 0 ? word & 1 : into[at] | ((word & 1) << b);
    }
  }
}

/** Sets `length` cells of row j from column i on to the state. Whole words at a time: a run costs its words, not its cells. */
export function setBlockRun(block: Block, i: number, j: number, length: number, state = 1): void {
  if (length <= 0) return;
  const { w, h, words, planes } = block;
  const stride = blockStride(w);
  const row = j * stride;
  if (!planes) {
    setRun(words, row, i, length);
    return;
  }
  const whole = (1 << planes) - 1;
  for (let b = 0; b < planes; b++) {
    if ((state >> b) & 1) setRun(words, b * h * stride + row, i, length);
    else if (state < whole) clearRun(words, b * h * stride + row, i, length);
  }
}

/** Clears the bits of a run in the row that begins at the word `row`. */
function clearRun(words: Uint32Array, row: number, i: number, length: number): void {
  for (let at = i; at < i + length; ) {
    const end = Math.min(i + length, (at | 31) + 1);
    words[row + (at >>> 5)] &= ~((0xffffffff << (at & 31)) & (0xffffffff >>> (31 - ((end - 1) & 31))));
    at = end;
  }
}

/** Sets them. */
function setRun(words: Uint32Array, row: number, i: number, length: number): void {
  const end = i + length;
  const first = row + (i >>> 5);
  const last = row + ((end - 1) >>> 5);
  const head = 0xffffffff << (i & 31);
  const tail = 0xffffffff >>> (31 - ((end - 1) & 31));
  if (first === last) {
    words[first] |= head & tail;
    return;
  }
  words[first] |= head;
  words.fill(0xffffffff, first + 1, last);
  words[last] |= tail;
}

/** Live cells in a 32-bit word. */
export function popcount32(v: number): number {
  let x = v - ((v >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  x = (x + (x >>> 4)) & 0x0f0f0f0f;
  return Math.imul(x, 0x01010101) >>> 24;
}

/** Cells of the block that are not 0. */
export function blockPopulation(block: Block): number {
  let n = 0;
  for (const word of livingBlock(block).words) n += popcount32(word);
  return n;
}

/** The smallest box around the live cells; null for none. */
export function blockBounds(block: Block): Rect | null {
  const { x, y, w, h, words } = livingBlock(block);
  const stride = blockStride(w);
  const used = new Uint32Array(stride);
  let top = -1;
  let bottom = -1;
  for (let j = 0, at = 0; j < h; j++) {
    let any = 0;
    for (let k = 0; k < stride; k++, at++) {
      used[k] |= words[at];
      any |= words[at];
    }
    if (any === 0) continue;
    if (top < 0) top = j;
    bottom = j;
  }
  if (top < 0) return null;
  const first = used.findIndex((word) => word !== 0);
  const last = used.findLastIndex((word) => word !== 0);
  const left = first * 32 + 31 - Math.clz32(used[first] & -used[first]);
  const right = last * 32 + 32 - Math.clz32(used[last]);
  return { x: x + BigInt(left), y: y + BigInt(top), w: BigInt(right - left), h: BigInt(bottom + 1 - top) };
}

/** Calls `visit(i, j, length, state)` for each maximal run of cells in one state above 0, row by row, left to right. */
export function forEachBlockRun(
  block: Block,
  visit: (i: number, j: number, length: number, state: number) => void,
): void {
  if (!block.planes) {
    forEachPlaneRun(block, visit);
    return;
  }
  forEachPlaneRun(livingBlock(block), (first, j, all) => {
    const end = first + all;
    for (let i = first; i < end; ) {
      const state = blockCell(block, i, j);
      let next = i + 1;
      while (next < end && blockCell(block, next, j) === state) next++;
      visit(i, j, next - i, state);
      i = next;
    }
  });
}

function forEachPlaneRun(
  block: Block,
  visit: (i: number, j: number, length: number, state: number) => void,
): void {
  const stride = blockStride(block.w);
  for (let j = 0; j < block.h; j++) {
    let start = -1;
    for (let k = 0; k < stride; k++) {
      const word = block.words[j * stride + k];
      if (word === 0 && start < 0) continue;
      if (word === 0xffffffff) {
        if (start < 0) start = k * 32;
        continue;
      }
      let at = 0;
      let rest = word;
      // Alternate between the next live and the next dead bit of this word; clz32 of the lowest set bit finds each.
      while (at < 32) {
        const wanted = start < 0 ? rest : ~rest;
        const masked = (wanted & (0xffffffff << at)) >>> 0;
        if (masked === 0) break;
        at = 31 - Math.clz32(masked & -masked);
        if (start < 0) {
          start = k * 32 + at;
        } else {
          visit(start, j, k * 32 + at - start, 1);
          start = -1;
        }
        rest = word;
      }
    }
    if (start >= 0) visit(start, j, block.w - start, 1);
  }
}
