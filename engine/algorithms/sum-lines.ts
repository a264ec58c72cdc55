/**
 * How the sum over a shape is made of few terms. The cells of a line add up to the difference of two running sums along it, so a
 * line costs two reads however long it is. Running sums are kept along rows, along every second cell of rows, and along both diagonals.
 *
 * A shape is cut into lines as it is, or its rim is: from one row to the next, a sum changes by the cells that come in below
 * and those that go out above, which are a circle's arc and not its disc. Of a checkerboard the rim is taken two rows further. Whatever
 * has the fewest terms is done.
 */

import type { Sliced } from "../core/slices.ts";
import { within } from "../core/slices.ts";
import type { Weights } from "../rules/counted-shapes.ts";

/** Directions of running sums, as steps (dx, dy); `cell` is none. */
export const STRIDES = {
  cell: [0, 0],
  row: [1, 0],
  pair: [2, 0],
  down: [1, 1],
  up: [-1, 1],
} as const;
export type Stride = keyof typeof STRIDES;

/** Cells from the first to the last in steps of the stride, times a weight. A single cell is its own `last`, and has no first. */
export interface SumLine {
  readonly stride: Stride;
  readonly first: readonly [dx: number, dy: number];
  readonly last: readonly [dx: number, dy: number];
  readonly weight: number;
}

export interface LinePlan {
  readonly lines: readonly SumLine[];
  /** The sums to which the lines are added: those of so many rows above; 0 for none. */
  readonly from: 0 | 1 | 2;
}

/** A place as one number. */
const SPAN = 4096;
const keyOf = (dx: number, dy: number): number => (dy + SPAN / 2) * SPAN + dx + SPAN / 2;
const stepOf = (stride: Stride): number => STRIDES[stride][1] * SPAN + STRIDES[stride][0];
const placeOf = (key: number): readonly [number, number] => [
  (key % SPAN) - SPAN / 2,
  Math.floor(key / SPAN) - SPAN / 2,
];

/** Cells that are cut: of more another plan has far fewer. */
const MOST_CUT = 50_000;

/** Cells of a shape that are looked at between two pauses. */
const PIECE = 2 ** 16;

/** The shape in as few terms as are found, or as few as there are with those sums. */
export function* slicedLines(weights: Weights, given?: LinePlan["from"]): Sliced<LinePlan> {
  const froms = given === undefined ? ([0, 1, 2] as const) : [given];
  const plans: LinePlan[] = [];
  for (const [i, from] of froms.entries()) {
    const done = i / froms.length;
    const cells = yield* within(done, done + 0.5 / froms.length, rim(weights, from));
    if (cells)
      plans.push({
        from,
        lines: yield* within(done + 0.5 / froms.length, done + 1 / froms.length, cut(cells)),
      });
  }
  // Drawn shapes of a wide range have rims of as many cells as themselves.
  if (plans.length === 0) return { from: 0, lines: rowLines(weights) };
  return plans.reduce((best, plan) => (costOf(plan.lines) < costOf(best.lines) ? plan : best));
}

/** A shape of weights 1 that holds its centre besides. In the order of reading. */
export function withCentre({ dx, dy, weight }: Weights): Weights {
  const after = dx.findIndex((x, i) => (dy[i] as number) > 0 || (dy[i] === 0 && x > 0));
  const at = after < 0 ? dx.length : after;
  const put = (each: Int32Array, value: number): Int32Array => {
    const longer = new Int32Array(each.length + 1);
    longer.set(each.subarray(0, at));
    longer[at] = value;
    longer.set(each.subarray(at), at + 1);
    return longer;
  };
  return { dx: put(dx, 0), dy: put(dy, 0), weight: put(weight, 1) };
}

/** Reads of a cell. */
export function costOf(lines: readonly SumLine[]): number {
  return lines.reduce((sum, { stride }) => sum + (stride === "cell" ? 1 : 2), 0);
}

/** The weights by place, less those of the shape so many rows above (0: of none); what is 0 is left out. null for too many. */
function* rim({ dx, dy, weight }: Weights, rows: number): Sliced<Map<number, number> | null> {
  const across = dx.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const down = dy.reduce((most, y) => Math.max(most, Math.abs(y)), 0);
  const width = 2 * across + 1;
  // With rows of nothing above and below, which are asked for the rim.
  const grid = new Int32Array(width * (2 * down + 1 + 2 * rows));
  const middle = (down + rows) * width + across;
  for (let i = 0; i < dx.length; i++)
    grid[middle + (dy[i] as number) * width + (dx[i] as number)] = weight[i] as number;
  const cells = new Map<number, number>();
  const pause = Math.ceil(PIECE / width);
  for (let y = -down - rows; y <= down; y++) {
    if ((y + down + rows) % pause === 0) yield (y + down + rows) / (2 * down + rows + 1);
    for (let x = -across; x <= across; x++) {
      const at = middle + y * width + x;
      const change = grid[at] - (rows === 0 ? 0 : grid[at + rows * width]);
      if (change === 0) continue;
      cells.set(keyOf(x, y), change);
      if (cells.size > MOST_CUT) return null;
    }
  }
  return cells;
}

/** The rows of the shape as lines, of all cells or of every second one: whichever are fewer. */
export function rowLines(weights: Weights): readonly SumLine[] {
  const [rows, pairs] = [startsOf(weights, 1), startsOf(weights, 2)];
  return pairs.length < rows.length ? linesFrom(weights, "pair", pairs) : linesFrom(weights, "row", rows);
}

/** The first cells of lines along rows in steps of so many cells. */
function startsOf({ dx, dy, weight }: Weights, step: number): readonly number[] {
  const starts: number[] = [];
  for (let i = 0; i < dx.length; i++) {
    const goesOn =
      dy[i] === dy[i - 1] && weight[i] === weight[i - 1] && dx[i] === (dx[i - 1] as number) + step;
    if (!goesOn) starts.push(i);
  }
  return starts;
}

function linesFrom(
  { dx, dy, weight }: Weights,
  stride: "row" | "pair",
  starts: readonly number[],
): readonly SumLine[] {
  return starts.map((start, i) => {
    const y = dy[start] as number;
    const last = (starts[i + 1] ?? dx.length) - 1;
    return {
      stride,
      first: [dx[start] as number, y],
      last: [dx[last] as number, y],
      weight: weight[start] as number,
    };
  });
}

/** Takes the longest line of equal weights, and again, until single cells are left. */
function* cut(cells: Map<number, number>): Sliced<readonly SumLine[]> {
  const left = new Map(cells);
  const lines: SumLine[] = [];
  /** Lines by their length, as first places and strides; some of their cells may be taken since. */
  const waiting: { readonly key: number; readonly stride: Stride; readonly length: number }[][] = [];
  const wait = (key: number, stride: Stride, length: number): void => {
    if (length > 1) (waiting[length] ??= []).push({ key, stride, length });
  };
  /** The lines of equal weights among so many cells from the key on. */
  const find = (first: number, stride: Stride, most: number): void => {
    const step = stepOf(stride);
    let length = 0;
    for (let i = 0, key = first; i <= most; i++, key += step) {
      const same = i < most && length > 0 && left.has(key) && left.get(key) === left.get(key - step);
      if (same) {
        length++;
        continue;
      }
      wait(key - length * step, stride, length);
      length = i < most && left.has(key) ? 1 : 0;
    }
  };
  for (const stride of ["row", "pair", "down", "up"] as const) {
    yield 0;
    const step = stepOf(stride);
    for (const [key, weight] of left) {
      if (left.get(key - step) === weight) continue;
      let length = 1;
      while (left.get(key + length * step) === weight) length++;
      wait(key, stride, length);
    }
  }
  for (let length = waiting.length - 1; length > 1; length--) {
    if (length in waiting) yield 1 - length / waiting.length;
    // Shorter ones may be added while these are looked at, never longer or equal ones.
    for (const { key, stride } of waiting[length] ?? []) {
      const step = stepOf(stride);
      let whole = true;
      for (let i = 0; whole && i < length; i++) whole = left.has(key + i * step);
      if (!whole) {
        find(key, stride, length);
        continue;
      }
      lines.push({
        stride,
        first: placeOf(key),
        last: placeOf(key + (length - 1) * step),
        weight: left.get(key) as number,
      });
      for (let i = 0; i < length; i++) left.delete(key + i * step);
    }
  }
  for (const [key, weight] of left)
    lines.push({ stride: "cell", first: placeOf(key), last: placeOf(key), weight });
  return lines;
}
