/**
 * Runs into a quad-tree, at a cost that follows the number of runs and not of cells.
 *
 * Eight rows are a band of leaves. A band is itself runs of equal leaves: where a row's run continues, so does the
 * leaf. Two bands make one of the next level: where both stay the same over many columns, so does the node of the two,
 * and its run is half as long. So a run of 10^9 cells costs a few steps a level, thirty levels long, and a soup costs a
 * step a leaf.
 */

import { planesFor } from "./block.ts";
import { toSafeNumber } from "./integers.ts";
import type { QuadTree } from "./quad-tree.ts";
import { EMPTY_TREE, LEAF_LEVEL, QuadTreeBuilder, TREE_MIDDLE } from "./quad-tree.ts";
import type { Runs } from "./runs.ts";
import { clampRuns, highestState } from "./runs.ts";
import { runsOfPlane } from "./state-planes.ts";
import { Bands, Cursor } from "./tree-bands.ts";

/**
 * The cells in the smallest tree of level 4 or more whose middle, the upper left cell of its south-east quarter, is
 * (middleX, middleY). Errors: `too-large` for more than `maxNodes` different squares.
 */
export function runsToTree(
  runs: Runs,
  middleX: bigint = TREE_MIDDLE.x,
  middleY: bigint = TREE_MIDDLE.y,
  maxNodes?: number,
): QuadTree {
  const assembler = new TreeAssembler(middleX, middleY, maxNodes, planesFor(1 + highestState(runs)));
  assembler.add(runs);
  return assembler.end();
}

/** One of the eight rows that make a band: which runs of an array are still to come, and where the first of them goes on. */
interface Row {
  readonly spans: Float64Array;
  readonly end: number;
  readonly shift: number;
  next: number;
  from: number;
  to: number;
}

/** Takes cells in bands of rows, each below the former one, and makes a tree, and with `planes` a tree for each bit of a state. */
export class TreeAssembler {
  readonly #living: LivingAssembler;
  readonly #planes: readonly LivingAssembler[];

  constructor(
    middleX: bigint = TREE_MIDDLE.x,
    middleY: bigint = TREE_MIDDLE.y,
    maxNodes?: number,
    planes = 1,
  ) {
    this.#living = new LivingAssembler(middleX, middleY, maxNodes);
    const bits = planes > 1 ? planes : 0;
    this.#planes = Array.from({ length: bits }, () => new LivingAssembler(middleX, middleY, maxNodes));
  }

  /** Errors: `too-large`. */
  add(runs: Runs): void {
    this.#living.add(this.#planes.length > 0 ? clampRuns(runs, 1) : runs);
    this.#planes.forEach((plane, b) => {
      plane.add(runsOfPlane(runs, b));
    });
  }

  /** Errors: `too-large`. */
  end(): QuadTree {
    const tree = this.#living.end();
    if (this.#planes.length === 0) return tree;
    return { ...tree, planes: this.#planes.map((plane) => plane.end(tree.level)) };
  }
}

/** The same for cells in one state. */
class LivingAssembler {
  readonly #builder: QuadTreeBuilder;
  readonly #middleX: bigint;
  readonly #middleY: bigint;
  /** Offsets are counted from here; set by the first cells. */
  #originX: bigint | null = null;
  #originY = 0n;
  readonly #leaves = new Bands();
  /** The rows of the band that is being gathered, by their place in it. */
  readonly #pending: (Row | null)[] = [null, null, null, null, null, null, null, null];
  #pendingBand = Number.NaN;

  constructor(middleX: bigint, middleY: bigint, maxNodes: number | undefined) {
    this.#middleX = middleX;
    this.#middleY = middleY;
    this.#builder = new QuadTreeBuilder(maxNodes);
  }

  /** Errors: `too-large`. */
  add(runs: Runs): void {
    const { rows, starts, spans } = runs;
    if (rows.length === 0) return;
    if (this.#originX === null) {
      // On the lattice of leaves around the middle.
      this.#originX = runs.x - ((runs.x - this.#middleX) & 7n);
      this.#originY = runs.y - ((runs.y - this.#middleY) & 7n);
    }
    const dx = toSafeNumber(runs.x - this.#originX, "The width of the cells");
    const dy = toSafeNumber(runs.y - this.#originY, "The height of the cells");
    for (let r = 0; r < rows.length; r++) {
      const y = rows[r] + dy;
      const band = Math.floor(y / 8);
      if (band !== this.#pendingBand) {
        if (band < this.#pendingBand) throw new Error("Cells of a tree come from the top down.");
        this.#flush();
        this.#pendingBand = band;
      }
      const first = starts[r];
      const from = spans[first * 2] + dx;
      this.#pending[y - band * 8] = {
        spans,
        end: starts[r + 1],
        shift: dx,
        next: first,
        from,
        to: from + spans[first * 2 + 1],
      };
    }
  }

  /** The tree is of that level at least. Errors: `too-large`. */
  end(least = 0): QuadTree {
    this.#flush();
    let bands = this.#leaves;
    let level = LEAF_LEVEL;
    // The place of column 0 and row 0, counted from the middle in squares of the level.
    let column = this.#originX === null ? 0n : (this.#originX - this.#middleX) >> 3n;
    let row = (this.#originY - this.#middleY) >> 3n;
    while (level + 1 < least || !aroundMiddle(bands, column, row)) {
      bands = this.#lift(bands, ++level, Number(column & 1n), Number(row & 1n));
      column >>= 1n;
      row >>= 1n;
    }
    level++;
    const radius = 1n << BigInt(level - 1);
    const [x, y] = [this.#middleX - radius, this.#middleY - radius];
    if (bands.count === 0) return { ...EMPTY_TREE, level, x, y };
    const [j, i] = [Number(row), Number(column)];
    const root = this.#builder.node(
      level,
      bands.at(-1 - i, -1 - j),
      bands.at(-i, -1 - j),
      bands.at(-1 - i, -j),
      bands.at(-i, -j),
    );
    return this.#builder.build(root, level, x, y);
  }

  /** The gathered rows as a band of leaves. */
  #flush(): void {
    const rows = this.#pending;
    if (Number.isNaN(this.#pendingBand)) return;
    this.#leaves.begin(this.#pendingBand);
    for (;;) {
      let at = Number.POSITIVE_INFINITY;
      for (const row of rows) if (row && row.from < at) at = row.from;
      if (at === Number.POSITIVE_INFINITY) return;
      const column = Math.floor(at / 8);
      this.#leafAt(column);
      this.#leavesFrom(column + 1);
    }
  }

  #leafAt(column: number): void {
    const rows = this.#pending;
    const left = column * 8;
    let low = 0;
    let high = 0;
    for (let j = 0; j < 8; j++) {
      let bits = 0;
      for (let row = rows[j]; row && row.from < left + 8; row = rows[j]) {
        const to = Math.min(row.to, left + 8);
        bits |= (255 >>> (8 - (to - row.from))) << (row.from - left);
        this.#advance(j, row, to);
      }
      if (j < 4) low |= bits << (8 * j);
      else high |= bits << (8 * j - 32);
    }
    this.#leaves.push(column, 1, this.#builder.leaf(low, high));
  }

  /** The stretch from a column on over which every row is wholly live or wholly dead. */
  #leavesFrom(column: number): void {
    const rows = this.#pending;
    const left = column * 8;
    let end = Number.POSITIVE_INFINITY;
    let low = 0;
    let high = 0;
    for (let j = 0; j < 8; j++) {
      const row = rows[j];
      if (!row) continue;
      if (row.from > left) {
        end = Math.min(end, Math.floor(row.from / 8));
        continue;
      }
      end = Math.min(end, Math.floor(row.to / 8));
      if (j < 4) low |= 255 << (8 * j);
      else high |= 255 << (8 * j - 32);
    }
    if ((low | high) === 0 || end <= column) return;
    this.#leaves.push(column, end - column, this.#builder.leaf(low, high));
    for (let j = 0; j < 8; j++) {
      const row = rows[j];
      if (row && row.from === left) this.#advance(j, row, end * 8);
    }
  }

  /** Everything left of `to` is done. */
  #advance(j: number, row: Row, to: number): void {
    row.from = to;
    if (to < row.to) return;
    if (++row.next >= row.end) {
      this.#pending[j] = null;
      return;
    }
    row.from = row.spans[row.next * 2] + row.shift;
    row.to = row.from + row.spans[row.next * 2 + 1];
  }

  /** The bands of a level from those below it. `px` and `py`: whether column 0 and row 0 are the second of their pairs. */
  #lift(below: Bands, level: number, px: number, py: number): Bands {
    const out = new Bands();
    for (let band = 0; band < below.count; ) {
      const row = Math.floor((below.rows[band] + py) / 2);
      const isUpper = below.rows[band] + py === row * 2;
      const upper = isUpper ? new Cursor(below, band) : Cursor.none(below);
      const hasLower = !isUpper || (band + 1 < below.count && below.rows[band + 1] + py === row * 2 + 1);
      const lower = hasLower ? new Cursor(below, isUpper ? band + 1 : band) : Cursor.none(below);
      band += isUpper && hasLower ? 2 : 1;
      out.begin(row);
      this.#pair(upper, lower, out, level, px);
    }
    return out;
  }

  #pair(upper: Cursor, lower: Cursor, out: Bands, level: number, px: number): void {
    const builder = this.#builder;
    for (;;) {
      const first = Math.min(upper.from, lower.from);
      if (first === Number.POSITIVE_INFINITY) return;
      const column = Math.floor((first + px) / 2);
      const west = column * 2 - px;
      out.push(
        column,
        1,
        builder.node(level, upper.take(west), upper.take(west + 1), lower.take(west), lower.take(west + 1)),
      );
      // As long as neither changes, their parent does not either.
      const next = west + 2;
      const pairs = Math.floor(Math.min(upper.steady(next), lower.steady(next)) / 2);
      const [a, b] = [upper.peek(next), lower.peek(next)];
      if (pairs < 1 || (a | b) === 0) continue;
      out.push(column + 1, pairs, builder.node(level, a, a, b, b));
      upper.skip(next + 2 * pairs);
      lower.skip(next + 2 * pairs);
    }
  }
}

/** Whether the four squares around the middle hold everything. */
function aroundMiddle(bands: Bands, column: bigint, row: bigint): boolean {
  const near = (place: bigint): boolean => place === 0n || place === -1n;
  for (let i = 0; i < bands.count; i++) {
    const last = bands.starts[i + 1] - 1;
    const right = bands.columns[last] + bands.lengths[last] - 1;
    if (!near(BigInt(bands.rows[i]) + row)) return false;
    if (!near(BigInt(bands.columns[bands.starts[i]]) + column) || !near(BigInt(right) + column)) return false;
  }
  return true;
}
