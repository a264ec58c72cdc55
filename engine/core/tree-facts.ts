/**
 * Facts of a quad-tree without unfolding it. The population is a sum over the array, children first. The bounds are
 * found from the root down, one side at a time: of all squares that touch that side, level by level, only the non-empty
 * halves nearest to it are followed.
 */

import { popcount32 } from "./block.ts";
import type { QuadTree } from "./quad-tree.ts";
import { LEAF_LEVEL } from "./quad-tree.ts";
import type { Rect } from "./rect.ts";

/** Keyed by the array of nodes, which a moved tree shares with the original. */
const populations = new WeakMap<Uint32Array, bigint>();
const boxes = new WeakMap<Uint32Array, Rect>();

/** Number of live cells. One pass over the nodes, once a tree. */
export function treePopulation(tree: QuadTree): bigint {
  let population = populations.get(tree.nodes);
  if (population === undefined) {
    population = sumOverLeaves(tree, (top, bottom) => popcount32(top) + popcount32(bottom));
    populations.set(tree.nodes, population);
  }
  return population;
}

/** Runs of live cells in rows, where the border of a leaf divides each: at least as many as a row-by-row format needs. */
export function treeRunCount(tree: QuadTree): bigint {
  return sumOverLeaves(tree, (top, bottom) => popcount32(runStarts(top)) + popcount32(runStarts(bottom)));
}

/** Of four rows of eight cells, those whose western neighbour in the row is dead. */
function runStarts(rows: number): number {
  return rows & ~((rows << 1) & 0xfefefefe);
}

/** A number for each leaf, of its two words, summed over all places where the leaf lies. */
function sumOverLeaves(
  { root, levels, nodes }: QuadTree,
  ofLeaf: (top: number, bottom: number) => number,
): bigint {
  // Doubles are exact below 2^53; larger numbers are in the map, and their double is NaN.
  const small = new Float64Array(root + 1);
  const large = new Map<number, bigint>();
  const exact = (node: number): bigint => large.get(node) ?? BigInt(small[node]);
  for (let i = 1; i <= root; i++) {
    const at = i * 4;
    if (levels[i] === LEAF_LEVEL) {
      small[i] = ofLeaf(nodes[at], nodes[at + 1]);
      continue;
    }
    const sum = small[nodes[at]] + small[nodes[at + 1]] + small[nodes[at + 2]] + small[nodes[at + 3]];
    if (sum <= Number.MAX_SAFE_INTEGER) {
      small[i] = sum;
      continue;
    }
    small[i] = Number.NaN;
    large.set(i, exact(nodes[at]) + exact(nodes[at + 1]) + exact(nodes[at + 2]) + exact(nodes[at + 3]));
  }
  return exact(root);
}

/** The smallest box that holds every live cell, or null for none. */
export function treeBounds(tree: QuadTree): Rect | null {
  if (tree.root === 0) return null;
  let box = boxes.get(tree.nodes);
  if (!box) {
    const seen = new Uint32Array(tree.root + 1);
    const [left, right, top, bottom] = SIDES.map((side, k) => distanceTo(tree, side, seen, k + 1)) as [
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    const side = 1n << BigInt(tree.level);
    box = { x: left, y: top, w: side - left - right, h: side - top - bottom };
    boxes.set(tree.nodes, box);
  }
  return { ...box, x: tree.x + box.x, y: tree.y + box.y };
}

interface Side {
  /** The two children that touch it, and the two that do not. */
  readonly near: readonly [number, number];
  readonly far: readonly [number, number];
  /** Cells between the side and the nearest live one, of leaves laid over each other. */
  readonly inLeaf: (low: number, high: number) => number;
}

/** The four bytes of both words over each other: bit c says that column c holds a cell. */
function columnsOf(low: number, high: number): number {
  const both = low | high;
  const half = both | (both >>> 16);
  return (half | (half >>> 8)) & 255;
}

const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits);

const SIDES: readonly Side[] = [
  { near: [0, 2], far: [1, 3], inLeaf: (low, high) => lowestBit(columnsOf(low, high)) },
  { near: [1, 3], far: [0, 2], inLeaf: (low, high) => Math.clz32(columnsOf(low, high)) - 24 },
  {
    near: [0, 1],
    far: [2, 3],
    inLeaf: (low, high) => (low ? lowestBit(low) >> 3 : 4 + (lowestBit(high) >> 3)),
  },
  {
    near: [2, 3],
    far: [0, 1],
    inLeaf: (low, high) => (high ? Math.clz32(high) >> 3 : 4 + (Math.clz32(low) >> 3)),
  },
];

/** Cells between a side of the root and the nearest live one. `seen` is marked with `mark`, once a node. */
function distanceTo(
  { root, level, nodes }: QuadTree,
  { near, far, inLeaf }: Side,
  seen: Uint32Array,
  mark: number,
): bigint {
  let distance = 0n;
  let front = [root];
  for (let k = level; k > LEAF_LEVEL; k--) {
    let next: number[] = [];
    const gather = (children: readonly [number, number]): void => {
      for (const node of front) {
        for (const child of children) {
          const n = nodes[node * 4 + child];
          if (n === 0 || seen[n] === mark) continue;
          seen[n] = mark;
          next.push(n);
        }
      }
    };
    gather(near);
    if (next.length === 0) {
      gather(far);
      distance += 1n << BigInt(k - 1);
    }
    front = next;
    next = [];
  }
  let low = 0;
  let high = 0;
  for (const node of front) {
    low |= nodes[node * 4];
    high |= nodes[node * 4 + 1];
  }
  return distance + BigInt(inLeaf(low, high));
}
