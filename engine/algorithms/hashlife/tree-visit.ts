/**
 * Walking a quad-tree in the core's memory. The root of level L covers x and y from -2^(L-1) on, so the origin lies
 * where its four children meet. On high levels coordinates are bigints; from the level on that doubles hold exactly
 * they are doubles, relative to the region.
 */

import type { Rect } from "../../core/rect.ts";
import type { HashLifeCore } from "./core.ts";
import { LEAF_LEVEL } from "./layout.ts";
import type { Memory } from "./leaf-planes.ts";

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

/** Distances within squares up to this level are exact as doubles. */
const EXACT_LEVEL = 52;
/** Squares of more than two states up to this level are searched by the core, which keeps no distances. */
const SEARCHED_LEVEL = 6;

/** The smallest box that holds every cell of a root, or null. */
export function treeBounds(core: HashLifeCore, root: Square): Rect | null {
  if (root.square === 0) return null;
  const [left, right, top, bottom] = SIDES.map((_, side) => edge(core, root, side)) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const corner = rootRect(root.level);
  return {
    x: corner.x + left,
    y: corner.y + top,
    w: corner.w - left - right,
    h: corner.h - top - bottom,
  };
}

interface Side {
  /** The two children at that side, then the other two. */
  readonly order: readonly [number, number, number, number];
  readonly ofLeaf: (words: Uint32Array, at: number) => number;
}

const SIDES: readonly Side[] = [
  { order: [0, 2, 1, 3], ofLeaf: leafLeft },
  { order: [1, 3, 0, 2], ofLeaf: leafRight },
  { order: [0, 1, 2, 3], ofLeaf: leafTop },
  { order: [2, 3, 0, 1], ofLeaf: leafBottom },
];

/** How far the nearest cell lies from one side. */
function edge(core: HashLifeCore, root: Square, side: number): bigint {
  const { words, planes } = core;
  const { order, ofLeaf } = SIDES[side] as Side;
  const lowest = planes === 1 ? LEAF_LEVEL : SEARCHED_LEVEL;
  const near = new Map<number, number>();
  const far = new Map<number, bigint>();
  const child = (square: number, k: number): number => words[(square >>> 2) + (order[k] as number)] as number;
  const search = (square: number, level: number): number => {
    if (level <= lowest) return planes === 1 ? ofLeaf(words, square >>> 2) : core.edgeOf(square, level, side);
    const found = near.get(square);
    if (found !== undefined) return found;
    const [a, b] = [child(square, 0), child(square, 1)];
    const nearest =
      a !== 0 || b !== 0
        ? least(a, b, level - 1)
        : 2 ** (level - 1) + least(child(square, 2), child(square, 3), level - 1);
    near.set(square, nearest);
    return nearest;
  };
  const least = (a: number, b: number, level: number): number => {
    if (a === 0) return search(b, level);
    const one = search(a, level);
    return b === 0 || b === a || one === 0 ? one : Math.min(one, search(b, level));
  };
  const searchFar = (square: number, level: number): bigint => {
    if (level <= EXACT_LEVEL) return BigInt(search(square, level));
    const found = far.get(square);
    if (found !== undefined) return found;
    const [a, b] = [child(square, 0), child(square, 1)];
    const nearest =
      a !== 0 || b !== 0
        ? leastFar(a, b, level - 1)
        : sideOf(level - 1) + leastFar(child(square, 2), child(square, 3), level - 1);
    far.set(square, nearest);
    return nearest;
  };
  const leastFar = (a: number, b: number, level: number): bigint => {
    if (a === 0) return searchFar(b, level);
    const one = searchFar(a, level);
    if (b === 0 || b === a) return one;
    const other = searchFar(b, level);
    return other < one ? other : one;
  };
  return searchFar(root.square, root.level);
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
