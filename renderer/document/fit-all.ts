import type { Rect } from "../../engine/core/rect.ts";
import { gridRect } from "../../engine/core/topology.ts";
import type { Camera } from "../../engine/picture/camera.ts";
import type { FitOptions } from "../../engine/picture/camera-fit.ts";
import { fit } from "../../engine/picture/camera-fit.ts";
import { cameraOn, clampZoom, ZOOM_LIMITS } from "../../engine/picture/camera-moves.ts";
import type { Editor } from "../editor/editor.ts";
import type { ToolView } from "../tools/tool.ts";

/** The view's middle on an empty plane. */
const ORIGIN = { x: 0n, y: 0n };
/** 16 pixels per cell. */
export const EMPTY_ZOOM = 4;
const ROOMY: FitOptions = { margin: 0.12, limits: { ...ZOOM_LIMITS, most: 5 } };

/** Shows every cell, or the whole grid where none lives, beside what covers the view. */
export async function fitAll(editor: Editor, view: ToolView): Promise<void> {
  view.setCamera(await cameraOnAll(editor, view));
}

/**
 * The same for a view that has shown nothing yet: with more space around, and a handful of cells less enlarged than the view would
 * allow. Whoever has zoomed since then goes on from there; a view that was moved stays where it is.
 */
export async function fitFirst(editor: Editor, view: ToolView, unfitted: Camera): Promise<void> {
  const fitted = await cameraOnAll(editor, view, ROOMY);
  const { x, y, dx, dy, zoom } = view.camera;
  if (x !== unfitted.x || y !== unfitted.y || dx !== unfitted.dx || dy !== unfitted.dy) return;
  view.setCamera({ ...fitted, zoom: clampZoom(fitted.zoom + zoom - unfitted.zoom, ZOOM_LIMITS) });
}

async function cameraOnAll(editor: Editor, view: ToolView, options: FitOptions = {}): Promise<Camera> {
  const box = (await editor.bounds()) ?? gridRect(editor.state.topology);
  return box ? fitBox(box, view, options) : cameraOn(ORIGIN, EMPTY_ZOOM, view.kind);
}

/** The camera that shows a whole box, at a zoom at which cells look alike on this screen. */
export function fitBox(
  box: Rect,
  { size, kind, covers }: Pick<ToolView, "size" | "kind" | "covers">,
  options: FitOptions = {},
): Camera {
  // Where there is no screen, as in tests, a pixel is a pixel.
  const { devicePixelRatio: even = 1 } = globalThis as { readonly devicePixelRatio?: number };
  return fit(box, size, kind, { ...options, even, covers: covers?.() });
}
