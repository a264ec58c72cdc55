/** Trees on their way to the GPU and back: the host's numbering, level by level, and what was picked out of the store. */

import type { QuadTree } from "../../../core/quad-tree.ts";
import type { SquareMaker } from "../../hashlife/tree-exchange.ts";
import { treeOfSquare } from "../../hashlife/tree-exchange.ts";
import type { Square } from "../../hashlife/tree-visit.ts";
import { PICKED_LEAF, PICKED_WORDS } from "./hash-layout.ts";

/** A root as shaders/hashlife/plant.wgsl reads it: squares are numbered from 1 on, leaves first, then level by level. */
export interface Seeds {
  /** Two vectors of four words a leaf, its rows; then one for any other square, the numbers of its children. */
  readonly words: Uint32Array<ArrayBuffer>;
  readonly leaves: number;
  /** The first number of each level from the leaves on, and the end. */
  readonly starts: readonly number[];
  /** The root's number, 0 if it is empty. */
  readonly root: number;
  readonly level: number;
}

const NODE = 2 ** 31;

type Four = readonly [nw: number, ne: number, sw: number, se: number];

/** What `build` makes. Errors: those of `build`. */
export function seedsFrom(build: (maker: SquareMaker) => Square): Seeds {
  const leaves: (readonly number[])[] = [];
  // Squares above the leaves, and how high each stands. Until it is known how many leaves there are, they count from NODE on.
  const nodes: Four[] = [];
  const heights: number[] = [];
  const heightOf = (square: number): number => (square < NODE ? 0 : (heights[square - NODE] as number));
  const { square, level } = build({
    leaf: (rows) => {
      const words = Array.from(rows);
      return words.every((word) => word === 0) ? 0 : leaves.push(words);
    },
    node: (nw, ne, sw, se) => {
      if (nw === 0 && ne === 0 && sw === 0 && se === 0) return 0;
      heights.push(1 + Math.max(heightOf(nw), heightOf(ne), heightOf(sw), heightOf(se)));
      return NODE + nodes.push([nw, ne, sw, se]) - 1;
    },
  });
  const counts: number[] = [leaves.length];
  for (const height of heights) counts[height] = (counts[height] ?? 0) + 1;
  const starts = [1];
  for (const count of counts) starts.push((starts.at(-1) as number) + count);
  const next = [...starts];
  const numbers = Uint32Array.from(heights, (height) => next[height]++);
  const numberOf = (child: number): number => (child < NODE ? child : (numbers[child - NODE] as number));
  const words = new Uint32Array(Math.max(4, 8 * leaves.length + 4 * nodes.length));
  leaves.forEach((rows, i) => {
    words.set(rows, 8 * i);
  });
  nodes.forEach((children, i) => {
    words.set(children.map(numberOf), 4 * (leaves.length + (numbers[i] as number) - 1));
  });
  return { words, leaves: leaves.length, starts, root: numberOf(square), level };
}

/** What an address of `treeOfSquare` counts: bytes of squares of eight words. */
const SQUARE_BYTES = 32;

/** The tree of a root, which is a slot, among picked squares. Errors: `too-large`. */
export function treeOfPicked(picked: Uint32Array, root: number, level: number): QuadTree {
  const places = new Map<number, number>();
  const count = picked.length / PICKED_WORDS;
  for (let i = 0; i < count; i++) places.set((picked[PICKED_WORDS * i] as number) % PICKED_LEAF, i + 1);
  const addressOf = (slot: number): number => SQUARE_BYTES * (places.get(slot) ?? 0);
  const words = new Uint32Array(8 * (count + 1));
  for (let i = 0; i < count; i++) {
    const from = PICKED_WORDS * i + 1;
    const to = 8 * (i + 1);
    const isLeaf = (picked[from - 1] as number) >= PICKED_LEAF;
    if (isLeaf) words.set(picked.subarray(from, from + 8), to);
    else for (let k = 0; k < 4; k++) words[to + k] = addressOf(picked[from + k] as number);
  }
  return treeOfSquare({ words }, { square: addressOf(root), level });
}
