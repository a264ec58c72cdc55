/**
 * Tori of 2^k x 2^k cells. The plane tiled with a torus behaves like the torus, and a square of equal squares is one
 * more node: tile for as long as the step is, take the result, and read the torus off it again. The result begins a
 * quarter of its square in, which is a whole number of tori, or half of one for the shortest steps: then its quarters
 * change places.
 *
 * The tree's root is the torus itself, or for sides below 32 a root of level 5 with the torus in its middle.
 */

import type { Topology } from "../../core/topology.ts";
import { LEAF_SIDE } from "./layout.ts";
import { LEAF_WORDS, readSquare, rowOf, setCells } from "./leaf-planes.ts";
import type { Square } from "./tree-visit.ts";
import { childOf } from "./tree-visit.ts";
import type { Builder } from "./tree-write.ts";
import { cutTree } from "./tree-write.ts";

/** log2 of the side of a torus that HashLife runs, or null for every other grid. */
export function torusLevel(topology: Topology): number | null {
  if (topology.kind !== "torus" || topology.shiftX !== 0 || topology.shiftY !== 0) return null;
  const { width, height } = topology;
  const level = Math.log2(width);
  return width === height && Number.isInteger(level) ? level : null;
}

export const ROOT_LEVEL = 5;

export class Torus {
  /** log2 of the side. */
  readonly level: number;

  constructor(level: number) {
    this.level = level;
  }

  get rootLevel(): number {
    return Math.max(ROOT_LEVEL, this.level);
  }

  /** A square of tori whose result is `generations` later: 2^(level - 2) generations at least. */
  tiled(builder: Builder, root: number, generations: bigint): Square {
    let square = this.level < ROOT_LEVEL ? this.#repeat(builder, root) : root;
    let level = this.rootLevel;
    while (level <= ROOT_LEVEL || level === this.level || 1n << BigInt(level - 2) < generations) {
      square = builder.node(square, square, square, square);
      level++;
    }
    return { square, level };
  }

  /** The torus, cut from the result of a square of `level`. */
  untiled(builder: Builder, result: number, level: number): number {
    let square = result;
    if (level - 1 === this.rootLevel) {
      square = builder.node(
        builder.child(square, 3),
        builder.child(square, 2),
        builder.child(square, 1),
        builder.child(square, 0),
      );
    } else {
      for (let l = level - 1; l > this.rootLevel; l--) square = childOf(builder.core, square, 0);
    }
    if (this.level >= ROOT_LEVEL) return square;
    const side = 1n << BigInt(this.level);
    const box = { x: -(side / 2n), y: -(side / 2n), w: side, h: side };
    return cutTree(builder, { square, level: ROOT_LEVEL }, box, true);
  }

  /** A small torus repeated all over a root: every leaf is the same, since the side divides 16. */
  #repeat(builder: Builder, root: number): number {
    const side = 2 ** this.level;
    const low = LEAF_SIDE - Math.floor(side / 2);
    const leaf = builder.cells(
      repeatedCells(side, builder.core.planes, (x, y) => cellOf(builder, root, low + x, low + y)),
    );
    return builder.node(leaf, leaf, leaf, leaf);
  }
}

/** The words of a leaf of a torus whose side divides 16, repeated. `stateOf`: its cells, counted from its corner. */
export function repeatedCells(
  side: number,
  planes: number,
  stateOf: (x: number, y: number) => number,
): Uint32Array {
  const cells = new Uint32Array(planes * LEAF_WORDS);
  const low = LEAF_SIDE - Math.floor(side / 2);
  const place = (v: number): number => (v - low + 4 * LEAF_SIDE) % side;
  for (let y = 0; y < LEAF_SIDE; y++)
    for (let x = 0; x < LEAF_SIDE; x++) setCells(cells, y, 1 << x, stateOf(place(x), place(y)));
  return cells;
}

function cellOf({ core }: Builder, root: number, i: number, j: number): number {
  const leaf = childOf(core, root, (i >= LEAF_SIDE ? 1 : 0) + (j >= LEAF_SIDE ? 2 : 0));
  const bits = rowOf(readSquare(core, leaf), j % LEAF_SIDE);
  return bits.reduce((state, plane, b) => state | (((plane >> (i % LEAF_SIDE)) & 1) << b), 0);
}
