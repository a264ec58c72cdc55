/** New cells as a tree of their own: squares of one level, band by band, which are joined in pairs of pairs; long runs are halved from above. */

import type { Rect } from "../../core/rect.ts";
import type { Runs } from "../../core/runs.ts";
import { forEachRun, runsBounds } from "../../core/runs.ts";
import { LEAF_LEVEL, LEAF_SIDE, MAX_LEVEL } from "./layout.ts";
import { LEAF_WORDS, setCells } from "./leaf-planes.ts";
import type { Band } from "./tree-plant.ts";
import { LONG_PLANTED, plantedBands, plantedLevel } from "./tree-plant.ts";
import type { Square } from "./tree-visit.ts";
import { rootRect, sideOf } from "./tree-visit.ts";
import type { Builder } from "./tree-write.ts";
import { checkLevel, combine } from "./tree-write.ts";

/** The lowest level of a root that covers a box; 5 at the least. Errors: `too-large`. */
export function levelFor(box: Rect): number {
  const reach = [-box.x, -box.y, box.x + box.w, box.y + box.h].reduce((a, b) => (a > b ? a : b), 1n);
  let level = LEAF_LEVEL + 1;
  while (level < MAX_LEVEL && sideOf(level - 1) < reach) level++;
  checkLevel(level);
  return level;
}

/** Runs up to this length go into leaves cell by cell; longer ones are halved from above. */
const LONG_RUN = 4096;

/** The cells as a tree. */
export function runsToSquare(builder: Builder, runs: Runs): Square {
  const bounds = runsBounds(runs);
  if (!bounds) return { square: 0, level: LEAF_LEVEL + 1 };
  const level = levelFor(bounds);
  // Coordinates within the root that has its corner at (0, 0); exact as offsets from the first square.
  const corner = rootRect(level);
  const stated = builder.core.planes > 1;
  const lowest = stated ? plantedLevel(level) : LEAF_LEVEL;
  const unit = BigInt(lowest);
  const left = (bounds.x - corner.x) >> unit;
  const top = (bounds.y - corner.y) >> unit;
  const dx = Number(runs.x - corner.x - (left << unit));
  const dy = Number(runs.y - corner.y - (top << unit));
  const bands = stated ? plantedBands(builder, runs, dx, dy, lowest) : leafBands(builder, runs, dx, dy);
  let tree = bandsToSquare(builder, bands, left, top, lowest, level);
  const long = stated ? LONG_PLANTED : LONG_RUN;
  forEachRun(runs, (x, y, length, state) => {
    if (length < long) return;
    const at = { x: BigInt(x) + runs.x - corner.x, y: BigInt(y) + runs.y - corner.y };
    const line = lineSquare(builder, level, at.x, at.x + BigInt(length), at.y, state);
    tree = combine(builder, tree, line, level, "or");
  });
  return { square: tree, level };
}

/** The cells of two states. */
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
      const square = builder.leaf(cells);
      spare.push(cells.fill(0));
      return square;
    });
    bands.set(openBand, { columns, squares });
    open.clear();
  };
  forEachRun(runs, (offset, row, length) => {
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
        leaf = spare.pop() ?? new Uint32Array(LEAF_WORDS);
        open.set(column, leaf);
      }
      const mask = ((1 << to) - (1 << from)) & 0xffff;
      leaf[line >> 1] |= mask << (line & 1 ? 16 : 0);
      x = column * LEAF_SIDE + to;
    }
  });
  close();
  return bands;
}

/** Joins bands of squares of level `lowest`, pairs of pairs, level by level. `left` and `top`: the place of (0, 0) in such squares. */
export function bandsToSquare(
  builder: Builder,
  squares: Map<number, Band>,
  left: bigint,
  top: bigint,
  lowest: number,
  level: number,
): number {
  let bands = squares;
  let x = left;
  let y = top;
  for (let l = lowest; l < level; l++) {
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
