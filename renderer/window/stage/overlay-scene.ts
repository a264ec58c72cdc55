import type { GridKind, Point } from "../../../engine/grids/grid-kind.ts";
import type { Camera, ViewSize } from "../../../engine/picture/camera.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import type { EditorState } from "../../editor/editor-state.ts";
import type { Tool } from "../../tools/tool.ts";

/** The overlay's canvas: one of the window, or one of a test. */
export type OverlayContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export interface OverlayColours {
  readonly accent: string;
  readonly ground: string;
  readonly ink: string;
  /** Of cells in state 1, 2 and so on, where the rule has more than two. */
  readonly states?: readonly string[];
}

/** The parts over the cells: selection, paste, the tool's preview, the cursor. */
export interface OverlayScene {
  readonly camera: Camera;
  readonly size: ViewSize;
  readonly kind: GridKind;
  readonly editor: Pick<EditorState, "selection" | "draft" | "pending">;
  /** The active tool's preview. */
  readonly tool: Pick<Tool, "preview" | "footprint" | "handles">;
  /** A box on the screen that a tool drags out. */
  readonly box: readonly [Point, Point] | null;
  /** The cell under the pointer or the keyboard's cursor. */
  readonly cursor: Cell | null;
  /** Whether the keyboard moves the cursor; it is then drawn more clearly. */
  readonly keyboard: boolean;
  readonly colours: OverlayColours;
}
