import { gridRect } from "../../engine/core/topology.ts";
import { fit } from "../../engine/picture/camera-fit.ts";
import { cameraOn } from "../../engine/picture/camera-moves.ts";
import type { Editor } from "../editor/editor.ts";
import type { ToolView } from "../tools/tool.ts";

/** The view's middle on an empty plane. */
const ORIGIN = { x: 0n, y: 0n };
/** 16 pixels per cell. */
export const EMPTY_ZOOM = 4;
const ROOMY = { margin: 0.12 };
const ROOMY_ZOOM = 5;

/**
 * Shows every cell, or the whole grid where none lives. `roomy`: leaves more space around them, and enlarges a handful
 * of cells less than the view would allow.
 */
export async function fitAll(editor: Editor, view: ToolView, { roomy = false } = {}): Promise<void> {
  const box = (await editor.bounds()) ?? gridRect(editor.state.topology);
  const { size, kind } = view;
  const camera = box ? fit(box, size, kind, roomy ? ROOMY : {}) : cameraOn(ORIGIN, EMPTY_ZOOM, kind);
  view.setCamera(roomy ? { ...camera, zoom: Math.min(camera.zoom, ROOMY_ZOOM) } : camera);
}
