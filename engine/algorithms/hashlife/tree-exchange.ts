/** Converts between the core's squares and the quad-trees of files and other workers (core/quad-tree.ts). */

import type { QuadTree } from "../../core/quad-tree.ts";
import { QuadTreeBuilder, LEAF_LEVEL as SMALL_LEVEL } from "../../core/quad-tree.ts";
import { recentreTree } from "../../core/tree-recentre.ts";
import { LEAF_LEVEL } from "./layout.ts";
import type { Memory, Square } from "./tree-visit.ts";
import { rootRect } from "./tree-visit.ts";

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

/** A root as a tree. Errors: `too-large`. */
export function treeOfSquare({ words }: Memory, { square, level }: Square): QuadTree {
  const builder = new QuadTreeBuilder();
  const known = new Map<number, number>();
  const convert = (from: number, l: number): number => {
    if (from === 0) return 0;
    const found = known.get(from);
    if (found !== undefined) return found;
    const at = from >>> 2;
    const node =
      l === LEAF_LEVEL
        ? builder.node(l, quarter(at, 0, 0), quarter(at, 0, 8), quarter(at, 4, 0), quarter(at, 4, 8))
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
  /** The 8 x 8 cells of a leaf from a given word (two rows each) and column on. */
  const quarter = (at: number, first: number, column: number): number => {
    const rows = (k: number): number => {
      const pair = (words[at + first + k] as number) >>> column;
      return (pair & 255) | (((pair >>> 16) & 255) << 8);
    };
    return builder.leaf((rows(0) | (rows(1) << 16)) >>> 0, (rows(2) | (rows(3) << 16)) >>> 0);
  };
  const root = convert(square, level);
  const { x, y } = rootRect(level);
  return builder.build(root, level, x, y);
}
