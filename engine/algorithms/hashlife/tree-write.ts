/**
 * Making and changing trees. New cells become a tree of their own, and two trees are combined square by square: where
 * one is empty, or both are the same, nothing below needs a look.
 */

import { TessellaError } from "../../core/errors.ts";
import type { Rect } from "../../core/rect.ts";
import type { Runs } from "../../core/runs.ts";
import { forEachRun, runsBounds } from "../../core/runs.ts";
import type { WriteMode } from "../algorithm.ts";
import type { HashLifeCore } from "./core.ts";
import { LEAF, LEAF_LEVEL, LEAF_PLANES, LEAF_SIDE, MAX_LEVEL } from "./layout.ts";
import { LEAF_WORDS, mixSquares, quarterWord, readSquare, setCells } from "./leaf-planes.ts";
import type { Square } from "./tree-visit.ts";
import { rootRect, sideOf } from "./tree-visit.ts";

type Four = [number, number, number, number];

/** Makes squares, and asks for room before each. */
export class Builder {
  readonly core: HashLifeCore;
  readonly #ask: () => void;

  /** `ask` ensures that at least one slot may be handed out, or throws. */
  constructor(core: HashLifeCore, ask: () => void) {
    this.core = core;
    this.#ask = ask;
  }

  node(nw: number, ne: number, sw: number, se: number): number {
    if (this.core.getRoom() < 2) this.#ask();
    return this.core.node(nw, ne, sw, se);
  }

  /** The leaf of 8 words, two rows per word, the upper row in the low half. */
  leaf(rows: ArrayLike<number>): number {
    if (this.core.getRoom() < 2) this.#ask();
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
    if (planes <= LEAF_PLANES) return this.#planeLeaf(rows, 0, planes, k);
    const first = this.#planeLeaf(rows, 0, LEAF_PLANES, k);
    return this.node(first, this.#planeLeaf(rows, LEAF_PLANES, planes, k), 0, 0);
  }

  /** The leaf of planes `from` to `to`, exclusive, of quarter k. */
  #planeLeaf(rows: Uint32Array, from: number, to: number, k: number): number {
    if (this.core.getRoom() < 2) this.#ask();
    const { words } = this.core;
    let at = LEAF / 4;
    for (let b = from; b < from + LEAF_PLANES; b++) {
      const some = b < to;
      words[at++] = some ? quarterWord(rows, b * LEAF_WORDS, k, 0) : 0;
      words[at++] = some ? quarterWord(rows, b * LEAF_WORDS, k, 1) : 0;
    }
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

/** The lowest level of a root that covers a box; 5 at the least. Errors: `too-large`. */
function levelFor(box: Rect): number {
  const reach = [-box.x, -box.y, box.x + box.w, box.y + box.h].reduce((a, b) => (a > b ? a : b), 1n);
  let level = LEAF_LEVEL + 1;
  while (level < MAX_LEVEL && sideOf(level - 1) < reach) level++;
  checkLevel(level);
  return level;
}

/** Runs up to this length go into leaves cell by cell; longer ones are halved from above. */
const LONG_RUN = 4096;

/** A band of leaves: their columns in rising order, and the squares. */
interface Band {
  readonly columns: number[];
  readonly squares: number[];
}

/** The cells as a tree. */
export function runsToSquare(builder: Builder, runs: Runs): Square {
  const bounds = runsBounds(runs);
  if (!bounds) return { square: 0, level: LEAF_LEVEL + 1 };
  const level = levelFor(bounds);
  // Coordinates within the root that has its corner at (0, 0); exact as offsets from the first leaf.
  const corner = rootRect(level);
  const left = ((bounds.x - corner.x) >> 4n) << 4n;
  const top = ((bounds.y - corner.y) >> 4n) << 4n;
  const dx = Number(runs.x - corner.x - left);
  const dy = Number(runs.y - corner.y - top);
  let tree = bandsToSquare(builder, leafBands(builder, runs, dx, dy), left >> 4n, top >> 4n, level);
  forEachRun(runs, (x, y, length, state) => {
    if (length < LONG_RUN) return;
    const at = { x: BigInt(x) + runs.x - corner.x, y: BigInt(y) + runs.y - corner.y };
    const line = lineSquare(builder, level, at.x, at.x + BigInt(length), at.y, state);
    tree = combine(builder, tree, line, level, "or");
  });
  return { square: tree, level };
}

function leafBands(builder: Builder, runs: Runs, dx: number, dy: number): Map<number, Band> {
  const bands = new Map<number, Band>();
  const open = new Map<number, Uint32Array>();
  /** Leaves of former bands, empty again: making an array takes longer than filling one. */
  const spare: Uint32Array[] = [];
  let openBand = Number.NaN;
  const close = (): void => {
    if (open.size === 0) return;
    const columns = [...open.keys()].sort((a, b) => a - b);
    const squares = columns.map((c) => {
      const cells = open.get(c) as Uint32Array;
      const square = builder.cells(cells);
      spare.push(cells.fill(0));
      return square;
    });
    bands.set(openBand, { columns, squares });
    open.clear();
  };
  const { planes } = builder.core;
  forEachRun(runs, (offset, row, length, state) => {
    if (length >= LONG_RUN) return;
    const y = row + dy;
    const band = Math.floor(y / LEAF_SIDE);
    if (band !== openBand) {
      close();
      openBand = band;
    }
    const line = y - band * LEAF_SIDE;
    const end = offset + dx + length;
    for (let x = offset + dx; x < end; ) {
      const column = Math.floor(x / LEAF_SIDE);
      const from = x - column * LEAF_SIDE;
      const to = Math.min(LEAF_SIDE, end - column * LEAF_SIDE);
      let leaf = open.get(column);
      if (!leaf) {
        leaf = spare.pop() ?? new Uint32Array(planes * LEAF_WORDS);
        open.set(column, leaf);
      }
      const mask = ((1 << to) - (1 << from)) & 0xffff;
      if (planes === 1) leaf[line >> 1] |= mask << (line & 1 ? 16 : 0);
      else setCells(leaf, line, mask, state);
      x = column * LEAF_SIDE + to;
    }
  });
  close();
  return bands;
}

/** Joins bands of squares, pairs of pairs, level by level. `left` and `top`: the place of (0, 0) in leaves. */
function bandsToSquare(
  builder: Builder,
  leaves: Map<number, Band>,
  left: bigint,
  top: bigint,
  level: number,
): number {
  let bands = leaves;
  let x = left;
  let y = top;
  for (let l = LEAF_LEVEL; l < level; l++) {
    const oddX = Number(x & 1n);
    const oddY = Number(y & 1n);
    const next = new Map<number, Band>();
    for (const row of [...bands.keys()].sort((a, b) => a - b)) {
      const joined = Math.floor((row + oddY) / 2);
      if (next.has(joined)) continue;
      const upper = bands.get(2 * joined - oddY);
      const lower = bands.get(2 * joined - oddY + 1);
      next.set(joined, joinBands(builder, upper, lower, oddX));
    }
    bands = next;
    x >>= 1n;
    y >>= 1n;
  }
  return bands.get(0)?.squares[0] ?? 0;
}

const NO_BAND: Band = { columns: [], squares: [] };

function joinBands(builder: Builder, upper: Band = NO_BAND, lower: Band = NO_BAND, odd: number): Band {
  const columns: number[] = [];
  const squares: number[] = [];
  let i = 0;
  let j = 0;
  while (i < upper.columns.length || j < lower.columns.length) {
    const next = Math.min(
      upper.columns[i] ?? Number.POSITIVE_INFINITY,
      lower.columns[j] ?? Number.POSITIVE_INFINITY,
    );
    const column = Math.floor((next + odd) / 2);
    const west = 2 * column - odd;
    const take = (band: Band, at: number, wanted: number): number =>
      band.columns[at] === wanted ? (band.squares[at] as number) : 0;
    const nw = take(upper, i, west);
    if (nw !== 0) i++;
    const ne = take(upper, i, west + 1);
    if (ne !== 0) i++;
    const sw = take(lower, j, west);
    if (sw !== 0) j++;
    const se = take(lower, j, west + 1);
    if (se !== 0) j++;
    columns.push(column);
    squares.push(builder.node(nw, ne, sw, se));
  }
  return { columns, squares };
}

/**
 * One row of cells in a state, from x to end (exclusive), in a square whose corner is (0, 0). A square that it spans is made
 * once.
 */
function lineSquare(
  builder: Builder,
  level: number,
  x: bigint,
  end: bigint,
  y: bigint,
  state: number,
): number {
  const spans = new Map<number, number>();
  const line = (l: number, from: bigint, to: bigint, row: bigint): number => {
    const side = sideOf(l);
    if (to <= 0n || from >= side) return 0;
    const whole = from <= 0n && to >= side;
    const known = whole ? spans.get(l) : undefined;
    if (known !== undefined) return known;
    let square: number;
    if (l === LEAF_LEVEL) {
      const first = from > 0n ? Number(from) : 0;
      const last = to < side ? Number(to) : LEAF_SIDE;
      const { planes } = builder.core;
      const rows = new Uint32Array(planes * LEAF_WORDS);
      setCells(rows, Number(row), (1 << last) - (1 << first), planes > 1 ? state : 1);
      square = builder.cells(rows);
    } else {
      const half = side / 2n;
      const below = row >= half;
      const inner = below ? row - half : row;
      const west = line(l - 1, from, to, inner);
      const east = line(l - 1, from - half, to - half, inner);
      square = below ? builder.node(0, 0, west, east) : builder.node(west, east, 0, 0);
    }
    if (whole) spans.set(l, square);
    return square;
  };
  return line(level, x, end, y);
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
