/** Converts between the core's squares and the quad-trees of files and other workers (core/quad-tree.ts). */

import type { QuadTree } from "../../core/quad-tree.ts";
import { QuadTreeBuilder, LEAF_LEVEL as SMALL_LEVEL } from "../../core/quad-tree.ts";
import { dividedAlong, movedWord, recentreTree, squareAround } from "../../core/tree-recentre.ts";
import { LEAF_LEVEL } from "./layout.ts";
import type { Memory } from "./leaf-planes.ts";
import {
  fitSquare,
  LEAF_WORDS,
  PLANE_WORDS,
  quarterWord,
  readLiving,
  readSquare,
  writeBeside,
} from "./leaf-planes.ts";
import type { Square } from "./tree-visit.ts";
import { rootRect } from "./tree-visit.ts";
import type { Builder } from "./tree-write.ts";

/** Makes squares, the lower ones first: `Builder`, or whoever else keeps squares. */
export interface SquareMaker {
  node(nw: number, ne: number, sw: number, se: number): number;
  /** The leaf of 8 words, two rows per word, the upper row in the low half. */
  leaf(rows: ArrayLike<number>): number;
}

/** A tree as a root whose middle is (0, 0), wherever the tree's middle is. Errors: `too-large`. */
export function squareOfTree(builder: SquareMaker, wanted: QuadTree): Square {
  const tree = recentreTree(wanted, 0n, 0n);
  const { nodes, levels } = tree;
  const squares = new Uint32Array(levels.length);
  const word = (node: number, k: number): number => nodes[4 * node + k] as number;
  // Children come before their parents.
  for (let node = 1; node < levels.length; node++) {
    const level = levels[node] as number;
    if (level === SMALL_LEVEL) continue;
    const [nw, ne, sw, se] = [word(node, 0), word(node, 1), word(node, 2), word(node, 3)] as const;
    squares[node] =
      level === LEAF_LEVEL
        ? builder.leaf(cellsOfFour(nodes, nw, ne, sw, se))
        : builder.node(
            squares[nw] as number,
            squares[ne] as number,
            squares[sw] as number,
            squares[se] as number,
          );
  }
  if (tree.level > LEAF_LEVEL) return { square: squares[tree.root] as number, level: tree.level };
  return aroundMiddle(builder, nodes, [0, 1, 2, 3].map((k) => word(tree.root, k)) as Four);
}

type Four = [nw: number, ne: number, sw: number, se: number];

/** A root no larger than a leaf: its quarters lie around the middle, each in a leaf of its own. */
function aroundMiddle(builder: SquareMaker, nodes: Uint32Array, [nw, ne, sw, se]: Four): Square {
  const square = builder.node(
    builder.leaf(cellsOfFour(nodes, 0, 0, 0, nw)),
    builder.leaf(cellsOfFour(nodes, 0, 0, ne, 0)),
    builder.leaf(cellsOfFour(nodes, 0, sw, 0, 0)),
    builder.leaf(cellsOfFour(nodes, se, 0, 0, 0)),
  );
  return { square, level: LEAF_LEVEL + 1 };
}

/** Four leaves of 8 x 8 as a plane of 16 x 16. */
function cellsOfFour(nodes: Uint32Array, nw: number, ne: number, sw: number, se: number): Uint32Array {
  const cells = new Uint32Array(LEAF_WORDS);
  const beside = (to: number, west: number, east: number): void => {
    const [from, other] = [4 * west, 4 * east];
    const [west0, west1] = [nodes[from] as number, nodes[from + 1] as number];
    writeBeside(cells, to, west0, west1, nodes[other] as number, nodes[other + 1] as number);
  };
  beside(0, nw, ne);
  beside(4, sw, se);
  return cells;
}

/** The same for cells in more than two states, of which those above `last` become that one. Errors: `too-large`. */
export function squareOfStates(builder: Builder, wanted: QuadTree, last: number): Square {
  if (wanted.root === 0) return { square: 0, level: LEAF_LEVEL + 1 };
  const planes = wanted.planes ?? [wanted];
  const square = squareAround(wanted, 0n, 0n);
  const { tree, leaves } = joinedPlanes(wanted, planes);
  const bits = builder.core.planes;
  /** Whether no cell can be in a state above the last. */
  const fits = planes.length === bits && last === 2 ** bits - 1;
  const cells = new Uint32Array(PLANE_WORDS * planes.length);
  /** Where the leaf of plane b is among the nodes. Word 0 of a joint leaf is its number. */
  const leafOf = (node: number, b: number): number =>
    node === 0 ? 0 : (leaves[(tree.nodes[4 * node] as number) * planes.length + b] as number);
  const root = dividedAlong(tree, square, {
    node: (_, nw, ne, sw, se) => builder.node(nw, ne, sw, se),
    leaf: (nw, ne, sw, se, x, y) => {
      for (let b = 0; b < planes.length; b++) {
        const { nodes } = planes[b] as QuadTree;
        const [first, second, third, fourth] = [leafOf(nw, b), leafOf(ne, b), leafOf(sw, b), leafOf(se, b)];
        for (let half = 0; half < PLANE_WORDS; half++)
          cells[PLANE_WORDS * b + half] = movedWord(nodes, first, second, third, fourth, x, y + 4 * half);
      }
      return builder.square8(fits ? cells : fitSquare(cells, bits, last, PLANE_WORDS));
    },
  });
  if (square.level > LEAF_LEVEL) return { square: root, level: square.level };
  // The quarters of a root no larger than a leaf lie around the middle.
  const quarter = (k: number): number => (root === 0 ? 0 : builder.child(root, k));
  const around = builder.node(
    builder.node(0, 0, 0, quarter(0)),
    builder.node(0, 0, quarter(1), 0),
    builder.node(0, quarter(2), 0, 0),
    builder.node(quarter(3), 0, 0, 0),
  );
  return { square: around, level: LEAF_LEVEL + 1 };
}

/**
 * The trees of all planes as one, whose leaves stand for one leaf of each plane: word 0 of a leaf is its number, and `leaves` has those of
 * the planes, as many a number.
 */
function joinedPlanes(
  { x, y, level }: QuadTree,
  planes: readonly QuadTree[],
): { readonly tree: QuadTree; readonly leaves: readonly number[] } {
  const count = planes.length;
  const builder = new QuadTreeBuilder();
  /** What stands in the place of a node: the nodes of all planes, as one of these. */
  const together = new QuadTreeBuilder();
  const known: number[] = [];
  // Number 0 would be the empty leaf.
  const leaves: number[] = Array.from({ length: count }, () => 0);
  /** For each level the nodes of four quarters. */
  const quarters: Uint32Array[] = [];
  const join = (nodes: Uint32Array, at: number, l: number): number => {
    let number = 0;
    for (let b = 0; b < count; b += 4) {
      const word = (k: number): number => (b + k < count ? (nodes[at + b + k] as number) : 0);
      const four = together.node(l, word(0), word(1), word(2), word(3));
      // Level 0 is none of a square's.
      number = b === 0 ? four : together.node(0, number, four, 0, 0);
    }
    if (number === 0) return 0;
    const found = known[number];
    if (found !== undefined) return found;
    let made: number;
    if (l === SMALL_LEVEL) {
      made = builder.leaf(leaves.length / count, 0);
      for (let b = 0; b < count; b++) leaves.push(nodes[at + b] as number);
    } else {
      let below = quarters[l];
      if (!below) {
        below = new Uint32Array(4 * count);
        quarters[l] = below;
      }
      for (let b = 0; b < count; b++) {
        const from = 4 * (nodes[at + b] as number);
        const of = (planes[b] as QuadTree).nodes;
        for (let k = 0; k < 4; k++) below[k * count + b] = of[from + k] as number;
      }
      made = builder.node(
        l,
        join(below, 0, l - 1),
        join(below, count, l - 1),
        join(below, 2 * count, l - 1),
        join(below, 3 * count, l - 1),
      );
    }
    known[number] = made;
    return made;
  };
  const root = join(
    Uint32Array.from(planes, (plane) => plane.root),
    0,
    level,
  );
  return { tree: builder.build(root, level, x, y), leaves };
}

/** A root as a tree. Errors: `too-large`. */
export function treeOfSquare(memory: Memory, root: Square): QuadTree {
  const { planes = 1, words } = memory;
  if (planes === 1) return treeOf(memory, root, (square) => words.subarray(square >>> 2));
  const living = treeOf(memory, root, (square) => readLiving(memory, square));
  const plane = (b: number): QuadTree =>
    treeOf(memory, root, (square) => readSquare(memory, square).subarray(b * LEAF_WORDS));
  return { ...living, planes: Array.from({ length: planes }, (_, b) => plane(b)) };
}

/** The tree of a root whose squares of level 4 have these cells. */
function treeOf(
  { words }: Memory,
  { square, level }: Square,
  cellsOf: (square: number) => Uint32Array,
): QuadTree {
  const builder = new QuadTreeBuilder();
  const known = new Map<number, number>();
  const convert = (from: number, l: number): number => {
    if (from === 0) return 0;
    const found = known.get(from);
    if (found !== undefined) return found;
    const at = from >>> 2;
    const node =
      l === LEAF_LEVEL
        ? leafNode(cellsOf(from))
        : builder.node(
            l,
            convert(words[at], l - 1),
            convert(words[at + 1], l - 1),
            convert(words[at + 2], l - 1),
            convert(words[at + 3], l - 1),
          );
    known.set(from, node);
    return node;
  };
  const leafNode = (cells: Uint32Array): number => {
    const quarter = (k: number): number =>
      builder.leaf(quarterWord(cells, 0, k, 0), quarterWord(cells, 0, k, 1));
    return builder.node(LEAF_LEVEL, quarter(0), quarter(1), quarter(2), quarter(3));
  };
  const root = convert(square, level);
  const { x, y } = rootRect(level);
  return builder.build(root, level, x, y);
}
