/** Where the selection's chip goes, in CSS pixels of the stage. Pure. */

import type { Point } from "../../../engine/grids/grid-kind.ts";
import type { ViewSize } from "../../../engine/picture/camera.ts";
import type { ScreenBox } from "../../tools/selection-grips.ts";

/** Between box and chip; handles stick out of the box by a third of it. */
const GAP = 12;
/** Between chip and the stage's edge. */
const RIM = 8;
/** The strip along the lower edge where zoom control and minimap lie. */
const FOOT = 52;

/**
 * The chip's upper left corner: above the box, below it where there is no room above, else inside along the upper edge;
 * in the middle of the box's visible part, and no higher than `head`. null for a box off the screen.
 */
export function chipPlace(box: ScreenBox, chip: ViewSize, stage: ViewSize, head = RIM): Point | null {
  const left = Math.max(0, box.left);
  const right = Math.min(stage.width, box.right);
  if (right <= left || box.bottom <= 0 || box.top >= stage.height) return null;
  const most = Math.max(RIM, stage.width - RIM - chip.width);
  const x = Math.max(RIM, Math.min(most, (left + right - chip.width) / 2));
  return { x: Math.round(x), y: Math.round(heightOf(box, chip, stage, head)) };
}

function heightOf(box: ScreenBox, chip: ViewSize, stage: ViewSize, head: number): number {
  const above = box.top - GAP - chip.height;
  if (above >= head) return above;
  const below = box.bottom + GAP;
  return below + chip.height <= stage.height - FOOT ? below : head;
}
