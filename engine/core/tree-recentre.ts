/**
 * Moves the lines along which a tree is divided. A tree's squares lie where its root lies; a caller that wants it
 * divided elsewhere (a Macrocell file always at (0, 1), an algorithm at its own origin) needs other squares for the
 * same cells.
 *
 * Every square of the new tree lies over at most four of the old one, and at one level the shift between the two is the
 * same for all of them. So a new square is known by these four: going down from the new root, the four of its quarters
 * are among the sixteen children of its own four. Equal fours are computed once, which keeps the graph small; then the
 * squares are made from the leaves up.
 */

import type { QuadTree } from "./quad-tree.ts";
import { EMPTY_TREE, LEAF_LEVEL, QuadTreeBuilder, TREE_MIDDLE } from "./quad-tree.ts";
import { treeBounds } from "./tree-facts.ts";

/**
 * The same cells in the smallest tree (of level 4 or more) whose middle, the upper left cell of its south-east quarter, is
 * (middleX, middleY). Errors: `too-large`.
 */
export function recentreTree(
  tree: QuadTree,
  middleX: bigint = TREE_MIDDLE.x,
  middleY: bigint = TREE_MIDDLE.y,
  maxNodes?: number,
): QuadTree {
  const square = squareAround(tree, middleX, middleY);
  if (isSquareOf(tree, square)) return tree;
  if (tree.root === 0) return { ...EMPTY_TREE, ...square };
  const planes = tree.planes?.map((plane) => ontoSquare(plane, square, maxNodes));
  return { ...ontoSquare(tree, square, maxNodes), ...(planes ? { planes } : {}) };
}

export type TreeSquare = Pick<QuadTree, "level" | "x" | "y">;

/** The smallest square of level 4 or more with that middle that holds a tree's cells. */
export function squareAround(tree: QuadTree, middleX: bigint, middleY: bigint): TreeSquare {
  const bounds = treeBounds(tree);
  const level = bounds ? levelAround(bounds, middleX, middleY) : LEAF_LEVEL + 1;
  const radius = 1n << BigInt(level - 1);
  return { level, x: middleX - radius, y: middleY - radius };
}

function isSquareOf(tree: QuadTree, { level, x, y }: TreeSquare): boolean {
  return tree.root !== 0 && level === tree.level && x === tree.x && y === tree.y;
}

function ontoSquare(tree: QuadTree, square: TreeSquare, maxNodes?: number): QuadTree {
  if (tree.root === 0) return { ...EMPTY_TREE, ...square };
  const builder = new QuadTreeBuilder(maxNodes);
  const { nodes } = tree;
  const root = dividedAlong(
    tree,
    square,
    {
      node: (level, nw, ne, sw, se) => builder.node(level, nw, ne, sw, se),
      leaf: (nw, ne, sw, se, x, y) =>
        builder.leaf(
          movedWord(nodes, nw, ne, sw, se, x, y),
          movedWord(nodes, nw, ne, sw, se, x, y + LEAF_ROWS),
        ),
    },
    maxNodes,
  );
  return builder.build(root, square.level, square.x, square.y);
}

/** Rows of a leaf's word. */
const LEAF_ROWS = 4;

/** Whoever makes the squares of a tree that is divided along other lines. */
export interface NewSquares {
  node(level: number, nw: number, ne: number, sw: number, se: number): number;
  /** The 8 x 8 cells that begin at (x, y), 0 to 7 each, in four leaves of the former tree: their nodes. */
  leaf(nw: number, ne: number, sw: number, se: number, x: number, y: number): number;
}

/** The cells of a tree that is not empty as a square that holds them: the maker's number of it. Errors: `too-large`. */
export function dividedAlong(
  tree: QuadTree,
  square: TreeSquare,
  maker: NewSquares,
  maxNodes?: number,
): number {
  return new Shift(tree, square.x - tree.x, square.y - tree.y, square.level, maker, maxNodes).root;
}

/** Four rows of eight cells that begin at (x, y) in four leaves, as a word of a leaf. */
export function movedWord(
  nodes: Uint32Array,
  nw: number,
  ne: number,
  sw: number,
  se: number,
  x: number,
  y: number,
): number {
  const west = fourRows(nodes, nw, sw, y);
  if (x === 0) return west;
  const kept = (255 >> x) * 0x01010101;
  return ((west >>> x) & kept) | ((fourRows(nodes, ne, se, y) << (8 - x)) & ~kept);
}

/** Rows y (0 to 11) to y + 3 of two leaves, one above the other. */
function fourRows(nodes: Uint32Array, upper: number, lower: number, y: number): number {
  const word = (k: number): number => nodes[4 * (k < 2 ? upper : lower) + (k & 1)] as number;
  const first = y >> 2;
  const shift = 8 * (y & 3);
  return shift === 0 ? word(first) : (word(first) >>> shift) | (word(first + 1) << (32 - shift));
}

/** The level of the smallest square around a middle that holds the box. */
function levelAround(
  { x, y, w, h }: { readonly x: bigint; readonly y: bigint; readonly w: bigint; readonly h: bigint },
  middleX: bigint,
  middleY: bigint,
): number {
  // How far from the middle cells lie: -1 is as near as 0.
  const reach = [x - middleX, x + w - 1n - middleX, y - middleY, y + h - 1n - middleY]
    .map((v) => (v < 0n ? -v - 1n : v))
    .reduce((a, b) => (a > b ? a : b));
  return Math.max(LEAF_LEVEL, reach === 0n ? 0 : reach.toString(2).length) + 1;
}

class Shift {
  readonly root: number;
  readonly #tree: QuadTree;

  /** (dx, dy): the new root's corner, counted from the old one's. */
  constructor(tree: QuadTree, dx: bigint, dy: bigint, level: number, maker: NewSquares, maxNodes?: number) {
    this.#tree = tree;
    // Fours are interned by the same device as nodes are; the numbers of those at one level follow each other.
    const fours = new QuadTreeBuilder(maxNodes);
    const side = BigInt(level);
    const column = dx >> side;
    const row = dy >> side;
    const first = fours.node(
      level,
      this.#square(level, column, row),
      this.#square(level, column + 1n, row),
      this.#square(level, column, row + 1n),
      this.#square(level, column + 1n, row + 1n),
    );
    let quarters = new Uint32Array(1024);
    // From the largest to the smallest: the four numbers of each one's quarters.
    for (let k = level, four = first, last = first; k > LEAF_LEVEL; k--) {
      const below = BigInt(k - 1);
      const [bx, by] = [Number((dx >> below) & 1n), Number((dy >> below) & 1n)];
      const unit = (1n << below) - 1n;
      // A quarter that lies exactly over an old square has no need of its neighbours.
      const wide = (dx & unit) !== 0n;
      const high = (dy & unit) !== 0n;
      for (; four <= last; four++) {
        if (quarters.length < (four + 1) * 4) {
          const grown = new Uint32Array(Math.ceil(quarters.length * 1.6) + 4);
          grown.set(quarters);
          quarters = grown;
        }
        for (let q = 0; q < 4; q++) {
          const u = (q & 1) + bx;
          const v = (q >> 1) + by;
          quarters[four * 4 + q] = fours.node(
            k - 1,
            this.#grandchild(fours, four, u, v),
            wide ? this.#grandchild(fours, four, u + 1, v) : 0,
            high ? this.#grandchild(fours, four, u, v + 1) : 0,
            wide && high ? this.#grandchild(fours, four, u + 1, v + 1) : 0,
          );
        }
      }
      last = fours.count - 1;
    }
    const made = new Uint32Array(fours.count);
    const [x, y] = [Number(dx & 7n), Number(dy & 7n)];
    for (let four = fours.count - 1; four > 0; four--) {
      const k = fours.levelOf(four);
      made[four] =
        k === LEAF_LEVEL
          ? maker.leaf(
              fours.word(four, 0),
              fours.word(four, 1),
              fours.word(four, 2),
              fours.word(four, 3),
              x,
              y,
            )
          : maker.node(
              k,
              made[quarters[four * 4]],
              made[quarters[four * 4 + 1]],
              made[quarters[four * 4 + 2]],
              made[quarters[four * 4 + 3]],
            );
    }
    this.root = made[first];
  }

  /** Column u (0..3) and row v of the sixteen children of a four. */
  #grandchild(fours: QuadTreeBuilder, four: number, u: number, v: number): number {
    const node = fours.word(four, (v >> 1) * 2 + (u >> 1));
    return node === 0 ? 0 : this.#child(node, (v & 1) * 2 + (u & 1));
  }

  /** Numbers past the root's are squares around it, each twice as large, with what is inside in the north-west. */
  #child(node: number, quarter: number): number {
    const { root, nodes } = this.#tree;
    if (node <= root) return nodes[node * 4 + quarter];
    return quarter === 0 ? node - 1 : 0;
  }

  /** The old square of a level at a column and row, counted from the old root's corner. */
  #square(level: number, column: bigint, row: bigint): number {
    const { root, level: top } = this.#tree;
    const up = level - top;
    if (up >= 0) return column === 0n && row === 0n ? root + up : 0;
    if (column < 0n || row < 0n || column >> BigInt(-up) !== 0n || row >> BigInt(-up) !== 0n) return 0;
    let node = root;
    for (let k = -up - 1; k >= 0 && node !== 0; k--) {
      const bit = BigInt(k);
      node = this.#child(node, Number(((row >> bit) & 1n) * 2n + ((column >> bit) & 1n)));
    }
    return node;
  }
}
