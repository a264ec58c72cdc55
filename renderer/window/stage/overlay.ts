/**
 * The editor's parts over the universe: selection, floating paste, dragged box, the cell under the pointer. They have a
 * canvas of their own, so the pointer never waits for a frame.
 *
 * All coordinates are CSS pixels; the context is scaled beforehand.
 */

import type { Point } from "../../../engine/grids/grid-kind.ts";
import { outlinesOf, pointsUp } from "../../../engine/grids/grid-kind.ts";
import { pointOfCell } from "../../../engine/picture/camera-moves.ts";
import type { PendingPaste } from "../../editor/paste/pending-paste.ts";
import type { Selection } from "../../editor/selection/selection.ts";
import { outlineOfBox, outlineOfCells } from "./cell-outline.ts";
import { fillCells } from "./cell-rows.ts";
import { drawGhost } from "./ghost.ts";
import type { OverlayColours, OverlayContext, OverlayScene } from "./overlay-scene.ts";
import { drawFootprint, drawPreview } from "./tool-preview.ts";

/** From this zoom on (8 pixels) the cell under the pointer has an outline. */
const HOVER_ZOOM = 3;
const HANDLE = 8;

/** False if something large is only drawn in part yet: the caller then draws again soon. */
export function drawOverlay(context: OverlayContext, scene: OverlayScene): boolean {
  const { size, editor, box, colours } = scene;
  context.clearRect(0, 0, size.width, size.height);
  const selection = editor.draft ?? editor.selection;
  if (selection) drawSelection(context, scene, selection);
  if (scene.tool.handles && !editor.pending) drawHandles(context, scene.tool.handles, colours);
  const whole = !editor.pending || drawPending(context, scene, editor.pending);
  if (scene.tool.preview) drawPreview(context, scene, scene.tool.preview);
  drawCursor(context, scene);
  if (box) {
    const [a, b] = box;
    context.setLineDash([4, 3]);
    context.strokeStyle = colours.accent;
    context.lineWidth = 1;
    context.strokeRect(
      Math.round(Math.min(a.x, b.x)) + 0.5,
      Math.round(Math.min(a.y, b.y)) + 0.5,
      Math.round(Math.abs(a.x - b.x)),
      Math.round(Math.abs(a.y - b.y)),
    );
    context.setLineDash([]);
  }
  return whole;
}

function tracePolygon(context: OverlayContext, corners: readonly Point[], snapped: boolean): void {
  context.beginPath();
  for (const { x, y } of corners) {
    if (snapped) context.lineTo(Math.round(x) - 0.5, Math.round(y) - 0.5);
    else context.lineTo(x, y);
  }
  context.closePath();
}

function traceSides(context: OverlayContext, sides: readonly (readonly [Point, Point])[]): void {
  context.beginPath();
  for (const [from, to] of sides) {
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
  }
}

function drawSelection(context: OverlayContext, scene: OverlayScene, { box, mask }: Selection): void {
  const { kind, colours } = scene;
  const upright = kind.shape === "square";
  const outline = outlineOfBox(box, scene);
  const sides = mask && outlineOfCells(mask, scene);
  context.lineWidth = 1;
  context.strokeStyle = colours.accent;
  if (mask) {
    context.globalAlpha = 0.2;
    context.fillStyle = colours.accent;
    fillCells(context, scene, mask);
    context.globalAlpha = 1;
    // A set too ragged for an outline of its own gets that of its box, if the box stands upright.
    if (!sides && !upright) return;
    context.setLineDash(sides ? [] : [2, 4]);
  } else {
    tracePolygon(context, outline, upright);
    context.globalAlpha = 0.1;
    context.fillStyle = colours.accent;
    context.fill();
    context.globalAlpha = 1;
  }
  if (sides) traceSides(context, sides);
  else tracePolygon(context, outline, upright);
  context.stroke();
  context.setLineDash([]);
}

function drawHandles(context: OverlayContext, at: readonly Point[], colours: OverlayColours): void {
  context.fillStyle = colours.ground;
  context.strokeStyle = colours.accent;
  context.lineWidth = 1;
  for (const { x, y } of at) {
    const [left, top] = [Math.round(x - HANDLE / 2) - 0.5, Math.round(y - HANDLE / 2) - 0.5];
    context.fillRect(left, top, HANDLE, HANDLE);
    context.strokeRect(left, top, HANDLE, HANDLE);
  }
}

function drawPending(
  context: OverlayContext,
  scene: OverlayScene,
  { cells, region, lifted }: PendingPaste,
): boolean {
  const { kind, colours } = scene;
  let whole = true;
  if (lifted) {
    // The lifted cells leave an empty place behind.
    context.globalAlpha = 0.8;
    whole = drawGhost(context, scene, lifted, colours.ground);
  }
  context.globalAlpha = 0.75;
  whole = drawGhost(context, scene, cells, colours.states ?? colours.accent) && whole;
  context.globalAlpha = 1;
  tracePolygon(context, outlineOfBox(region.box, scene), kind.shape === "square");
  context.setLineDash([5, 4]);
  context.lineWidth = 1;
  context.strokeStyle = colours.accent;
  context.stroke();
  context.setLineDash([]);
  return whole;
}

function drawCursor(context: OverlayContext, scene: OverlayScene): void {
  const { camera, size, kind, cursor, keyboard, colours, editor } = scene;
  if (!cursor || editor.pending) return;
  const { footprint } = scene.tool;
  if (footprint && drawFootprint(context, scene, footprint, cursor, keyboard)) return;
  if (camera.zoom < HOVER_ZOOM && !keyboard) return;
  const centre = pointOfCell(camera, size, kind, cursor);
  // A cell too small for an outline still gets a visible mark.
  const pixels = Math.max(2 ** camera.zoom, 6);
  const outline = outlinesOf(kind)[pointsUp(kind, cursor) ? "up" : "down"];
  const corners = outline.map(({ x, y }) => ({ x: centre.x + x * pixels, y: centre.y + y * pixels }));
  tracePolygon(context, corners, kind.shape === "square");
  context.globalAlpha = keyboard ? 1 : 0.55;
  context.strokeStyle = keyboard ? colours.accent : colours.ink;
  context.lineWidth = keyboard ? 2 : 1;
  context.stroke();
  context.globalAlpha = 1;
}
