/** What a painter is given, and what it works out once a picture. */

import type { Topology } from "../core/topology.ts";
import { gridHeight, gridLeft, gridTop, gridWidth } from "../core/topology.ts";
import type { GridKind } from "../grids/grid-kind.ts";
import type { Camera } from "./camera.ts";
import type { AgedCells } from "./cell-ages.ts";
import { looksOf } from "./cell-ages.ts";
import type { PaintColours, Pixel } from "./colours.ts";
import { mix } from "./colours.ts";
import type { ViewFrame } from "./view-frame.ts";

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
  /** Every n-th line is bold; 0 for none. */
  readonly boldEvery: number;
  /** Device pixels a CSS pixel. */
  readonly ratio: number;
  /** The frame's cells with their ages, where these are to be seen. */
  readonly aged?: AgedCells | null;
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
export const LINE_BOLD = 2;
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
  /** The same as `live` for each state of a cell (cell-ages.ts); null for what shows nothing. Empty where ages are not seen. */
  readonly byState: readonly (Uint32Array | null)[];
}

/** Grid lines fade in between these sizes of a cell in CSS pixels; the bold ones are there first. */
const LINES_FROM = 5;
const LINES_FULL = 10;
const BOLD_FROM = 3;
const BOLD_FULL = 6;

export function paletteOf({ colours, gridLines, camera, ratio, aged }: Omit<PaintScene, "frame">): Palette {
  const size = 2 ** camera.zoom / ratio;
  const thin = gridLines ? ramp(size, LINES_FROM, LINES_FULL) : 0;
  const bold = gridLines ? ramp(size, BOLD_FROM, BOLD_FULL) : 0;
  const bases: Pixel[] = [];
  bases[GROUND] = colours.ground;
  bases[LINE] = mix(colours.ground, colours.grid, thin);
  bases[LINE_BOLD] = mix(colours.ground, colours.grid10, bold);
  bases[EDGE] = colours.edge;
  bases[OUTSIDE] = colours.outside;
  const over = (cell: Pixel): Uint32Array => layered(bases, () => cell);
  const live = over(colours.cell);
  const dead = layered(bases, (layer) => (layer === OUTSIDE ? colours.outside : colours.ground));
  return { live, dead, byState: aged ? aging(colours, bases, over) : [] };
}

function layered(bases: readonly Pixel[], cellOver: (layer: number) => Pixel): Uint32Array {
  const table = new Uint32Array(LAYERS * (FULL + 1));
  for (let layer = 0; layer < LAYERS; layer++) {
    const [base, cell] = [bases[layer] as Pixel, cellOver(layer)];
    for (let share = 0; share <= FULL; share++) {
      table[layer * (FULL + 1) + share] = mix(base, cell, share / FULL);
    }
  }
  return table;
}

/** How much of the oldest cells' colour a cell has that died in the last step. */
const TRAIL_STRENGTH = 0.55;
/** Many tables, and the same from picture to picture: those of the last are kept. */
let kept: { readonly key: string; readonly byState: readonly (Uint32Array | null)[] } | null = null;

function aging(
  { ages, ground }: PaintColours,
  bases: readonly Pixel[],
  over: (cell: Pixel) => Uint32Array,
): readonly (Uint32Array | null)[] {
  const key = [...ages, ...bases].join();
  if (kept?.key === key) return kept.byState;
  const known = new Map<Pixel, Uint32Array>();
  const byState = Array.from({ length: 256 }, (_, state) => {
    const looks = looksOf(state);
    if (!looks) return null;
    const oldest = ages[ages.length - 1] as Pixel;
    const colour =
      "age" in looks ? (ages[looks.age] as Pixel) : mix(ground, oldest, TRAIL_STRENGTH * looks.fresh);
    const table = known.get(colour) ?? over(colour);
    known.set(colour, table);
    return table;
  });
  kept = { key, byState };
  return byState;
}

/** 0 up to `from`, 1 from `to` on, straight between. */
function ramp(value: number, from: number, to: number): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)));
}

/** The space between cells in pixels: none for small ones, one CSS pixel for those of 8 and more. */
export function gapOf(pixelsPerCell: number, ratio: number): number {
  return ratio * ramp(pixelsPerCell / ratio, 4, 8);
}

/** cell mod `every` of the camera's cell, so that bold lines stay where they are however far one goes. */
export function boldPhase(cell: bigint, every: number): number {
  if (every < 1) return 0;
  const period = BigInt(every);
  return Number(((cell % period) + period) % period);
}

/** Whether the line before a cell (counted from the camera's, whose phase is given) is a bold one. */
export function isBold(cell: number, phase: number, every: number): boolean {
  return every > 0 && (cell + phase) % every === 0;
}
