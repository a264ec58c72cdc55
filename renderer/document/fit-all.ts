import type { Rect } from "../../engine/core/rect.ts";
import { gridRect } from "../../engine/core/topology.ts";
import type { Camera } from "../../engine/picture/camera.ts";
import type { FitOptions } from "../../engine/picture/camera-fit.ts";
import { fit } from "../../engine/picture/camera-fit.ts";
import { cameraOn, ZOOM_LIMITS } from "../../engine/picture/camera-moves.ts";
import type { Editor } from "../editor/editor.ts";
import type { ToolView } from "../tools/tool.ts";

/** The view's middle on an empty plane. */
const ORIGIN = { x: 0n, y: 0n };
/** 16 pixels per cell. */
export const EMPTY_ZOOM = 4;
const ROOMY: FitOptions = { margin: 0.12, limits: { ...ZOOM_LIMITS, most: 5 } };

/**
 * Shows every cell, or the whole grid where none lives, beside what covers the view. `roomy`: leaves more space around them, and
 * enlarges a handful of cells less than the view would allow.
 */
export async function fitAll(editor: Editor, view: ToolView, { roomy = false } = {}): Promise<void> {
  const box = (await editor.bounds()) ?? gridRect(editor.state.topology);
  view.setCamera(box ? fitBox(box, view, roomy ? ROOMY : {}) : cameraOn(ORIGIN, EMPTY_ZOOM, view.kind));
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
