import type { Rect } from "../../engine/core/rect.ts";
import { gridRect } from "../../engine/core/topology.ts";
import type { Camera } from "../../engine/picture/camera.ts";
import type { FitOptions } from "../../engine/picture/camera-fit.ts";
import { fit } from "../../engine/picture/camera-fit.ts";
import { cameraOn, panBy } from "../../engine/picture/camera-moves.ts";
import type { Editor } from "../editor/editor.ts";
import type { ToolView } from "../tools/tool.ts";

/** The view's middle on an empty plane. */
const ORIGIN = { x: 0n, y: 0n };
/** 16 pixels per cell. */
export const EMPTY_ZOOM = 4;
const ROOMY = { margin: 0.12 };
const ROOMY_ZOOM = 5;
/** Pixels between what covers the view and the cells. */
const BELOW = 12;

/**
 * Shows every cell, or the whole grid where none lives. `roomy`: leaves more space around them, and enlarges a handful
 * of cells less than the view would allow. `covered`: pixels along the view's upper edge that something hides, below
 * which the cells go where there is room.
 */
export async function fitAll(
  editor: Editor,
  view: ToolView,
  { roomy = false, covered = 0 } = {},
): Promise<void> {
  const { kind, size } = view;
  const box = (await editor.bounds()) ?? gridRect(editor.state.topology);
  const top = covered < size.height / 2 ? covered : 0;
  const free = { kind, size: { width: size.width, height: size.height - top } };
  const camera = box ? fitBox(box, free, roomy ? ROOMY : {}) : cameraOn(ORIGIN, EMPTY_ZOOM, kind);
  const zoom = roomy ? Math.min(camera.zoom, ROOMY_ZOOM) : camera.zoom;
  // Rows of hexagons lie closer together: then it goes lower than it must.
  const above = (size.height - Number(box?.h ?? 0n) * 2 ** zoom) / 2;
  const down = Math.max(0, Math.min(top / 2, top + BELOW - above));
  const shown = { ...camera, zoom };
  view.setCamera(down > 0 ? panBy(shown, kind, { x: 0, y: down }) : shown);
}

/** The camera that shows a whole box, at a zoom at which cells look alike on this screen. */
export function fitBox(
  box: Rect,
  { size, kind }: Pick<ToolView, "size" | "kind">,
  options: FitOptions = {},
): Camera {
  // Where there is no screen, as in tests, a pixel is a pixel.
  const { devicePixelRatio: even = 1 } = globalThis as { readonly devicePixelRatio?: number };
  return fit(box, size, kind, { ...options, even });
}
