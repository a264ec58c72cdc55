/** What the screen's painter is given. */

import type { Topology } from "../core/topology.ts";
import type { GridKind } from "../grids/grid-kind.ts";
import type { Camera } from "./camera.ts";
import type { StatedCells } from "./cells.ts";
import type { ScreenLook } from "./palette.ts";
import type { ViewFrame } from "./view-frame.ts";

/** Rows of pixels: each 0xAABBGGRR (the memory of an ImageData seen as words), or an index into a film's palette. */
export interface Picture<T extends Uint32Array | Uint8Array = Uint32Array> {
  readonly width: number;
  readonly height: number;
  readonly pixels: T;
}

/** One picture to be painted. All in device pixels. */
export interface PaintScene extends ScreenLook {
  /** Cells that were asked for some camera, perhaps an older one; null shows the empty plane. */
  readonly frame: ViewFrame | null;
  readonly camera: Camera;
  readonly kind: GridKind;
  readonly topology: Topology;
  /** Every n-th line is bold; 0 for none. */
  readonly boldEvery: number;
  /** The frame's cells with their ages, where these are to be seen. */
  readonly aged?: StatedCells | null;
}

/** The scene as it is now: its cells are the grid itself, or on a plane without end what of it is seen. */
export type GridScene = Omit<PaintScene, "frame">;
