/**
 * The cells of a universe in bands of rows, from the top down; memory holds one band at a time.
 *
 * The right height of a band is unknown in advance: a soup has a run every four cells, a HashLife universe may be a
 * trillion rows of nothing. The first band therefore has as many rows as must fit whatever they hold. A thin band
 * doubles the height of the next one, a thick band halves it, and a band that turns out too large is read again in
 * parts.
 */

import { TessellaError } from "../core/errors.ts";
import type { Rect } from "../core/rect.ts";
import type { Runs } from "../core/runs.ts";
import type { Universe } from "./algorithm.ts";

/** This many cells are always read in one piece: half as many runs at most, 64 MiB. */
const FIRST_CELLS = 2n ** 23n;
const THIN_RUNS = 2 ** 19;
const THICK_RUNS = 2 ** 22;

/** Yields the bands that have cells. Errors: those of `readRuns`, where a single row is too large. */
export async function* runBands(
  universe: Pick<Universe, "readRuns">,
  box: Rect,
  firstCells: bigint = FIRST_CELLS,
): AsyncGenerator<Runs> {
  let rows = box.w > 0n ? firstCells / box.w || 1n : 1n;
  for (let done = 0n; done < box.h; ) {
    const h = box.h - done < rows ? box.h - done : rows;
    let band: Runs;
    try {
      band = await universe.readRuns({ x: box.x, y: box.y + done, w: box.w, h });
    } catch (error) {
      if (!(error instanceof TessellaError) || error.code !== "too-large" || h === 1n) throw error;
      rows = h / 8n || 1n;
      continue;
    }
    done += h;
    const runs = band.spans.length / 2;
    if (runs > 0) yield band;
    if (runs < THIN_RUNS) rows *= 2n;
    else if (runs > THICK_RUNS) rows = rows / 2n || 1n;
  }
}
