/**
 * Cells of a pending edit, drawn over the universe.
 *
 * A few cells are drawn one by one in their own shape. Many become a bitmap once, one pixel a cell (or a square of
 * cells, so that it never exceeds a screen's size; ghost-bitmap.ts), and a move only draws that bitmap elsewhere: it
 * costs the same for a thousand cells and a million. Moved cells share their arrays with the ones before
 * (translateRuns), and these arrays are the bitmap's key. Hexagons only need a slant in the transform, and
 * triangles look like the boxes in which they stand.
 */

import type { Runs } from "../../../engine/core/runs.ts";
import { forEachRun } from "../../../engine/core/runs.ts";
import { outlinesOf, pointsUp } from "../../../engine/grids/grid-kind.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import { pointOfCell } from "../../../engine/picture/camera-moves.ts";
import { latticeFrame } from "../../../engine/picture/lattice-frame.ts";
import type { GhostColour } from "./ghost-bitmap.ts";
import { GhostBitmap } from "./ghost-bitmap.ts";
import type { OverlayContext, OverlayScene } from "./overlay-scene.ts";

/** Up to this many cells are drawn in their own shape. */
const FEW = 1500;
/** Milliseconds of a frame for an unfinished bitmap. */
const PATIENCE = 3;

interface Known {
  readonly few: boolean;
  /** The last few bitmaps, one a colour: lifted cells are drawn in two colours at once. */
  bitmaps: readonly GhostBitmap[];
}

const MOST_COLOURS = 2;

const KNOWN = new WeakMap<Float64Array, Known>();

type GhostScene = Pick<OverlayScene, "camera" | "size" | "kind">;

/**
 * Draws with the context's present alpha, in one colour or in those of the cells' states. False if there is more to come: the
 * caller then draws again soon.
 */
export function drawGhost(
  context: OverlayContext,
  scene: GhostScene,
  cells: Runs,
  colour: GhostColour,
): boolean {
  if (cells.rows.length === 0) return true;
  let known = KNOWN.get(cells.spans);
  if (!known) {
    known = { few: countUpTo(cells, FEW) <= FEW, bitmaps: [] };
    KNOWN.set(cells.spans, known);
  }
  if (known.few) {
    if (typeof colour === "string") drawShapes(context, scene, cells, colour);
    else
      colour.forEach((each, at) => {
        drawShapes(context, scene, cells, each, at + 1);
      });
    return true;
  }
  let bitmap = known.bitmaps.find((one) => String(one.colour) === String(colour));
  if (!bitmap) {
    bitmap = new GhostBitmap(cells, colour);
    known.bitmaps = [bitmap, ...known.bitmaps].slice(0, MOST_COLOURS);
  }
  bitmap.advance(performance.now() + PATIENCE);
  drawBitmap(context, scene, cells, bitmap);
  return bitmap.done;
}

function countUpTo({ spans }: Runs, most: number): number {
  let count = 0;
  for (let i = 1; i < spans.length && count <= most; i += 2) count += spans[i] as number;
  return count;
}

function drawShapes(
  context: OverlayContext,
  { camera, size, kind }: GhostScene,
  cells: Runs,
  colour: string,
  only?: number,
): void {
  const pixels = 2 ** camera.zoom;
  // Cells smaller than a pixel still show.
  const drawn = pixels < 2 ? Math.max(1, pixels) : pixels - Math.min(1, (pixels - 2) / 6);
  const { down, up } = outlinesOf(kind);
  context.fillStyle = colour;
  context.beginPath();
  forEachCell(cells, (cell, state) => {
    if (only !== undefined && state !== only) return;
    const { x, y } = pointOfCell(camera, size, kind, cell);
    if (x < -drawn || y < -drawn || x > size.width + drawn || y > size.height + drawn) return;
    (pointsUp(kind, cell) ? up : down).forEach((corner, i) => {
      const [px, py] = [x + corner.x * drawn, y + corner.y * drawn];
      if (i === 0) context.moveTo(px, py);
      else context.lineTo(px, py);
    });
    context.closePath();
  });
  context.fill();
}

function drawBitmap(
  context: OverlayContext,
  { camera, size, kind }: GhostScene,
  cells: Runs,
  bitmap: GhostBitmap,
): void {
  const { alongX, alongY } = latticeFrame(kind);
  const pixels = 2 ** camera.zoom;
  const first = pointOfCell(camera, size, kind, { x: cells.x + bitmap.dx, y: cells.y + bitmap.dy });
  const step = bitmap.size * pixels;
  context.save();
  // The first cell's centre is half a cell along both axes from the bitmap's corner.
  context.transform(
    alongX.x * step,
    alongX.y * step,
    alongY.x * step,
    alongY.y * step,
    first.x - ((alongX.x + alongY.x) * pixels) / 2,
    first.y - ((alongX.y + alongY.y) * pixels) / 2,
  );
  context.imageSmoothingEnabled = step < 1;
  context.drawImage(bitmap.canvas, 0, 0);
  context.restore();
}

/** Calls `visit` for each cell; only for few cells. */
function forEachCell(runs: Runs, visit: (cell: Cell, state: number) => void): void {
  forEachRun(runs, (x, y, length, state) => {
    for (let i = 0; i < length; i++) visit({ x: runs.x + BigInt(x + i), y: runs.y + BigInt(y) }, state);
  });
}
