/**
 * The contract of a tool: a small state machine fed with pointers, in cells and in pixels. A gesture goes from
 * pointerDown over pointerMove to pointerUp, or to `cancel`, which leaves everything as it was at pointerDown. Which
 * pointer, wheel and fingers are none of a tool's business: gestures.ts gives it one gesture at a time.
 */

import type { RegistryEntry } from "../../engine/core/registry.ts";
import type { GridKind, Point } from "../../engine/grids/grid-kind.ts";
import type { Camera, ViewSize } from "../../engine/worker/camera.ts";
import type { Cell } from "../canvas/camera.ts";
import type { Editor } from "../editor/editor.ts";

export interface ToolPointer {
  readonly type: "mouse" | "pen" | "touch";
  /** From the view's top left corner, in CSS pixels. */
  readonly point: Point;
  readonly cell: Cell;
  /** Where it has been since the last move, this place included, oldest first. */
  readonly path: readonly Cell[];
  /** The other end of a pen. */
  readonly eraser: boolean;
  readonly shift: boolean;
  readonly control: boolean;
  readonly alt: boolean;
  /** 0..1; 0.5 for what cannot tell. */
  readonly pressure: number;
}

/** What of the view a tool may see and move. Sizes and points are in CSS pixels. */
export interface ToolView {
  readonly camera: Camera;
  readonly size: ViewSize;
  readonly kind: GridKind;
  setCamera(camera: Camera): void;
  /** A box on the screen that is being dragged out; null when it is not any more. */
  setBox(corners: readonly [Point, Point] | null): void;
}

export interface ToolContext {
  readonly editor: Editor;
  readonly view: ToolView;
  /** Makes another tool the present one. Errors: `not-found`. */
  activate(tool: string): void;
  /** One sentence on what to do next; null takes it away. */
  hint(text: string | null): void;
  /** What went wrong with nobody waiting. */
  report(error: unknown): void;
}

/** CSS names. */
export type ToolCursor = "crosshair" | "cell" | "grab" | "grabbing" | "zoom-in" | "zoom-out" | "move";

export interface Tool {
  /** The state's name, `idle` between gestures. */
  readonly state: string;
  readonly cursor: ToolCursor;
  pointerDown(pointer: ToolPointer): void;
  /** Also called between gestures, while nothing is pressed. */
  pointerMove(pointer: ToolPointer): void;
  pointerUp(pointer: ToolPointer): void;
  /** Ends the gesture as if it had not begun. */
  cancel(): void;
}

export interface ToolDescriptor extends RegistryEntry {
  /** Name of an icon in the icon set (Lucide). */
  readonly icon: string;
  /** Chords, as commands have them (commands/chord.ts). */
  readonly keys: readonly string[];
  /** What it does and what keys change about it, as one line. */
  readonly summary: string;
  readonly create: (context: ToolContext) => Tool;
}

/** A press that moves less than this many pixels is a click. */
export const CLICK_SLOP = 4;

export function isDrag(from: Point, to: Point): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) >= CLICK_SLOP;
}
