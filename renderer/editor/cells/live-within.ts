import { isEmptyCells, slicedCommon, slicedUnion } from "../../../engine/core/cell-sets.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { clipRuns, EMPTY_RUNS, runsBounds, runsPopulation } from "../../../engine/core/runs.ts";
import { inSlices } from "../../../engine/core/slices.ts";
import type { UniversePort } from "../../universe/universe-port.ts";

/** A box of this many cells is read in one piece, however few of its cells the caller wants. */
const SMALL_BOX = 4096n;
/** A larger box is read in one piece when the caller wants at least one cell in this many. */
const THIN = 16n;

/**
 * Which of the cells live. The box of a long slanting stroke is far larger than the stroke, and reading all of that box
 * would fetch a whole universe for the sake of a line. A box with few wanted cells is therefore halved along its longer
 * side until the parts fit the cells more closely.
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
