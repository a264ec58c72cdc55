/**
 * Making and changing trees. New cells become a tree of their own (tree-from-runs.ts), and two trees are combined square by
 * square: where one is empty, or both are the same, nothing below needs a look.
 */

import { TessellaError } from "../../core/errors.ts";
import type { Rect } from "../../core/rect.ts";
import type { WriteMode } from "../algorithm.ts";
import type { HashLifeCore } from "./core.ts";
import { LEAF, LEAF_LEVEL, LEAF_PLANES, LEAF_SIDE, MAX_LEVEL } from "./layout.ts";
import {
  LEAF_WORDS,
  MOST_PLANES,
  mixSquares,
  PLANE_WORDS,
  quarterWord,
  readSquare,
  setCells,
} from "./leaf-planes.ts";
import type { Square } from "./tree-visit.ts";
import { rootRect, sideOf } from "./tree-visit.ts";

type Four = [number, number, number, number];

/** Makes squares, and asks for room before each. */
export class Builder {
  readonly core: HashLifeCore;
  readonly #grow: (slots: number) => void;
  readonly #quarterCells = new Uint32Array(PLANE_WORDS * MOST_PLANES);

  /** `grow` ensures that at least so many slots may be handed out, or throws. */
  constructor(core: HashLifeCore, grow: (slots: number) => void) {
    this.core = core;
    this.#grow = grow;
  }

  /** Ensures that so many slots may be handed out. */
  ask(slots: number): void {
    if (this.core.getRoom() < slots) this.#grow(slots);
  }

  node(nw: number, ne: number, sw: number, se: number): number {
    this.ask(2);
    return this.core.node(nw, ne, sw, se);
  }

  /** The leaf of 8 words, two rows per word, the upper row in the low half. */
  leaf(rows: ArrayLike<number>): number {
    this.ask(2);
    this.core.words.set(rows, LEAF / 4);
    return this.core.leaf();
  }

  /** The square of level 4 of eight words a plane. With two states it is a leaf. */
  cells(rows: Uint32Array, planes = this.core.planes): number {
    if (planes === 1) return this.leaf(rows);
    return this.node(
      this.#quarter(rows, planes, 0),
      this.#quarter(rows, planes, 1),
      this.#quarter(rows, planes, 2),
      this.#quarter(rows, planes, 3),
    );
  }

  /** Quarter k (nw, ne, sw, se) of such a square. */
  #quarter(rows: Uint32Array, planes: number, k: number): number {
    const cells = this.#quarterCells;
    for (let b = 0; b < planes; b++)
      for (let half = 0; half < PLANE_WORDS; half++)
        cells[PLANE_WORDS * b + half] = quarterWord(rows, b * LEAF_WORDS, k, half);
    return this.square8(cells, planes);
  }

  /** The square of level 3 of more than two states, from two words a plane. */
  square8(cells: Uint32Array, planes = this.core.planes): number {
    const first = this.#planeLeaf(cells, 0, planes);
    return planes <= LEAF_PLANES
      ? first
      : this.node(first, this.#planeLeaf(cells, LEAF_PLANES, planes), 0, 0);
  }

  /** The leaf of planes `from` to `from` + 3, of those that there are. */
  #planeLeaf(cells: Uint32Array, from: number, planes: number): number {
    this.ask(2);
    const { words } = this.core;
    const end = PLANE_WORDS * planes;
    for (let k = 0, at = PLANE_WORDS * from; k < PLANE_WORDS * LEAF_PLANES; k++, at++)
      words[LEAF / 4 + k] = at < end ? (cells[at] as number) : 0;
    return this.core.leaf();
  }

  child(square: number, k: number): number {
    return this.core.words[(square >>> 2) + k] as number;
  }

  /** The part of a root inside a box, under a root of level `level` that holds the box. */
  kept(root: Square, box: Rect, level: number): Square {
    let { square, level: l } = this.grown(
      { square: cutTree(this, root, box, true), level: root.level },
      level,
    );
    for (; l > level; l--) {
      const [nw, ne, sw, se] = [0, 1, 2, 3].map((k) => this.child(this.child(square, k), 3 - k)) as Four;
      square = this.node(nw, ne, sw, se);
    }
    return { square, level };
  }

  /** The same cells under a root of level `level` or more. */
  grown({ square, level }: Square, least: number): Square {
    let root = square;
    let l = level;
    for (; l < least; l++) {
      const [nw, ne, sw, se] = [0, 1, 2, 3].map((k) => this.child(root, k)) as [
        number,
        number,
        number,
        number,
      ];
      root = this.node(
        this.node(0, 0, 0, nw),
        this.node(0, 0, ne, 0),
        this.node(0, sw, 0, 0),
        this.node(se, 0, 0, 0),
      );
    }
    return { square: root, level: l };
  }
}

/** The core has a row for each level up to a fixed height. Errors: `too-large`. */
export function checkLevel(level: number): void {
  if (level < MAX_LEVEL) return;
  throw new TessellaError("too-large", `HashLife's universe ends 2^${MAX_LEVEL - 2} cells from the origin.`, {
    hint: "Move the pattern nearer to (0, 0), or go in smaller steps.",
  });
}

/**
 * Two squares of one level as one: the second's cells are written over the first (algorithm.ts says how), where the rule's last state
 * is `last`.
 */
export function combine(
  builder: Builder,
  first: number,
  second: number,
  level: number,
  mode: WriteMode,
  last = 1,
): number {
  const known = new Map<number, Map<number, number>>();
  const meet = (a: number, b: number, l: number): number => {
    if (b === 0) return a;
    if (a === 0) return mode === "clear" ? 0 : b;
    if (a === b) return mode === "or" ? a : 0;
    let row = known.get(a);
    if (!row) {
      row = new Map();
      known.set(a, row);
    }
    const found = row.get(b);
    if (found !== undefined) return found;
    let square: number;
    if (l === LEAF_LEVEL) {
      square = builder.cells(
        mixSquares(readSquare(builder.core, a), readSquare(builder.core, b), mode, last),
      );
    } else {
      const nw = meet(builder.child(a, 0), builder.child(b, 0), l - 1);
      const ne = meet(builder.child(a, 1), builder.child(b, 1), l - 1);
      const sw = meet(builder.child(a, 2), builder.child(b, 2), l - 1);
      const se = meet(builder.child(a, 3), builder.child(b, 3), l - 1);
      square = builder.node(nw, ne, sw, se);
    }
    row.set(b, square);
    return square;
  };
  return meet(first, second, level);
}

/** The tree with only the cells inside the region (`keep`), or only those outside it. */
export function cutTree(builder: Builder, { square, level }: Square, region: Rect, keep: boolean): number {
  const cut = (node: number, l: number, x: bigint, y: bigint): number => {
    if (node === 0) return 0;
    const side = sideOf(l);
    const right = x + region.w;
    const bottom = y + region.h;
    if (x >= side || y >= side || right <= 0n || bottom <= 0n) return keep ? 0 : node;
    if (x <= 0n && y <= 0n && right >= side && bottom >= side) return keep ? node : 0;
    if (l === LEAF_LEVEL) return cutLeaf(builder, node, x, y, right, bottom, keep);
    const half = side / 2n;
    return builder.node(
      cut(builder.child(node, 0), l - 1, x, y),
      cut(builder.child(node, 1), l - 1, x - half, y),
      cut(builder.child(node, 2), l - 1, x, y - half),
      cut(builder.child(node, 3), l - 1, x - half, y - half),
    );
  };
  const corner = rootRect(level);
  return cut(square, level, region.x - corner.x, region.y - corner.y);
}

function cutLeaf(
  builder: Builder,
  leaf: number,
  left: bigint,
  top: bigint,
  right: bigint,
  bottom: bigint,
  keep: boolean,
): number {
  const clamp = (v: bigint): number => (v <= 0n ? 0 : v >= 16n ? LEAF_SIDE : Number(v));
  const mask = (1 << clamp(right)) - (1 << clamp(left));
  const inside = new Uint32Array(LEAF_WORDS);
  for (let row = clamp(top); row < clamp(bottom); row++) setCells(inside, row, mask, 1);
  const cells = readSquare(builder.core, leaf);
  const kept = cells.map((word, at) => {
    const here = inside[at % LEAF_WORDS] as number;
    return keep ? word & here : word & ~here;
  });
  return builder.cells(kept);
}
