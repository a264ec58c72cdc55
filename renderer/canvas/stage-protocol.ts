/**
 * The messages between the window and the worker that draws. A *stage* is a pair of canvases on top of each other, of which one
 * is visible: a canvas takes only one kind of context, and universes on the CPU are painted while those on the GPU are drawn. A
 * stage follows a universe; the window sends its look and says when something moved, and cells never pass through it.
 */

import type { Topology } from "../../engine/core/topology.ts";
import type { WireError } from "../../engine/core/wire-error.ts";
import type { Camera, ViewSize } from "../../engine/picture/camera.ts";
import type { PaintColours } from "../../engine/picture/colours.ts";
import type { StateIcons } from "../../engine/rules/rule.ts";
import type { UniverseHandle } from "../../engine/worker/protocol/universe.ts";
import type { Verb } from "../../engine/worker/rpc.ts";

/** The options for the look of cells, beside their colours. */
export interface StageLook {
  readonly gridLines: boolean;
  /** Every n-th line is bold; 0 for none. */
  readonly boldEvery: number;
  /** Whether a cell's colour shows how many displayed steps it has lived (cell-ages.ts). */
  readonly ages: boolean;
  /** Whether cells that have died fade away, with ages. */
  readonly trail: boolean;
  /** Whether cells show the pictures of their states, where the rule brings some. */
  readonly icons: boolean;
  /** Whether to hold back pictures that would flash too often (flash-guard.ts). */
  readonly flashLimit: boolean;
}

/** Everything about a picture but its cells. Sizes and the camera are in device pixels. */
export interface Look extends Omit<StageLook, "icons"> {
  readonly camera: Camera;
  readonly size: ViewSize;
  /** A grid kind's id; the kind itself holds functions and cannot travel. */
  readonly kind: string;
  readonly topology: Topology;
  readonly colours: PaintColours;
  readonly ratio: number;
}

/** The visible one of a stage's canvases. */
export type Surface = "cells" | "gpu";

export type StageNews =
  /** A `show` is done; null: there was nothing to show yet. */
  | { readonly type: "painted"; readonly surface: Surface | null }
  /** The flash guard has begun to hold pictures back, or has stopped. */
  | { readonly type: "held"; readonly held: boolean }
  /** The cells that a stale `show` asked for are on the screen; null: they are not available. */
  | { readonly type: "cells"; readonly turn: number; readonly generation: bigint | null }
  /** The universe of that turn cannot be shown. */
  | { readonly type: "trouble"; readonly turn: number; readonly error: WireError };

/** The window numbers its stages. */
interface OfStage {
  readonly stage: number;
}

export interface StageProtocol {
  /** Takes two canvases for good and draws on them until the call is cancelled; reports events. */
  readonly openStage: Verb<
    OfStage & { readonly cells: OffscreenCanvas; readonly gpu: OffscreenCanvas },
    void,
    StageNews
  >;
  readonly follow: Verb<Followed & OfStage, void>;
  /**
   * Reports `painted` when done. `look`: null stands for the last one. `stale`: the cells, or the visible part, may have changed.
   */
  readonly show: Verb<OfStage & { readonly look: Look | null; readonly stale: boolean }, void>;
  /** The pictures of states that the stage shows from now on, in the pictures that follow; null for none. */
  readonly icons: Verb<OfStage & { readonly icons: readonly StateIcons[] | null }, void>;
  /** The present picture, as a PNG; null: there is none. */
  readonly image: Verb<OfStage, Uint8Array<ArrayBuffer> | null>;
}

/** The universe that a stage shows from now on. */
export interface Followed {
  /** Counts the universes that the stage has followed, to recognise late news of an earlier one. */
  readonly turn: number;
  readonly universe: UniverseHandle;
  /** Leads to the worker that holds the universe; null when it is the one that draws. */
  readonly port: MessagePort | null;
}
