/** What travels between the stage and the worker that paints. */

import type { Topology } from "../../engine/core/topology.ts";
import type { Camera, ViewSize } from "../../engine/worker/camera.ts";
import type { ViewFrame } from "../../engine/worker/protocol.ts";
import type { PaintColours } from "./theme.ts";

/** Everything about a picture but its cells. Sizes and the camera are in device pixels. */
export interface Look {
  readonly camera: Camera;
  readonly size: ViewSize;
  /** A grid kind's id; the kind itself holds functions and cannot travel. */
  readonly kind: string;
  readonly topology: Topology;
  readonly colours: PaintColours;
  readonly gridLines: boolean;
  readonly ratio: number;
  /** Whether pictures that would flash too often are held back (flash-guard.ts). */
  readonly flashLimit: boolean;
}

export type PaintRequest =
  | { readonly type: "canvas"; readonly canvas: OffscreenCanvas }
  /** `frame`: new cells; undefined keeps the last ones, null shows none. */
  | { readonly type: "paint"; readonly look: Look; readonly frame?: ViewFrame | null };

export interface PaintReply {
  readonly type: "painted";
  /** Milliseconds that it took. */
  readonly took: number;
  /** Whether the picture was held back, and the one before it left on the screen. */
  readonly held: boolean;
}
