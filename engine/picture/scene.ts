/** The input of the screen's painter. */

import type { Topology } from "../core/topology.ts";
import type { GridKind } from "../grids/grid-kind.ts";
import type { Camera } from "./camera.ts";
import type { CellIcons } from "./cell-icons.ts";
import type { PaintedCells } from "./cells.ts";
import type { ScreenLook } from "./palette.ts";
import type { ViewFrame } from "./view-frame.ts";

/** Rows of pixels: each 0xAABBGGRR (the memory of an ImageData seen as words), or an index into a film's palette. */
export interface Picture<T extends Uint32Array | Uint8Array = Uint32Array> {
  readonly width: number;
  readonly height: number;
  readonly pixels: T;
}

/** One picture to paint. All sizes are in device pixels. */
export interface PaintScene extends ScreenLook {
  /** Cells read for some camera, perhaps an older one; null shows the empty plane. */
  readonly frame: ViewFrame | null;
  readonly camera: Camera;
  readonly kind: GridKind;
  readonly topology: Topology;
  /** Every n-th line is bold; 0 for none. */
  readonly boldEvery: number;
  /** The frame's cells a byte each: with their ages, where these are shown, or in the states of a rule of more than two. */
  readonly stated?: PaintedCells | null;
  /** Pictures of the rule's states, for cells that have room for them. */
  readonly icons?: CellIcons | null;
}

/** The scene without cells: they come from the grid itself, or on an unbounded plane from the visible part of it. */
export type GridScene = Omit<PaintScene, "frame">;
