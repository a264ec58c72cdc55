/**
 * Describes the pictures of painter.ts for a GPU that draws a universe in place. This file uses the painter's
 * functions to compute everything that a picture, a column or a row needs once; shaders/draw does the rest. Both must
 * look the same, since a universe may move from one to the other before a person's eyes.
 */

import { floorDiv } from "../core/integers.ts";
import { gridHeight, gridLeft, gridTop, gridWidth } from "../core/topology.ts";
import { pointsUp } from "../grids/grid-kind.ts";
import type { ViewSize } from "./camera.ts";
import { cellsInView, rasterForView, rasterScale } from "./camera.ts";
import { FLOOR } from "./density.ts";
import { densityLayout } from "./density-layout.ts";
import type { CellPicture, DensityPicture, PlaneWindow, ShapePicture, SquarePicture } from "./drawing.ts";
import { PLANE_TILE } from "./drawing.ts";
import { hexIconPlaces } from "./icon-hexagons.ts";
import type { CellSpan } from "./icon-squares.ts";
import { sharpSpans } from "./icon-squares.ts";
import { latticeFrame } from "./lattice-frame.ts";
import { boldPhase, EDGE, GROUND, gridSpan, OUTSIDE } from "./layers.ts";
import type { ScreenPalette } from "./palette.ts";
import { screenPalette } from "./palette.ts";
import type { GridScene } from "./scene.ts";
import { samplesAt, screenSquares, seamRim } from "./screen-style.ts";
import type { SquareLayout } from "./squares.ts";
import { viewOfCamera } from "./view.ts";

export function gpuPicture(size: ViewSize, scene: GridScene): CellPicture {
  const palette = screenPalette(scene, 2 ** scene.camera.zoom, false);
  if (scene.camera.zoom < 0) return densityPicture(size, scene, palette);
  if (scene.kind.shape === "square") return squarePicture(size, scene, palette);
  return shapePicture(size, scene, palette);
}

function squarePicture(size: ViewSize, scene: GridScene, palette: ScreenPalette): SquarePicture {
  const { topology } = scene;
  const window = windowOf(size, scene);
  const grid = window
    ? { x: window.x, y: window.y, w: window.columns, h: window.rows }
    : {
        x: BigInt(gridLeft(topology)),
        y: BigInt(gridTop(topology)),
        w: gridWidth(topology),
        h: gridHeight(topology),
      };
  const layout = screenSquares(size, scene, grid);
  const { across, down, corner, radius } = layout;
  return {
    kind: "squares",
    ...sizeOf(size),
    window,
    ...coloursOf(scene, palette),
    across,
    down,
    corner,
    radius,
    icons: squareIcons(layout, scene),
  };
}

function squareIcons(
  { across, down, unit }: SquareLayout,
  { icons, colours }: GridScene,
): SquarePicture["icons"] {
  const columns = icons && sharpSpans(across, unit);
  const rows = icons && sharpSpans(down, unit);
  if (!icons || !columns || !rows) return null;
  const [widths, heights] = [sizesOf(columns), sizesOf(rows)];
  return {
    across: placesOf(columns, widths, across.cell.length),
    down: placesOf(rows, heights, down.cell.length),
    sheet: icons.sheet(widths, heights, colours.states?.length ?? 1),
  };
}

function sizesOf(spans: readonly CellSpan[]): readonly number[] {
  return [...new Set(spans.map(({ size }) => size))].sort((a, b) => a - b);
}

function placesOf(spans: readonly CellSpan[], sizes: readonly number[], pixels: number): Uint32Array {
  const places = new Uint32Array(pixels);
  for (const { from, to, start, size } of spans)
    for (let i = from; i < to; i++) places[i] = (sizes.indexOf(size) + 1) | ((i - start) << 8);
  return places;
}

function shapePicture(viewSize: ViewSize, scene: GridScene, palette: ScreenPalette): ShapePicture {
  const { camera, kind, ratio, topology, boldEvery } = scene;
  const size = 2 ** camera.zoom;
  const span = gridSpan(topology, camera);
  const window = windowOf(viewSize, scene);
  const rim = seamRim(kind, size, ratio);
  const phaseX = boldPhase(camera.x, boldEvery);
  const phaseY = boldPhase(camera.y, boldEvery);
  const { icons, colours } = scene;
  const places =
    icons && rim !== null && kind.shape === "hexagon"
      ? hexIconPlaces(viewOfCamera(camera, viewSize, kind), viewSize, 2 * rim)
      : null;
  return {
    kind: kind.shape === "triangle" ? "triangles" : "hexagons",
    ...sizeOf(viewSize),
    window,
    ...coloursOf(scene, palette),
    size,
    dx: camera.dx,
    dy: camera.dy,
    left: near(window ? Number(window.x - camera.x) : span.left),
    top: near(window ? Number(window.y - camera.y) : span.top),
    row: latticeFrame(kind).alongY.y,
    up: pointsUp(kind, camera),
    seam: rim === null ? null : { rim, boldEvery, phaseX, phaseY, dead: palette.dead },
    samples: samplesAt(size),
    icons:
      icons && places
        ? { ...places, sheet: icons.sheet([places.size], [places.size], colours.states?.length ?? 1) }
        : null,
  };
}

/** Beyond this scale the whole grid is less than a pixel, whatever its squares are. */
const MOST_SCALE = 24;

function densityPicture(viewSize: ViewSize, scene: GridScene, palette: ScreenPalette): DensityPicture {
  const { width, height } = viewSize;
  const { camera } = scene;
  const { scale, x, y, window } = squaresSeen(viewSize, scene);
  // Square (0, 0) from the camera's cell, and pixels from there on.
  const [left, top] = [Number(x.begin - camera.x), Number(y.begin - camera.y)];
  const place = { left, top, size: 2 ** scale, alike: true };
  const view = viewOfCamera(camera, viewSize, scene.kind);
  const span = gridSpan(scene.topology, camera);
  const { columns, area, rim, ...ends } = densityLayout(viewSize, view, place, span);
  const whole = (places: Float64Array): Int32Array => Int32Array.from(places, near);
  const rows = {
    from: whole(ends.from),
    to: whole(ends.to),
    left: whole(ends.left),
    right: whole(ends.right),
  };
  const firstRow = clamp(rows.from[0] as number, 0, y.count);
  const endRow = clamp(rows.to[height - 1] as number, firstRow, y.count);
  const starts = new Int32Array(endRow - firstRow);
  const cuts = columns.cuts.map((each) => Int32Array.from(each, near)) as [Int32Array, Int32Array];
  let [firstColumn, endColumn] = [x.count, 0];
  for (let k = 0; k < starts.length; k++) {
    const row = firstRow + k;
    const start = near(columns.startOf(row));
    const cut = cuts[(row & 1) as 0 | 1];
    starts[k] = start;
    firstColumn = Math.min(firstColumn, start + (cut[0] as number));
    endColumn = Math.max(endColumn, start + (cut[width] as number) + 1);
  }
  firstColumn = clamp(firstColumn, 0, x.count);
  endColumn = clamp(endColumn, firstColumn, x.count);
  return {
    kind: "density",
    ...sizeOf(viewSize),
    window: window && {
      x: window.x + (BigInt(firstColumn) << BigInt(scale)),
      y: window.y + (BigInt(firstRow) << BigInt(scale)),
      columns: endColumn - firstColumn,
      rows: endRow - firstRow,
    },
    ...coloursOf(scene, palette),
    scale,
    originX: x.origin,
    originY: y.origin,
    firstColumn,
    endColumn,
    firstRow,
    endRow,
    starts,
    cuts,
    ...rows,
    rim,
    area,
    ground: GROUND,
    edge: EDGE,
    outside: OUTSIDE,
    floor: FLOOR,
  };
}

/** Of more than two states the palette has a slot for each, in their order. */
function coloursOf(
  { colours }: GridScene,
  { live, bySlot }: ScreenPalette,
): Pick<CellPicture, "live" | "states"> {
  return { live, states: colours.states ? bySlot.slice(1) : null };
}

/** On an unbounded plane the visible cells, and those around them up to whole tiles. */
function windowOf(size: ViewSize, { camera, kind, topology }: GridScene): PlaneWindow | null {
  if (topology.kind !== "unbounded") return null;
  const box = cellsInView(camera, size, kind);
  const tile = BigInt(PLANE_TILE);
  // Beyond a visible cell lies another cell, and no edge.
  const x = floorDiv(box.x - 1n, tile) * tile;
  const y = floorDiv(box.y - 1n, tile) * tile;
  const upTo = (end: bigint): number => Number((floorDiv(end, tile) + 1n) * tile);
  return { x, y, columns: upTo(box.x + box.w + 1n - x), rows: upTo(box.y + box.h + 1n - y) };
}

interface SquareSpan {
  readonly begin: bigint;
  readonly origin: number;
  readonly count: number;
}

/** All squares of the grid; on a plane those of the raster that shows the view. */
function squaresSeen(
  size: ViewSize,
  { camera, kind, topology }: GridScene,
): {
  readonly scale: number;
  readonly x: SquareSpan;
  readonly y: SquareSpan;
  readonly window: Pick<PlaneWindow, "x" | "y"> | null;
} {
  const seen = topology.kind === "unbounded" ? rasterForView(camera, size, kind) : null;
  if (seen) {
    const side = 1n << BigInt(seen.scale);
    const x = floorDiv(seen.x, side) * side;
    const y = floorDiv(seen.y, side) * side;
    return {
      scale: seen.scale,
      x: { begin: x, origin: 0, count: seen.width },
      y: { begin: y, origin: 0, count: seen.height },
      window: { x, y },
    };
  }
  const scale = Math.min(MOST_SCALE, rasterScale(camera.zoom, kind));
  return {
    scale,
    x: squaresOf(gridLeft(topology), gridWidth(topology), scale),
    y: squaresOf(gridTop(topology), gridHeight(topology), scale),
    window: null,
  };
}

/** The squares over one axis of the grid; like those of every raster, they begin on multiples of their side. */
function squaresOf(first: number, cells: number, scale: number): SquareSpan {
  const side = 1n << BigInt(scale);
  const begin = floorDiv(BigInt(first), side) * side;
  const end = BigInt(first + cells);
  return {
    begin,
    origin: Number(begin - BigInt(first)),
    count: Number((end - begin + side - 1n) / side),
  };
}

/** Cells further away are invisible, and 32 bits have to hold the sum of two such places. */
const FAR = 2 ** 30 - 1;

function near(place: number): number {
  return clamp(place, -FAR, FAR);
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

function sizeOf({ width, height }: ViewSize): ViewSize {
  return { width, height };
}
