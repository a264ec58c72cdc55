/**
 * Walking a quad-tree in the core's memory. The root of level L covers x and y from -2^(L-1) on, so the origin lies
 * where its four children meet. On high levels coordinates are bigints; from the level on that doubles hold exactly
 * they are doubles, relative to the region.
 */

import type { Rect } from "../../core/rect.ts";
import { LEAF_LEVEL } from "./layout.ts";
import type { Memory } from "./leaf-planes.ts";
import { LEAF_WORDS, readLiving } from "./leaf-planes.ts";

/** A square of the tree. */
export interface Square {
  readonly square: number;
  readonly level: number;
}

/** Squares up to this side have doubles as coordinates. */
const NEAR_LEVEL = 40;

export function childOf(memory: Memory, square: number, k: number): number {
  return memory.words[(square >>> 2) + k];
}

/** The square's side. */
export function sideOf(level: number): bigint {
  return 1n << BigInt(level);
}

/** The box that a root covers. */
export function rootRect(level: number): Rect {
  const half = 1n << BigInt(level - 1);
  return { x: -half, y: -half, w: 2n * half, h: 2n * half };
}

/**
 * Calls for every non-empty square of level `stop` (4 or more: leaves at the lowest) that meets the region, with its
 * upper left corner relative to the region's, counted in steps of 2^unit cells. The region's sides must be below 2^53
 * steps; with a unit its corner lies on a step and `stop` is no lower than the unit. Order: depth first.
 */
export function visitSquares(
  memory: Memory,
  { square, level }: Square,
  region: Rect,
  stop: number,
  visit: (square: number, x: number, y: number) => void,
  unit = 0,
): void {
  const { words } = memory;
  const step = BigInt(unit);
  const across = region.w >> step;
  const down = region.h >> step;
  const w = Number(across);
  const h = Number(down);

  const near = (node: number, l: number, x: number, y: number): void => {
    const side = 2 ** (l - unit);
    if (node === 0 || x >= w || y >= h || x + side <= 0 || y + side <= 0) return;
    if (l <= stop) {
      visit(node, x, y);
      return;
    }
    const half = side / 2;
    const at = node >>> 2;
    near(words[at], l - 1, x, y);
    near(words[at + 1], l - 1, x + half, y);
    near(words[at + 2], l - 1, x, y + half);
    near(words[at + 3], l - 1, x + half, y + half);
  };

  const far = (node: number, l: number, x: bigint, y: bigint): void => {
    const side = sideOf(l - unit);
    if (node === 0 || x >= across || y >= down || x + side <= 0n || y + side <= 0n) return;
    if (l <= stop || l - unit <= NEAR_LEVEL) {
      near(node, l, Number(x), Number(y));
      return;
    }
    const half = side / 2n;
    const at = node >>> 2;
    far(words[at], l - 1, x, y);
    far(words[at + 1], l - 1, x + half, y);
    far(words[at + 2], l - 1, x, y + half);
    far(words[at + 3], l - 1, x + half, y + half);
  };

  const corner = rootRect(level);
  far(square, level, (corner.x - region.x) >> step, (corner.y - region.y) >> step);
}

/** The smallest box that holds every cell of a root, or null. */
export function treeBounds(memory: Memory, { square, level }: Square): Rect | null {
  if (square === 0) return null;
  const left = edge(memory, square, level, [0, 2, 1, 3], leafLeft);
  const right = edge(memory, square, level, [1, 3, 0, 2], leafRight);
  const top = edge(memory, square, level, [0, 1, 2, 3], leafTop);
  const bottom = edge(memory, square, level, [2, 3, 0, 1], leafBottom);
  const corner = rootRect(level);
  return {
    x: corner.x + left,
    y: corner.y + top,
    w: corner.w - left - right,
    h: corner.h - top - bottom,
  };
}

/** How far the nearest cell lies from one side; `order`: the two children at that side, then the other two. */
function edge(
  memory: Memory,
  root: number,
  rootLevel: number,
  order: readonly [number, number, number, number],
  ofLeaf: (words: Uint32Array, at: number) => number,
): bigint {
  const { words, planes = 1 } = memory;
  const known = new Map<number, bigint>();
  const living = new Uint32Array(LEAF_WORDS);
  const search = (square: number, level: number): bigint => {
    if (level === LEAF_LEVEL) {
      if (planes === 1) return BigInt(ofLeaf(words, square >>> 2));
      return BigInt(ofLeaf(readLiving(memory, square, living), 0));
    }
    const found = known.get(square);
    if (found !== undefined) return found;
    const at = square >>> 2;
    const [a, b, c, d] = order.map((k) => words[at + k]) as [number, number, number, number];
    const nearest = a !== 0 || b !== 0 ? least(a, b, level - 1) : sideOf(level - 1) + least(c, d, level - 1);
    known.set(square, nearest);
    return nearest;
  };
  const least = (a: number, b: number, level: number): bigint => {
    if (a === 0) return search(b, level);
    const one = search(a, level);
    if (b === 0 || b === a || one === 0n) return one;
    const other = search(b, level);
    return other < one ? other : one;
  };
  return search(root, rootLevel);
}

function columns(words: Uint32Array, at: number): number {
  let all = 0;
  for (let k = 0; k < 8; k++) all |= words[at + k];
  return (all | (all >>> 16)) & 0xffff;
}

function leafLeft(words: Uint32Array, at: number): number {
  const all = columns(words, at);
  return 31 - Math.clz32(all & -all);
}

function leafRight(words: Uint32Array, at: number): number {
  return Math.clz32(columns(words, at)) - 16;
}

function leafTop(words: Uint32Array, at: number): number {
  for (let k = 0; k < 8; k++)
    if (words[at + k] !== 0) return 2 * k + ((words[at + k] & 0xffff) === 0 ? 1 : 0);
  return 16;
}

function leafBottom(words: Uint32Array, at: number): number {
  for (let k = 7; k >= 0; k--)
    if (words[at + k] !== 0) return 2 * (7 - k) + (words[at + k] >>> 16 === 0 ? 1 : 0);
  return 16;
}
