/**
 * The stage's input and output: one open universe with its editor, tools and view. The stage owns pixels and events
 * only; the implementer keeps everything that outlives it (camera, selection, the state of a gesture).
 */

import type { Point } from "../../../engine/grids/grid-kind.ts";
import type { Camera, ViewSize } from "../../../engine/picture/camera.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import type { Screen } from "../../canvas/stage-client.ts";
import type { StageLook } from "../../canvas/stage-protocol.ts";
import type { Editor } from "../../editor/editor.ts";
import type { Gestures } from "../../tools/gestures.ts";
import type { ToolView } from "../../tools/tool.ts";
import type { Toolbox } from "../../tools/toolbox.ts";
import type { LiveUniverse } from "../../universe/live-universe.ts";

/** An observable view. Sizes and points are in CSS pixels. */
export interface StageView extends ToolView {
  readonly state: {
    readonly camera: Camera;
    readonly size: ViewSize;
    /** A box that a tool drags out on the screen. */
    readonly box: readonly [Point, Point] | null;
    /** The cell under the pointer, or under the keyboard's cursor. */
    readonly pointerCell: Cell | null;
  };
  setSize(size: ViewSize): void;
  setPointerCell(cell: Cell | null): void;
  /** Calls back after every change of `state`; the returned function ends that. */
  subscribe(listener: () => void): () => void;
}

export interface StageModel {
  readonly editor: Editor;
  readonly toolbox: Toolbox;
  readonly gestures: Gestures;
  readonly view: StageView;
  readonly universe: LiveUniverse;
}

export interface StageProps {
  readonly model: StageModel;
  /** The worker that draws. Another one needs another stage (a key). */
  readonly screen: Screen;
  /** The region's accessible name: "Glider, universe". */
  readonly name: string;
  /** Its keyboard help, for screen readers. */
  readonly help: string;
  readonly look: StageLook;
  /** The colours of the cells and of the overlay: an id of engine/picture/themes.ts. */
  readonly theme: string;
  /** A right click or the menu key. The point counts from the window's corner; the cell is the one there. */
  readonly onContextMenu?: (at: { readonly point: Point; readonly cell: Cell }) => void;
  /** The view has its real size for the first time. */
  readonly onReady?: () => void;
  readonly onError?: (error: unknown) => void;
  /** Gives the function that takes a picture of the view, and null when the stage goes. */
  readonly onCamera?: (image: (() => Promise<Uint8Array<ArrayBuffer> | null>) | null) => void;
  /** The flash guard begins or ceases to hold pictures back. */
  readonly onFlashLimited?: (limited: boolean) => void;
}
