/**
 * The contract of a tool: a small state machine fed with pointers, in cells and in pixels. A gesture goes from pointerDown
 * through pointerMove to pointerUp, or to `cancel`, which leaves everything as it was at pointerDown. Devices, the wheel and
 * several fingers do not concern a tool: gestures.ts gives it one gesture at a time.
 */

import type { RegistryEntry } from "../../engine/core/registry.ts";
import type { Runs } from "../../engine/core/runs.ts";
import type { Watched } from "../../engine/core/slices.ts";
import type { GridKind, Point } from "../../engine/grids/grid-kind.ts";
import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import type { Cover } from "../../engine/picture/camera-fit.ts";
import type { Cell } from "../../engine/picture/camera-moves.ts";
import type { Editor } from "../editor/editor.ts";
import type { ToolOption, ToolOptions } from "./option.ts";

export interface ToolPointer {
  readonly type: "mouse" | "pen" | "touch";
  /** From the view's top left corner, in CSS pixels. */
  readonly point: Point;
  readonly cell: Cell;
  /** The cells since the last move, this place included, oldest first. */
  readonly path: readonly Cell[];
  /** The same places as points. */
  readonly trail: readonly Point[];
  /** The other end of a pen. */
  readonly eraser: boolean;
  readonly shift: boolean;
  readonly control: boolean;
  readonly alt: boolean;
  /** 0..1; 0.5 for a device that cannot tell. */
  readonly pressure: number;
}

/** The parts of the view that a tool may see and move. Sizes and points are in CSS pixels. */
export interface ToolView {
  readonly camera: Camera;
  readonly size: ViewSize;
  readonly kind: GridKind;
  /** What lies over the view now; null while nobody can say. */
  readonly covers: (() => readonly Cover[]) | null;
  setCamera(camera: Camera): void;
  /** Shows a box on the screen during a drag; null hides it. */
  setBox(corners: readonly [Point, Point] | null): void;
}

export interface ToolContext {
  readonly editor: Editor;
  readonly view: ToolView;
  /** The tool's present options. */
  readonly options: ToolOptions;
  /** The state that it writes; 0 kills. */
  readonly ink: number;
  /** Sets what tools write from now on, where a rule has more than two states. */
  setInk(state: number): void;
  /** Switches to another tool. Errors: `not-found`. */
  activate(tool: string): void;
  /** Shows one sentence on what to do next, until something else happens or, where it is given, until that holds; null hides it. */
  hint(text: string | null, until?: () => boolean): void;
  /** The tool's own drawing (preview, footprint) has changed, and no pointer moved. */
  redraw(): void;
  /** Reports a failure that no caller awaits. */
  report(error: unknown): void;
  /** Does what changes the universe in the order of the person's requests: keys may wait. */
  inTurn<T>(work: () => T | Promise<T>): Promise<T>;
  /** Shows the progress of long work, with a way to end it. */
  watch<T>(text: string, work: (watched: Watched) => Promise<T>): Promise<T>;
}

/** CSS names. */
export type ToolCursor =
  | "crosshair"
  | "cell"
  | "copy"
  | "grab"
  | "grabbing"
  | "move"
  | "zoom-in"
  | "zoom-out"
  | "ew-resize"
  | "ns-resize"
  | "nesw-resize"
  | "nwse-resize";

/** The gesture's result, drawn over the cells while the gesture lasts. */
export interface ToolPreview {
  /** The cells to write. */
  readonly cells: Runs | null;
  /** The state that they would have; 0: they would die. Default 1. */
  readonly ink?: number;
  /** A loop drawn by hand, in drawing units from the centre of a cell; it selects the cells inside. */
  readonly loop?: { readonly origin: Cell; readonly points: readonly Point[] };
}

export interface Tool {
  readonly cursor: ToolCursor;
  readonly preview?: ToolPreview | null;
  /** The cells around cell (0, 0) that a touch would cover, where they are more than the one under the pointer. */
  readonly footprint?: Runs | null;
  /** The middles of the selection's handles, in CSS pixels of the view, while they can be taken hold of. */
  readonly handles?: readonly Point[];
  /** Whether a gesture leads from one place to another: on the keyboard one key press begins it and the next one ends it. */
  readonly drags?: boolean;
  /** Whether the view scrolls while a gesture leads past its edge. */
  readonly scrolls?: boolean;
  /** A press of the second button. Without this method it opens the menu. */
  secondary?(pointer: ToolPointer): void;
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
  /** Chords, as for commands (commands/chord.ts). */
  readonly keys: readonly string[];
  /** Other words by which people look for it, with blanks between. */
  readonly keywords?: string;
  /** What it does and how keys modify it, in one line. */
  readonly summary: string;
  /** Tools of one group stand together in the rail. */
  readonly group: number;
  readonly options?: readonly ToolOption[];
  readonly create: (context: ToolContext) => Tool;
}

/** A press that moves less than this many pixels is a click. */
export const CLICK_SLOP = 4;

export function isDrag(from: Point, to: Point): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) >= CLICK_SLOP;
}
