/** The active tool's preview: the cells of a dragged shape, a lasso's line, a brush's outline. */

import type { Runs } from "../../../engine/core/runs.ts";
import { runsBounds, translateRuns } from "../../../engine/core/runs.ts";
import type { ScreenScene } from "../../../engine/picture/box-on-screen.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import { pointOfCell } from "../../../engine/picture/camera-moves.ts";
import type { ToolPreview } from "../../tools/tool.ts";
import { outlineOfCells } from "./cell-outline.ts";
import { fillCells } from "./cell-rows.ts";
import type { OverlayColours, OverlayContext } from "./overlay-scene.ts";

interface PreviewScene extends ScreenScene {
  readonly colours: OverlayColours;
}

/** A narrower brush on the screen gets the mark of a single cell. */
const SEEN_FROM = 6;

export function drawPreview(context: OverlayContext, scene: PreviewScene, preview: ToolPreview): void {
  const { colours } = scene;
  const { cells, loop, ink = 1 } = preview;
  if (cells) {
    const dead = ink === 0;
    context.globalAlpha = 0.75;
    // Cells that die show as the holes that they leave.
    context.fillStyle = dead ? colours.ground : (colours.states?.[ink - 1] ?? colours.accent);
    fillCells(context, scene, cells);
    context.globalAlpha = 1;
    if (dead) strokeOutline(context, scene, cells, colours.accent, 1);
  }
  if (loop) drawLoop(context, scene, loop);
}

function drawLoop(
  context: OverlayContext,
  { camera, size, kind, colours }: PreviewScene,
  { origin, points }: NonNullable<ToolPreview["loop"]>,
): void {
  const pixels = 2 ** camera.zoom;
  const from = pointOfCell(camera, size, kind, origin);
  context.beginPath();
  for (const { x, y } of points) context.lineTo(from.x + x * pixels, from.y + y * pixels);
  context.closePath();
  context.fillStyle = colours.accent;
  context.globalAlpha = 0.12;
  context.fill();
  context.globalAlpha = 1;
  context.lineWidth = 1;
  context.strokeStyle = colours.accent;
  context.setLineDash([4, 3]);
  context.stroke();
  context.setLineDash([]);
}

/** The outline of a brush at a cell; false if it is too small to be visible. */
export function drawFootprint(
  context: OverlayContext,
  scene: PreviewScene,
  footprint: Runs,
  at: Cell,
  plain: boolean,
): boolean {
  const box = runsBounds(footprint);
  if (!box || Number(box.w) * 2 ** scene.camera.zoom < SEEN_FROM) return false;
  const { colours } = scene;
  const cells = translateRuns(footprint, at.x, at.y);
  // The line alone would not show on live cells: it is as bright as they are.
  context.globalAlpha = 0.6;
  const drawn = strokeOutline(context, scene, cells, colours.ground, plain ? 4 : 3);
  context.globalAlpha = plain ? 1 : 0.8;
  if (drawn) strokeOutline(context, scene, cells, plain ? colours.accent : colours.ink, plain ? 2 : 1);
  context.globalAlpha = 1;
  return drawn;
}

function strokeOutline(
  context: OverlayContext,
  scene: PreviewScene,
  cells: Runs,
  colour: string,
  width: number,
): boolean {
  const sides = outlineOfCells(cells, scene);
  if (!sides) return false;
  context.beginPath();
  for (const [from, to] of sides) {
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
  }
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke();
  return true;
}
