/** Converts between the core's squares and the quad-trees of files and other workers (core/quad-tree.ts). */

import type { QuadTree } from "../../core/quad-tree.ts";
import { QuadTreeBuilder, LEAF_LEVEL as SMALL_LEVEL } from "../../core/quad-tree.ts";
import { recentrePlanes, recentreTree } from "../../core/tree-recentre.ts";
import { LEAF_LEVEL } from "./layout.ts";
import type { Memory } from "./leaf-planes.ts";
import { fitSquare, LEAF_WORDS, quarterWord, readLiving, readSquare, writeBeside } from "./leaf-planes.ts";
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

/** Four leaves of 8 x 8 as a plane of 16 x 16, which is written to `cells` from `at` on. */
function cellsOfFour(
  nodes: Uint32Array,
  nw: number,
  ne: number,
  sw: number,
  se: number,
  cells = new Uint32Array(LEAF_WORDS),
  at = 0,
): Uint32Array {
  const beside = (to: number, west: number, east: number): void => {
    const [from, other] = [4 * west, 4 * east];
    const [west0, west1] = [nodes[from] as number, nodes[from + 1] as number];
    writeBeside(cells, to, west0, west1, nodes[other] as number, nodes[other + 1] as number);
  };
  beside(at, nw, ne);
  beside(at + 4, sw, se);
  return cells;
}

/** The same for cells in more than two states, of which those above `last` become that one. Errors: `too-large`. */
export function squareOfStates(builder: Builder, wanted: QuadTree, last: number): Square {
  const trees = recentrePlanes(wanted, 0n, 0n);
  const { level: top } = trees[0] as QuadTree;
  /** What stands in the place of a node where there are planes: the nodes of all, as one of these. */
  const together = new QuadTreeBuilder();
  const known: number[] = [];
  const quarter = (roots: readonly number[], k: number): number[] =>
    roots.map((root, b) => (trees[b] as QuadTree).nodes[4 * root + k] as number);
  const cells = new Uint32Array(trees.length * LEAF_WORDS);
  const { planes } = builder.core;
  /** Whether no cell can be in a state above the last. */
  const fits = trees.length === planes && last === 2 ** planes - 1;
  const leafOf = (
    nw: readonly number[],
    ne: readonly number[],
    sw: readonly number[],
    se: readonly number[],
  ) => {
    trees.forEach(({ nodes }, b) => {
      cellsOfFour(
        nodes,
        nw[b] as number,
        ne[b] as number,
        sw[b] as number,
        se[b] as number,
        cells,
        b * LEAF_WORDS,
      );
    });
    return builder.cells(fits ? cells : fitSquare(cells, planes, last));
  };
  const numberOf = (roots: readonly number[], level: number): number => {
    const of = (b: number): number =>
      together.node(level, roots[b] ?? 0, roots[b + 1] ?? 0, roots[b + 2] ?? 0, roots[b + 3] ?? 0);
    const first = of(0);
    // Level 0 is none of a square's.
    return roots.length > 4 ? together.node(0, first, of(4), 0, 0) : first;
  };
  const squareOf = (roots: readonly number[], level: number): number => {
    const number = numberOf(roots, level);
    if (number === 0) return 0;
    const found = known[number];
    if (found !== undefined) return found;
    const [nw, ne, sw, se] = [
      quarter(roots, 0),
      quarter(roots, 1),
      quarter(roots, 2),
      quarter(roots, 3),
    ] as const;
    const below = (four: readonly number[]): number => squareOf(four, level - 1);
    const made =
      level === LEAF_LEVEL
        ? leafOf(nw, ne, sw, se)
        : builder.node(below(nw), below(ne), below(sw), below(se));
    known[number] = made;
    return made;
  };
  const roots = trees.map(({ root }) => root);
  if (top > LEAF_LEVEL) return { square: squareOf(roots, top), level: top };
  const none = roots.map(() => 0);
  const square = builder.node(
    leafOf(none, none, none, quarter(roots, 0)),
    leafOf(none, none, quarter(roots, 1), none),
    leafOf(none, quarter(roots, 2), none, none),
    leafOf(quarter(roots, 3), none, none, none),
  );
  return { square, level: LEAF_LEVEL + 1 };
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
