/**
 * The cells inside a loop drawn by hand: those whose centres it encloses.
 *
 * The loop crosses the middle of each row at some places, each time downward or upward. From left to right the code
 * counts the crossings, up for one direction and down for the other; where the count is not zero, the place is inside.
 * A loop that crosses itself thus has no holes. Corners are counted along the lattice's axes, in which rows are rows on
 * every lattice: slanting them moves each row as a whole and keeps the order from left to right.
 */

import { TessellaError } from "../../../engine/core/errors.ts";
import { grouped } from "../../../engine/core/integers.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { RunsBuilder } from "../../../engine/core/runs.ts";
import type { Point } from "../../../engine/grids/grid-kind.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";

/** More rows take too long to process one by one. */
const MOST_ROWS = 2 ** 17;

interface Crossing {
  readonly x: number;
  readonly turn: 1 | -1;
}

/**
 * `corners`: cells along x and y from the centre of `origin`, the last joined to the first. Errors: `too-large` for more than
 * 2^17 rows.
 */
export function cellsInLoop(corners: readonly Point[], origin: Cell): Runs {
  const rows = crossingsOf(corners);
  const out = new RunsBuilder();
  for (const [y, crossings] of [...rows].sort(([a], [b]) => a - b)) {
    crossings.sort((a, b) => a.x - b.x);
    let count = 0;
    let from = 0;
    for (const { x, turn } of crossings) {
      if (count === 0) from = x;
      count += turn;
      if (count !== 0) continue;
      const first = Math.ceil(from);
      out.add(first, y, Math.floor(x) - first + 1);
    }
  }
  return out.build(origin.x, origin.y);
}

function crossingsOf(corners: readonly Point[]): Map<number, Crossing[]> {
  const rows = new Map<number, Crossing[]>();
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length] as Point;
    const [upper, lower] = a.y < b.y ? [a, b] : [b, a];
    const turn = a.y < b.y ? 1 : -1;
    const last = Math.ceil(lower.y);
    if (last - upper.y > MOST_ROWS) throw tooHigh(last - upper.y);
    // Half open, so that a corner on a row's middle is crossed once.
    for (let y = Math.ceil(upper.y); y < last; y++) {
      const x = upper.x + ((y - upper.y) / (lower.y - upper.y)) * (lower.x - upper.x);
      const known = rows.get(y);
      if (known) known.push({ x, turn });
      else rows.set(y, [{ x, turn }]);
    }
  });
  if (rows.size > MOST_ROWS) throw tooHigh(rows.size);
  return rows;
}

function tooHigh(rows: number): TessellaError {
  return new TessellaError("too-large", `A loop of ${grouped(Math.round(rows))} rows is too large.`, {
    hint: "Zoom in, or select a box.",
  });
}
