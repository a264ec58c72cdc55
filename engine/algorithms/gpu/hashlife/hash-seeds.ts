/** Trees on their way to the GPU and back: the host's numbering, level by level, and what was picked out of the store. */

import type { QuadTree } from "../../../core/quad-tree.ts";
import { LEAF_LEVEL } from "../../hashlife/layout.ts";
import type { Memory } from "../../hashlife/leaf-planes.ts";
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

/** What an address of HashLife's memory counts: bytes of squares of eight words. */
const SQUARE_BYTES = 32;

/** A root in HashLife's memory, whose leaves are one plane. */
export function seedsOf({ words }: Memory, { square, level }: Square): Seeds {
  if (square === 0) return { words: new Uint32Array(4), leaves: 0, starts: [1], root: 0, level };
  // From the root down: the squares of each level, each once, and its place among them.
  const rows: { readonly squares: number[]; readonly places: Map<number, number> }[] = [];
  let row = { squares: [square], places: new Map([[square, 0]]) };
  for (let height = level - LEAF_LEVEL; ; height--) {
    rows[height] = row;
    if (height === 0) break;
    const below = { squares: [] as number[], places: new Map<number, number>() };
    for (const parent of row.squares) {
      for (let at = parent >>> 2, k = 0; k < 4; k++) {
        const child = words[at + k] as number;
        if (child !== 0 && !below.places.has(child)) below.places.set(child, below.squares.push(child) - 1);
      }
    }
    row = below;
  }
  const starts = [1];
  for (const { squares } of rows) starts.push((starts.at(-1) as number) + squares.length);
  const leaves = rows[0]?.squares ?? [];
  const count = (starts.at(-1) as number) - 1;
  const seeds = new Uint32Array(8 * leaves.length + 4 * (count - leaves.length));
  leaves.forEach((leaf, i) => {
    seeds.set(words.subarray(leaf >>> 2, (leaf >>> 2) + 8), 8 * i);
  });
  let to = 8 * leaves.length;
  for (let height = 1; height < rows.length; height++) {
    const { places } = rows[height - 1] as (typeof rows)[number];
    const first = starts[height - 1] as number;
    for (const parent of (rows[height] as (typeof rows)[number]).squares) {
      for (let at = parent >>> 2, k = 0; k < 4; k++) {
        const child = words[at + k] as number;
        seeds[to++] = child === 0 ? 0 : first + (places.get(child) as number);
      }
    }
  }
  return { words: seeds, leaves: leaves.length, starts, root: count, level };
}

/** The smallest torus that a GPU has: the same 16 x 16 cells, two words a row, in each quarter. */
export function repeatedSeeds(rows: ArrayLike<number>, level: number): Seeds {
  const leaf = SQUARE_BYTES;
  const root = 2 * SQUARE_BYTES;
  const words = new Uint32Array((root + SQUARE_BYTES) / 4);
  words.set(rows, leaf / 4);
  words.fill(leaf, root / 4, root / 4 + 4);
  const isEmpty = words.subarray(0, root / 4).every((word) => word === 0);
  return seedsOf({ words }, { square: isEmpty ? 0 : root, level });
}

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
