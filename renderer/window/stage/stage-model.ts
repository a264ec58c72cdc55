/**
 * The stage's input and output: one open universe with its editor, tools and view. The stage owns pixels and events
 * only; the document keeps everything that outlives it (camera, selection, the state of a gesture).
 */

import type { Point } from "../../../engine/grids/grid-kind.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import type { Screen } from "../../canvas/stage-client.ts";
import type { StageLook } from "../../canvas/stage-protocol.ts";
import type { StudioDocument } from "../../document/document.ts";

/** The parts of an open universe that a stage needs. */
export type StageModel = Pick<StudioDocument, "editor" | "toolbox" | "gestures" | "view" | "universe">;

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
