/** What a painter is given, and what it works out once a picture. */

import type { Topology } from "../../engine/core/topology.ts";
import { gridHeight, gridLeft, gridTop, gridWidth } from "../../engine/core/topology.ts";
import type { GridKind } from "../../engine/grids/grid-kind.ts";
import type { Camera } from "../../engine/worker/camera.ts";
import type { ViewFrame } from "../../engine/worker/protocol.ts";
import type { PaintColours, Pixel } from "./theme.ts";
import { mix } from "./theme.ts";

/** Rows of pixels, each 0xAABBGGRR (the memory of an ImageData seen as words). */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
}

/** One picture to be painted. All in device pixels. */
export interface PaintScene {
  /** Cells that were asked for some camera, perhaps an older one; null shows the empty plane. */
  readonly frame: ViewFrame | null;
  readonly camera: Camera;
  readonly kind: GridKind;
  readonly topology: Topology;
  readonly colours: PaintColours;
  readonly gridLines: boolean;
  /** Device pixels a CSS pixel. */
  readonly ratio: number;
}

/** The grid's first cell and the one past its last, counted from the camera's cell; infinite where it has no end. */
export interface GridSpan {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function gridSpan(topology: Topology, camera: Camera): GridSpan {
  const width = gridWidth(topology);
  const height = gridHeight(topology);
  const left = Number(BigInt(gridLeft(topology)) - camera.x);
  const top = Number(BigInt(gridTop(topology)) - camera.y);
  return {
    left: width > 0 ? left : Number.NEGATIVE_INFINITY,
    right: width > 0 ? left + width : Number.POSITIVE_INFINITY,
    top: height > 0 ? top : Number.NEGATIVE_INFINITY,
    bottom: height > 0 ? top + height : Number.POSITIVE_INFINITY,
  };
}

/** What lies under the cells at a pixel. A higher one wins where a column and a row meet. */
export const GROUND = 0;
export const LINE = 1;
export const LINE_10 = 2;
export const EDGE = 3;
export const OUTSIDE = 4;
const LAYERS = 5;

/** Coverage is counted in 256ths. */
export const FULL = 256;

/** Colours ready to be looked up: row `layer`, entry `coverage` is so much of the cell over that layer. */
export interface Palette {
  readonly live: Uint32Array;
  /** The ground over a layer: what the inside of a dead hexagon is to its seam. */
  readonly dead: Uint32Array;
}

/** Grid lines fade in between these sizes of a cell in CSS pixels; the bold ones are there first. */
const LINES_FROM = 5;
const LINES_FULL = 10;
const BOLD_FROM = 3;
const BOLD_FULL = 6;

export function paletteOf({ colours, gridLines, camera, ratio }: Omit<PaintScene, "frame">): Palette {
  const size = 2 ** camera.zoom / ratio;
  const thin = gridLines ? ramp(size, LINES_FROM, LINES_FULL) : 0;
  const bold = gridLines ? ramp(size, BOLD_FROM, BOLD_FULL) : 0;
  const bases: Pixel[] = [];
  bases[GROUND] = colours.ground;
  bases[LINE] = mix(colours.ground, colours.grid, thin);
  bases[LINE_10] = mix(colours.ground, colours.grid10, bold);
  bases[EDGE] = colours.edge;
  bases[OUTSIDE] = colours.outside;
  const live = new Uint32Array(LAYERS * (FULL + 1));
  const dead = new Uint32Array(LAYERS * (FULL + 1));
  for (let layer = 0; layer < LAYERS; layer++) {
    for (let share = 0; share <= FULL; share++) {
      const at = layer * (FULL + 1) + share;
      const inside = layer === OUTSIDE ? colours.outside : colours.ground;
      live[at] = mix(bases[layer] as Pixel, colours.cell, share / FULL);
      dead[at] = mix(bases[layer] as Pixel, inside, share / FULL);
    }
  }
  return { live, dead };
}

/** 0 up to `from`, 1 from `to` on, straight between. */
export function ramp(value: number, from: number, to: number): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)));
}

/** The space between cells in pixels: none for small ones, one CSS pixel for those of 8 and more. */
export function gapOf(pixelsPerCell: number, ratio: number): number {
  return ratio * ramp(pixelsPerCell / ratio, 4, 8);
}

/** cell mod 10 of the camera's cell, so that bold lines stay where they are however far one goes. */
export function phase10(cell: bigint): number {
  return Number(((cell % 10n) + 10n) % 10n);
}
