import type { Rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { clipRuns, EMPTY_RUNS, runsBounds, runsPopulation } from "../../../engine/core/runs.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import { isEmptyCells, slicedCommon, slicedUnion } from "./cell-sets.ts";
import { inSlices } from "./slices.ts";

/** A box of this many cells is read in one piece, however few of its cells are asked for. */
const SMALL_BOX = 4096n;
/** A larger one is read in one piece when at least one cell in so many is asked for. */
const THIN = 16n;

/**
 * Which of the cells live. A long slanting stroke has a box far larger than itself, and reading all of that box would
 * fetch a whole universe for the sake of a line; so a box that is mostly not asked about is halved along its longer
 * side until it fits the cells more closely.
 */
export async function liveWithin(port: UniversePort, cells: Runs): Promise<Runs> {
  const box = runsBounds(cells);
  if (!box) return EMPTY_RUNS;
  const area = box.w * box.h;
  if (area <= SMALL_BOX || area <= THIN * runsPopulation(cells)) {
    return inSlices(slicedCommon(await port.readRuns(box), cells));
  }
  const parts = halves(box).map((half) => clipRuns(cells, half));
  const [first, second] = await Promise.all(
    parts.map((part) => (isEmptyCells(part) ? EMPTY_RUNS : liveWithin(port, part))),
  );
  return inSlices(slicedUnion(first as Runs, second as Runs));
}

function halves(box: Rect): readonly [Rect, Rect] {
  const { x, y, w, h } = box;
  return w >= h
    ? [
        { ...box, w: w / 2n },
        { ...box, x: x + w / 2n, w: w - w / 2n },
      ]
    : [
        { ...box, h: h / 2n },
        { ...box, y: y + h / 2n, h: h - h / 2n },
      ];
}
