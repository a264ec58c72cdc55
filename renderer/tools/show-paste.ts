import { intersectRects } from "../../engine/core/rect.ts";
import { fit } from "../../engine/picture/camera-fit.ts";
import { pointOfCell, positionAt, showAt, visibleCells } from "../../engine/picture/camera-moves.ts";
import type { Editor } from "../editor/editor.ts";
import type { ToolView } from "./tool.ts";

/**
 * Brings the floating paste into view: zooms out around the cell that holds it if the paste is larger than the view, and moves
 * the view if the paste lies outside. A paste that is visible enough leaves the view as it is.
 */
export function showPaste(editor: Editor, view: ToolView, { mayZoom = true } = {}): void {
  const { pending } = editor.state;
  if (!pending) return;
  const { box } = pending.region;
  const { camera, size, kind } = view;
  const whole = fit(box, size, kind);
  let shown = camera;
  if (mayZoom && whole.zoom < camera.zoom) {
    const held = pointOfCell(camera, size, kind, pending.at);
    const inView = held.x >= 0 && held.y >= 0 && held.x <= size.width && held.y <= size.height;
    shown = inView ? showAt(positionAt(camera, size, kind, held), held, whole.zoom, size, kind) : whole;
  }
  if (!intersectRects(visibleCells(shown, size, kind), box))
    shown = whole.zoom < shown.zoom ? whole : { ...whole, zoom: shown.zoom };
  if (shown !== camera) view.setCamera(shown);
}
