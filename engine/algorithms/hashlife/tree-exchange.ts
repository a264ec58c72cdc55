/** Converts between the core's squares and the quad-trees of files and other workers (core/quad-tree.ts). */

import type { QuadTree } from "../../core/quad-tree.ts";
import { QuadTreeBuilder, LEAF_LEVEL as SMALL_LEVEL } from "../../core/quad-tree.ts";
import { recentreTree } from "../../core/tree-recentre.ts";
import { LEAF_LEVEL } from "./layout.ts";
import type { Memory } from "./leaf-planes.ts";
import { fitSquare, LEAF_WORDS, planeAt, readLiving } from "./leaf-planes.ts";
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
        ? builder.leaf([...besides(nodes, nw, ne), ...besides(nodes, sw, se)])
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
  const empty = [0, 0, 0, 0];
  const square = builder.node(
    builder.leaf([...empty, ...besides(nodes, 0, nw)]),
    builder.leaf([...empty, ...besides(nodes, ne, 0)]),
    builder.leaf([...besides(nodes, 0, sw), ...empty]),
    builder.leaf([...besides(nodes, se, 0), ...empty]),
  );
  return { square, level: LEAF_LEVEL + 1 };
}

/** Two leaves of 8 x 8 next to each other: 8 rows of 16 bits, two a word. */
function besides(nodes: Uint32Array, west: number, east: number): number[] {
  const row = (leaf: number, y: number): number =>
    ((nodes[4 * leaf + (y >> 2)] as number) >>> (8 * (y & 3))) & 255;
  const both = (y: number): number => row(west, y) | (row(east, y) << 8);
  return [0, 2, 4, 6].map((y) => (both(y) | (both(y + 1) << 16)) >>> 0);
}

/** The same for cells in more than two states, of which those above `last` become that one. Errors: `too-large`. */
export function squareOfStates(builder: Builder, wanted: QuadTree, last: number): Square {
  const tree = recentreTree(wanted, 0n, 0n);
  const trees = tree.planes ?? [tree];
  const known = new Map<string, number>();
  const quarter = (roots: readonly number[], k: number): number[] =>
    roots.map((root, b) => (trees[b] as QuadTree).nodes[4 * root + k] as number);
  const leafOf = (
    nw: readonly number[],
    ne: readonly number[],
    sw: readonly number[],
    se: readonly number[],
  ) => {
    const cells = new Uint32Array(trees.length * LEAF_WORDS);
    trees.forEach(({ nodes }, b) => {
      const rows = [
        ...besides(nodes, nw[b] as number, ne[b] as number),
        ...besides(nodes, sw[b] as number, se[b] as number),
      ];
      cells.set(rows, b * LEAF_WORDS);
    });
    return builder.cells(fitSquare(cells, builder.core.planes, last));
  };
  const squareOf = (roots: readonly number[], level: number): number => {
    if (roots.every((root) => root === 0)) return 0;
    const key = `${level} ${roots.join(" ")}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const [nw, ne, sw, se] = [0, 1, 2, 3].map((k) => quarter(roots, k)) as [
      number[],
      number[],
      number[],
      number[],
    ];
    const below = (four: readonly number[]): number => squareOf(four, level - 1);
    const made =
      level === LEAF_LEVEL
        ? leafOf(nw, ne, sw, se)
        : builder.node(below(nw), below(ne), below(sw), below(se));
    known.set(key, made);
    return made;
  };
  const roots = trees.map(({ root }) => root);
  if (tree.level > LEAF_LEVEL) return { square: squareOf(roots, tree.level), level: tree.level };
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
    treeOf(memory, root, (square) => words.subarray(planeAt(memory, square, b)));
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
  const leafNode = (cells: Uint32Array): number =>
    builder.node(
      LEAF_LEVEL,
      quarter(cells, 0, 0),
      quarter(cells, 0, 8),
      quarter(cells, 4, 0),
      quarter(cells, 4, 8),
    );
  /** The 8 x 8 cells from a given word (two rows each) and column on. */
  const quarter = (cells: Uint32Array, first: number, column: number): number => {
    const rows = (k: number): number => {
      const pair = (cells[first + k] as number) >>> column;
      return (pair & 255) | (((pair >>> 16) & 255) << 8);
    };
    return builder.leaf((rows(0) | (rows(1) << 16)) >>> 0, (rows(2) | (rows(3) << 16)) >>> 0);
  };
  const root = convert(square, level);
  const { x, y } = rootRect(level);
  return builder.build(root, level, x, y);
}
