/** Sets of cells as numbers, for patterns of some ten thousand cells; and the groups of cells that can act on each other. */

import type { Runs } from "../core/runs.ts";
import { RunsBuilder } from "../core/runs.ts";
import type { Base } from "./frame.ts";
import { forEachCell } from "./frame.ts";

/** x and y from the base, both below 2^25 in size, in one number. A translation adds the same number to each cell. */
export type CellSet = ReadonlySet<number>;

const ROW = 2 ** 26;
/** Beyond it rows would overlap. */
export const MOST_DISTANCE = 2 ** 24;

export function cellNumber(x: number, y: number): number {
  return y * ROW + x;
}

function placeOf(cell: number): readonly [x: number, y: number] {
  const y = Math.round(cell / ROW);
  return [cell - y * ROW, y];
}

export function cellSetOf(cells: Runs, base: Base): CellSet {
  const set = new Set<number>();
  forEachCell(cells, base, (x, y) => set.add(cellNumber(x, y)));
  return set;
}

/** The cells as runs, moved by (dx, dy). */
export function runsOfSet(cells: Iterable<number>, base: Base, dx = 0, dy = 0): Runs {
  const out = new RunsBuilder();
  for (const cell of Float64Array.from(cells).sort()) {
    const [x, y] = placeOf(cell);
    out.add(x + dx, y + dy, 1);
  }
  return out.build(base.x, base.y);
}

/** Whether every cell of `part`, moved, is one of `whole`. */
export function holdsAll(whole: CellSet, part: Iterable<number>, move = 0): boolean {
  for (const cell of part) if (!whole.has(cell + move)) return false;
  return true;
}

/** Under rules that reach further, cells are looked for so far. */
const MOST_REACH = 4;

/** Two cells may act on the same one if neither is further from it than a rule reaches: such groups, as lists. */
export function clustersOf(cells: CellSet, reach: number): readonly (readonly number[])[] {
  const far = 2 * Math.min(reach, MOST_REACH);
  const side = 2 * far + 1;
  const around = Array.from({ length: side * side }, (_, i) =>
    cellNumber((i % side) - far, Math.floor(i / side) - far),
  );
  const left = new Set(cells);
  const clusters: number[][] = [];
  for (const seed of cells) {
    if (!left.delete(seed)) continue;
    const cluster = [seed];
    for (let i = 0; i < cluster.length; i++) {
      for (const step of around) {
        const near = (cluster[i] as number) + step;
        if (left.delete(near)) cluster.push(near);
      }
    }
    clusters.push(cluster.sort((a, b) => a - b));
  }
  return clusters;
}

/** Equal texts for clusters that differ only in position. */
export function shapeOf(cluster: readonly number[]): string {
  const first = cluster[0] as number;
  return cluster.map((cell) => cell - first).join();
}
