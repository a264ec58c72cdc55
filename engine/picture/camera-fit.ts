/** Cameras that show the whole of a box. */

import type { Rect } from "../core/rect.ts";
import type { GridKind, Point } from "../grids/grid-kind.ts";
import type { Camera, ViewSize } from "./camera.ts";
import type { ZoomLimits } from "./camera-moves.ts";
import { cameraAt, clampZoom, panBy, positionAt, showAt, ZOOM_LIMITS } from "./camera-moves.ts";
import { addOffsets, offsetOf } from "./exact-offset.ts";
import { latticeFrame, toLattice } from "./lattice-frame.ts";

export interface FitOptions {
  /** Share of the view that stays empty on each side; half of it beside covers. Default 0.05. */
  readonly margin?: number;
  readonly limits?: ZoomLimits;
  /** Device pixels a CSS pixel: takes a nearby zoom at which cells are alike (`evenZoom`). Default: the exact one. */
  readonly even?: number;
  /** What lies over the view. The box goes beside it where at least half of the view's width and height is left there. */
  readonly covers?: readonly Cover[];
}

/** A part of the view, from its upper left corner. */
export interface Cover {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const MARGIN = 0.05;
/** Pixels between what covers the view and the cells. */
const BESIDE = 12;

/** Below four pixels, a zoom gives way to an even one that shows cells at most this much smaller ... */
const SMALLER = 0.8;
/** ... or larger, as far as the margin allows. */
const LARGER = 1.1;
/** Pixels a cell at which all cells of a picture look alike, below four. */
const EVEN = [1, 2, 3];

/**
 * A zoom that still shows everything and draws cells alike: a whole number of device pixels a cell from four on, below that
 * one of 1, 2 and 3 pixels, and below one a power of two. Where none of those is near, the zoom stays: 1.6 pixels do not
 * become 1. `margin`: the share of the view that is empty on each side, and may be used.
 */
export function evenZoom(zoom: number, margin: number, ratio: number): number {
  const pixels = 2 ** zoom * ratio;
  if (pixels >= 4) return Math.log2(Math.floor(pixels) / ratio);
  const most = Math.min(LARGER, 1 / (1 - 2 * margin));
  const below = Math.round(zoom + Math.log2(ratio));
  const near = (even: number): boolean =>
    even - Math.log2(pixels) >= Math.log2(SMALLER) && even - Math.log2(pixels) <= Math.log2(most);
  const found = pixels > 0.9 ? EVEN.map(Math.log2).filter(near).pop() : [below].filter(near).pop();
  return found === undefined ? zoom : found - Math.log2(ratio);
}

/**
 * The camera that shows the whole box in the middle of the view, or of the part beside its covers, as large as it fits. Where
 * all covers together leave too little, the largest of them are not heeded. On hexagons the box is a parallelogram, and its
 * drawn extent counts.
 */
export function fit(bounds: Rect, size: ViewSize, kind: GridKind, options: FitOptions = {}): Camera {
  const covers = (options.covers ?? []).map(({ left, top, right, bottom }) => ({
    left: left - BESIDE,
    top: top - BESIDE,
    right: right + BESIDE,
    bottom: bottom + BESIDE,
  }));
  covers.sort((a, b) => areaOf(a) - areaOf(b));
  for (let heeded = covers.length; heeded > 0; heeded--) {
    const found = fitBeside(bounds, size, kind, options, covers.slice(0, heeded));
    if (found) return found;
  }
  return fitIn(bounds, size, kind, options);
}

function areaOf({ left, top, right, bottom }: Cover): number {
  return (right - left) * (bottom - top);
}

/** In the middle of the view where that is clear of covers; else in the part between some of them where it is largest; else null. */
function fitBeside(
  bounds: Rect,
  size: ViewSize,
  kind: GridKind,
  options: FitOptions,
  covers: readonly Cover[],
): Camera | null {
  const { margin = MARGIN, limits = ZOOM_LIMITS } = options;
  const extent = extentOf(bounds, kind);
  const whole = fitIn(bounds, size, kind, options);
  // Between a part and the covers that it ends at there is room already.
  const narrow = { ...options, margin: margin / 2, limits: { ...limits, most: whole.zoom } };
  let best: Camera | null = null;
  for (const part of partsBeside(size, covers)) {
    const free = { width: part.right - part.left, height: part.bottom - part.top };
    const isWhole = free.width === size.width && free.height === size.height;
    const camera = isWhole ? whole : fitIn(bounds, free, kind, narrow);
    if (best && best.zoom >= camera.zoom) continue;
    const pixels = 2 ** (camera.zoom + extent.scale);
    const w = Math.min(size.width, extent.width * pixels) / 2;
    const h = Math.min(size.height, extent.height * pixels) / 2;
    const [x, y] = [(part.left + part.right) / 2, (part.top + part.bottom) / 2];
    const isClear = covers.every(
      (cover) => cover.right <= x - w || cover.left >= x + w || cover.bottom <= y - h || cover.top >= y + h,
    );
    if (isClear) best = panBy(camera, kind, { x: x - size.width / 2, y: y - size.height / 2 });
  }
  return best;
}

/** The view, and its parts that begin and end at covers, of at least half its width and height. */
function partsBeside({ width, height }: ViewSize, covers: readonly Cover[]): Cover[] {
  const spans = (all: number, from: readonly number[], to: readonly number[]): [number, number][] =>
    [0, ...from].flatMap((start) =>
      [all, ...to]
        .filter((end) => start >= 0 && end <= all && end - start >= all / 2)
        .map((end): [number, number] => [start, end]),
    );
  const across = spans(
    width,
    covers.map((cover) => cover.right),
    covers.map((cover) => cover.left),
  );
  const down = spans(
    height,
    covers.map((cover) => cover.bottom),
    covers.map((cover) => cover.top),
  );
  return across.flatMap(([left, right]) => down.map(([top, bottom]) => ({ left, right, top, bottom })));
}

/** The drawn size of a box: in cells, times 2 ^ scale. */
function extentOf(
  bounds: Rect,
  kind: GridKind,
): { readonly width: number; readonly height: number; readonly scale: number } {
  const { alongX, alongY, cell } = latticeFrame(kind);
  // Doubles end at 2^1024 and are exact to 2^53: for larger boxes the first 60 bits decide.
  const longest = bounds.w > bounds.h ? bounds.w : bounds.h;
  const scale = Math.max(0, longest.toString(2).length - 60);
  const w = Math.max(0, Number(bounds.w >> BigInt(scale)) - 1);
  const h = Math.max(0, Number(bounds.h >> BigInt(scale)) - 1);
  const width = Math.abs(alongX.x) * w + Math.abs(alongY.x) * h + cell.x;
  const height = Math.abs(alongX.y) * w + Math.abs(alongY.y) * h + cell.y;
  return { width, height, scale };
}

function fitIn(bounds: Rect, size: ViewSize, kind: GridKind, options: FitOptions): Camera {
  const { margin = MARGIN, limits = ZOOM_LIMITS, even } = options;
  const { centre } = latticeFrame(kind);
  const { width, height, scale } = extentOf(bounds, kind);
  const room = 1 - 2 * margin;
  const zoom =
    Math.min(Math.log2((size.width * room) / width), Math.log2((size.height * room) / height)) - scale;
  // Half way between the centres of the first and the last cell.
  const toCentre = toLattice(latticeFrame(kind), centre);
  const half = (start: bigint, length: bigint, more: number): { whole: bigint; part: number } => {
    const twice = 2n * start + length - 1n;
    return addOffsets({ whole: twice >> 1n, part: twice & 1n ? 0.5 : 0 }, offsetOf(more));
  };
  const middle = {
    x: half(bounds.x, bounds.w, toCentre.x),
    y: half(bounds.y, bounds.h, toCentre.y),
  };
  return cameraAt(middle, clampZoom(even ? evenZoom(zoom, margin, even) : zoom, limits), kind);
}

/** The camera for which the part of the screen between two points fills the view. */
export function fitScreenBox(
  camera: Camera,
  size: ViewSize,
  kind: GridKind,
  [a, b]: readonly [Point, Point],
  limits: ZoomLimits = ZOOM_LIMITS,
): Camera {
  const width = Math.max(1, Math.abs(a.x - b.x));
  const height = Math.max(1, Math.abs(a.y - b.y));
  const change = Math.log2(Math.min(size.width / width, size.height / height));
  const middle = positionAt(camera, size, kind, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const centre = { x: size.width / 2, y: size.height / 2 };
  return showAt(middle, centre, camera.zoom + change, size, kind, limits);
}
