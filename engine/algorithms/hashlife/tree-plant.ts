/**
 * Cells of more than two states on their way from a file into the tree: blocks of up to 256 x 256 cells, each made by one call of the
 * core (wasm/assembly/_hashlife-plant.ts), which is handed rows of cells as words.
 */

import type { Runs } from "../../core/runs.ts";
import { DESK_PARTS, PLANT_LEVEL, PLANT_SLOTS } from "./layout.ts";
import type { Builder } from "./tree-write.ts";

/** A band of squares of one level: their columns in rising order, and the squares. */
export interface Band {
  readonly columns: number[];
  readonly squares: number[];
}

/** Runs from this length on are left to whoever makes squares of them from above. */
export const LONG_PLANTED = 2 ** 16;

/** The level of the blocks under a root of `level`. */
export function plantedLevel(level: number): number {
  return Math.min(PLANT_LEVEL, level - 1);
}

/** The cells as bands of squares of level `level`, where (dx, dy) leads from the runs' origin to the corner of the first. */
export function plantedBands(
  builder: Builder,
  runs: Runs,
  dx: number,
  dy: number,
  level: number,
): Map<number, Band> {
  const bands = new Map<number, Band>();
  const { rows, starts } = runs;
  const side = 2 ** level;
  for (let first = 0; first < rows.length; ) {
    const band = Math.floor(((rows[first] as number) + dy) / side);
    const end = rowsWithin(rows, first, (band + 1) * side - dy);
    const heads = Array.from(starts.subarray(first, end));
    const lines = Array.from(rows.subarray(first, end), (y) => y + dy - band * side);
    const columns: number[] = [];
    const squares: number[] = [];
    for (let from = Number.NEGATIVE_INFINITY; ; ) {
      const x = nextCell(runs, first, heads, from);
      if (x === Number.POSITIVE_INFINITY) break;
      const column = Math.floor((x + dx) / side);
      const left = column * side - dx;
      builder.ask(PLANT_SLOTS);
      const count = putDown(builder, runs, first, heads, lines, left, side);
      columns.push(column);
      squares.push(builder.core.plant(count, level));
      from = left + side;
    }
    bands.set(band, { columns, squares });
    first = end;
  }
  return bands;
}

/** The end of the rows above y. */
function rowsWithin(rows: Float64Array, first: number, y: number): number {
  let end = first + 1;
  while (end < rows.length && (rows[end] as number) < y) end++;
  return end;
}

/** The westernmost cell from x on of rows that stand at `heads`, which pass by long runs. */
function nextCell({ starts, spans }: Runs, first: number, heads: number[], from: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let row = 0; row < heads.length; row++) {
    const end = starts[first + row + 1] as number;
    let run = heads[row] as number;
    while (run < end && (spans[2 * run + 1] as number) >= LONG_PLANTED) run++;
    heads[row] = run;
    if (run === end) continue;
    const x = spans[2 * run] as number;
    nearest = Math.min(nearest, x < from ? from : x);
  }
  return nearest;
}

/** Writes what of the rows lies in the block at `left` where `plant` reads it, and lets their heads pass by what ends there. Returns how many words. */
function putDown(
  builder: Builder,
  { starts, spans, states }: Runs,
  first: number,
  heads: number[],
  lines: readonly number[],
  left: number,
  side: number,
): number {
  const { words } = builder.core;
  const right = left + side;
  let at = DESK_PARTS / 4;
  for (let row = 0; row < heads.length; row++) {
    const end = starts[first + row + 1] as number;
    const line = lines[row] as number;
    let run = heads[row] as number;
    for (; run < end; run++) {
      const x = spans[2 * run] as number;
      const length = spans[2 * run + 1] as number;
      if (x >= right) break;
      if (length >= LONG_PLANTED) continue;
      const from = Math.max(x, left) - left;
      const last = Math.min(x + length, right) - left - 1;
      words[at++] = line | (from << 8) | (last << 16) | ((states ? (states[run] as number) : 1) << 24);
      if (x + length > right) break;
    }
    heads[row] = run;
  }
  return at - DESK_PARTS / 4;
}
