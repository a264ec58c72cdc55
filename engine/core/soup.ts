/**
 * Soup: random cells that do not depend on the order in which they are made. Cell (x, y) of a soup is a hash of
 * (seed, x, y), so a GPU thread, a worker and a test make the same cells, and a part of a soup is a part of the whole.
 *
 * The hash is the 32-bit finaliser of MurmurHash3 (Austin Appleby, public domain), applied to seed, y and x in turn.
 * The constants are frozen: changing one changes every soup that people have noted down.
 */

import type { Block } from "./block.ts";
import { blockStride, createBlock, planesFor, setBlockRun } from "./block.ts";
import { TessellaError } from "./errors.ts";

export interface Soup {
  /** An integer 0 .. 2^32 - 1. */
  readonly seed: number;
  /** The chance of a cell being alive, 0 .. 1. */
  readonly density: number;
  readonly width: number;
  readonly height: number;
  /** The states that live cells are in, chosen alike often by a second hash. Default: all are in state 1. */
  readonly states?: readonly number[];
}

function mix(v: number): number {
  let h = v;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** 32 random bits for the cell (x, y); coordinates count modulo 2^32. */
export function soupHash(seed: number, x: number, y: number): number {
  const row = mix(mix(seed ^ 0x9e3779b9) ^ Math.imul(y, 0x27d4eb2f));
  return mix(row ^ Math.imul(x, 0x165667b1)) >>> 0;
}

/** What the seed is combined with for the hash that chooses a live cell's state. Frozen too. */
const STATE_SEED = 0x5f356495;

/** The state of the cell (x, y) if it lives. */
export function soupState({ seed, states }: Pick<Soup, "seed" | "states">, x: number, y: number): number {
  if (!states || states.length === 0) return 1;
  return states[soupHash(seed ^ STATE_SEED, x, y) % states.length] as number;
}

/** The cell is alive iff its hash is below this: round(density * 2^32), so 0 and 1 are exact. */
export function soupThreshold(density: number): number {
  if (!(density >= 0 && density <= 1)) {
    throw new TessellaError("bad-argument", `The density of a soup is a number from 0 to 1, not ${density}.`);
  }
  return Math.round(density * 2 ** 32);
}

/** Rows of a soup, of which 0 is the topmost, that are to lie `dy` cells below their places. */
export interface SoupRows {
  readonly first: number;
  readonly count: number;
  readonly dy: bigint;
}

/** All rows, at their places. */
export function wholeSoup({ height }: Pick<Soup, "height">): SoupRows {
  return { first: 0, count: height, dy: 0n };
}

/** What of a soup decides how much memory it takes. */
export type SoupShape = Pick<Soup, "density" | "width" | "height">;

/** Squares of `side` x `side` cells in which something lives, to be expected at the least, wherever the soup lies. */
export function liveTiles({ density, width, height }: SoupShape, side: number): number {
  const cells = side * side;
  return ((width * height) / cells) * (1 - (1 - density) ** cells);
}

/** Bits that a cell of a soup cannot be packed below, 0 .. 1 (Shannon). */
export function soupEntropy(density: number): number {
  const share = soupThreshold(density) / 2 ** 32;
  if (share === 0 || share === 1) return 0;
  return -(share * Math.log2(share) + (1 - share) * Math.log2(1 - share));
}

/** Top left cell of a soup of that size: it is centred on the origin as a bounded grid is. */
export function soupOrigin(width: number, height: number): { readonly x: number; readonly y: number } {
  return { x: -Math.floor(width / 2) || 0, y: -Math.floor(height / 2) || 0 };
}

/** The whole soup, packed. Errors: `bad-argument` for a size or density out of range, `too-large`. */
export function soupBlock(soup: Soup): Block {
  return soupRows(soup, 0, soup.height);
}

/** Rows first .. first + count - 1 of the soup (0 is the topmost), so that a large one can be made piece by piece. */
export function soupRows(soup: Soup, first: number, count: number): Block {
  const origin = soupOrigin(soup.width, soup.height);
  const x = origin.x;
  const y = origin.y + first;
  const planes = soup.states ? planesFor(1 + Math.max(1, ...soup.states)) : 1;
  const block = createBlock(BigInt(x), BigInt(y), soup.width, count, planes);
  const seed = mix((soup.seed >>> 0) ^ 0x9e3779b9);
  const threshold = soupThreshold(soup.density);
  const stride = blockStride(soup.width);
  for (let j = 0; j < count; j++) {
    const row = mix(seed ^ Math.imul(y + j, 0x27d4eb2f));
    for (let k = 0; k < stride; k++) {
      const from = 32 * k;
      const live = liveWord(row, x + from, Math.min(32, soup.width - from), threshold);
      if (!soup.states) block.words[j * stride + k] = live;
      else
        for (let i = 0; i < 32; i++)
          if ((live >>> i) & 1) setBlockRun(block, from + i, j, 1, soupState(soup, x + from + i, y + j));
    }
  }
  return block;
}

/** Which of the `count` cells from x on live, at most 32. Without a branch for a cell, as none could be foretold. */
function liveWord(row: number, x: number, count: number, threshold: number): number {
  const bound = threshold | 0;
  const all = threshold === 2 ** 32 ? -1 : 0;
  let word = 0;
  for (let i = 0; i < count; i++) {
    const hash = mix(row ^ Math.imul(x + i, 0x165667b1));
    // The borrow of hash - bound, both without a sign, says whether the hash is the smaller one.
    const borrow = (~hash & bound) | ((~hash | bound) & (hash - bound));
    word |= ((borrow | all) >>> 31) << i;
  }
  return word;
}
