/**
 * Flips and turns of packed cells, 32 cells at a time.
 *
 * A row is flipped by reversing the order of its words and the bits in each; the unused bits of the last word then lie in
 * front, and the row moves down by as many. Columns become rows in squares of 32 x 32 bits: such a square is 32 words, and
 * swapping its two quarters off the diagonal, then those of each quarter, and so on down to single bits transposes it in
 * five rounds (the recursion of Warren, Hacker's Delight, 7-3). Every symmetry of the square is a transposition or none,
 * then a flip of either kind or none.
 *
 * Those of the hexagon also slant: each row moves by one cell more than the row above. A matrix with c = 0 flips and slants rows;
 * any other one is [p a; 0 c] T [1 q; 0 1] with the transposition T, q = c d and p = b - a c d: it slants, transposes, and
 * flips and slants rows.
 */

import type { Block } from "./block.ts";
import { blockStride, createBlock, joinPlanes, planesOf } from "./block.ts";
import { within } from "./slices.ts";

/**
 * A symmetry of the square or of the hexagon in its sheared array (engine/grids/hex.ts): cell (i, j) goes to (a i + b j, c i + d j), but
 * for a shift. The entries are -1, 0 or 1, the determinant is 1 or -1. Unless c is 0, a or d is: no more than one slant is needed.
 * (Triangles that turn by a sixth are no blocks: engine/grids/symmetry.ts.)
 */
export type LatticeSymmetry = readonly [a: number, b: number, c: number, d: number];

/** Words worked on between two looks at the clock: less than a millisecond. */
const WORDS_A_GO = 2 ** 15;

/**
 * The turned cells. A slant turns the box into a parallelogram; the result is the box around that, with its upper left corner at
 * (x, y). Yields the share done, 0..1. Errors: `too-large`.
 */
export function* turnedBlock(
  block: Block,
  symmetry: LatticeSymmetry,
  x: bigint,
  y: bigint,
): Generator<number, Block, void> {
  if (!block.planes) return yield* turnedPlane(block, symmetry, x, y);
  const planes = planesOf(block);
  const turned: Block[] = [];
  for (const [at, plane] of planes.entries())
    turned.push(
      yield* within(at / planes.length, (at + 1) / planes.length, turnedPlane(plane, symmetry, x, y)),
    );
  return joinPlanes(turned);
}

function* turnedPlane(
  block: Block,
  [a, b, c, d]: LatticeSymmetry,
  x: bigint,
  y: bigint,
): Generator<number, Block, void> {
  let turned: Block;
  if (c === 0) {
    turned = yield* mapRows({ ...block, words: block.words.slice() }, a, b, d);
  } else {
    const slanted = yield* within(0, 0.25, slantedRows(block, c * d));
    const upright = createBlock(x, y, slanted.h, slanted.w);
    yield* within(0.25, 0.75, transposeInto(slanted, upright));
    turned = yield* within(0.75, 1, mapRows(upright, b - a * c * d, a, c));
  }
  return { ...turned, x, y };
}

/** Cells (i, j) to (p i + q j, r j), but for a shift; p and r are 1 or -1. Changes the block where no new one is needed. */
function* mapRows(block: Block, p: number, q: number, r: number): Generator<number, Block, void> {
  if (p < 0) yield* within(0, 0.5, flipRows(block));
  const slanted = yield* within(p < 0 ? 0.5 : 0, 1, slantedRows(block, q));
  if (r < 0) flipOrder(slanted);
  return slanted;
}

/** Cells (i, j) to (i + by j, j), but for a shift; `by` is -1, 0 or 1. */
function* slantedRows(block: Block, by: number): Generator<number, Block, void> {
  if (by === 0) return block;
  const { x, y, w, h, words } = block;
  const slanted = createBlock(x, y, w + h - 1, h);
  const [from, to] = [blockStride(w), blockStride(slanted.w)];
  let due = WORDS_A_GO;
  for (let j = 0; j < h; j++) {
    const cells = by > 0 ? j : h - 1 - j;
    const shift = cells & 31;
    const first = j * to + (cells >>> 5);
    for (let k = 0; k < from; k++) {
      const word = words[j * from + k] as number;
      slanted.words[first + k] = (slanted.words[first + k] as number) | (word << shift);
      // A row that ends with its box has no word to carry into.
      if (shift > 0 && word >>> (32 - shift) !== 0) slanted.words[first + k + 1] = word >>> (32 - shift);
    }
    due -= from;
    if (due > 0) continue;
    due = WORDS_A_GO;
    yield j / h;
  }
  return slanted;
}

function* transposeInto(from: Block, to: Block): Generator<number, void, void> {
  const stride = blockStride(from.w);
  const across = blockStride(to.w);
  const square = new Uint32Array(32);
  let due = WORDS_A_GO;
  for (let band = 0; band < across; band++) {
    const rows = Math.min(32, from.h - band * 32);
    for (let k = 0; k < stride; k++) {
      for (let j = 0; j < 32; j++)
        square[j] = j < rows ? (from.words[(band * 32 + j) * stride + k] as number) : 0;
      transposeSquare(square);
      const lines = Math.min(32, to.h - k * 32);
      for (let j = 0; j < lines; j++) to.words[(k * 32 + j) * across + band] = square[j] as number;
    }
    due -= 32 * stride;
    if (due > 0) continue;
    due = WORDS_A_GO;
    yield band / across;
  }
}

/** Bit i of word j goes to bit j of word i. */
function transposeSquare(square: Uint32Array): void {
  let mask = 0x0000ffff;
  for (let side = 16; side > 0; side >>>= 1, mask ^= mask << side) {
    for (let j = 0; j < 32; j = (j + side + 1) & ~side) {
      const above = square[j] as number;
      const below = square[j + side] as number;
      // The upper word's high bits change places with the lower word's low ones.
      const change = ((above >>> side) ^ below) & mask;
      square[j + side] = below ^ change;
      square[j] = above ^ (change << side);
    }
  }
}

function* flipRows({ w, h, words }: Block): Generator<number, void, void> {
  const stride = blockStride(w);
  const unused = stride * 32 - w;
  let due = WORDS_A_GO;
  for (let j = 0; j < h; j++) {
    const row = words.subarray(j * stride, (j + 1) * stride);
    row.reverse();
    let reversed = reverseBits(row[0] as number);
    for (let k = 0; k < stride; k++) {
      const next = k + 1 < stride ? reverseBits(row[k + 1] as number) : 0;
      row[k] = unused === 0 ? reversed : (reversed >>> unused) | (next << (32 - unused));
      reversed = next;
    }
    due -= stride;
    if (due > 0) continue;
    due = WORDS_A_GO;
    yield j / h;
  }
}

function flipOrder({ w, h, words }: Block): void {
  const stride = blockStride(w);
  const kept = new Uint32Array(stride);
  for (let j = 0; j < h >> 1; j++) {
    const [above, below] = [j * stride, (h - 1 - j) * stride];
    kept.set(words.subarray(above, above + stride));
    words.copyWithin(above, below, below + stride);
    words.set(kept, below);
  }
}

function reverseBits(word: number): number {
  let v = word;
  v = ((v >>> 1) & 0x55555555) | ((v & 0x55555555) << 1);
  v = ((v >>> 2) & 0x33333333) | ((v & 0x33333333) << 2);
  v = ((v >>> 4) & 0x0f0f0f0f) | ((v & 0x0f0f0f0f) << 4);
  v = ((v >>> 8) & 0x00ff00ff) | ((v & 0x00ff00ff) << 8);
  return ((v >>> 16) | (v << 16)) >>> 0;
}

interface Part {
  readonly x: bigint;
  readonly y: bigint;
  readonly w: number;
  readonly h: number;
}

/** The cells of a part of the block; what lies beyond the block is dead. */
export function blockPart(block: Block, part: Part): Block {
  return joinPlanes(planesOf(block).map((plane) => planePart(plane, part)));
}

function planePart(block: Block, { x, y, w, h }: Part): Block {
  const part = createBlock(x, y, w, h);
  const [dx, dy] = [Number(x - block.x), Number(y - block.y)];
  const [stride, from] = [blockStride(w), blockStride(block.w)];
  const shift = ((dx % 32) + 32) % 32;
  const first = (dx - shift) / 32;
  const last = w % 32 === 0 ? 0xffffffff : 2 ** (w % 32) - 1;
  for (let j = Math.max(0, -dy); j < Math.min(h, block.h - dy); j++) {
    const row = (j + dy) * from;
    const wordAt = (k: number): number => (k >= 0 && k < from ? (block.words[row + k] as number) : 0);
    for (let k = 0; k < stride; k++) {
      const low = wordAt(first + k);
      const word = shift === 0 ? low : (low >>> shift) | (wordAt(first + k + 1) << (32 - shift));
      part.words[j * stride + k] = k === stride - 1 ? word & last : word;
    }
  }
  return part;
}

/** The cells of the block that a mask over the same box holds, or with `but` those that it does not. */
export function maskedBlock(block: Block, mask: Block, but = false): Block {
  const words = block.words.slice();
  const plane = mask.words.length;
  for (let first = 0; first < words.length; first += plane) {
    for (let k = 0; k < plane; k++) {
      const bits = mask.words[k] as number;
      words[first + k] = (words[first + k] as number) & (but ? ~bits : bits);
    }
  }
  return { ...block, words };
}
