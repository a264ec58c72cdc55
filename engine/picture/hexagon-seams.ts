/**
 * Hexagons on the screen: the large ones with a seam between them, the others sampled (hexagons.ts).
 *
 * A line of pixels is a sequence of stretches, one per cell, whose ends are known beforehand (hexagon-lines.ts), so
 * no pixel has to look up its hexagon. Within its stretch a cell looks the same to the left and to the right of its
 * centre. Along one of the directions of its six neighbours a hexagon is one unit wide, so its distance from the rim
 * is a half less the largest of the three distances from its centre. On a line at height d (measured along a slanted
 * direction) these are |x| and |x|/2 + |d|. Solved for x, that gives the part of the stretch that is wholly inside,
 * which is filled; only the few pixels at its ends are computed one by one. The seam is softened over one pixel; the
 * grid's lines run in it.
 */

import { blockStride } from "../core/block.ts";
import type { ViewSize } from "./camera.ts";
import type { PaintedCells } from "./cells.ts";
import type { PicturePlace } from "./hexagon-lines.ts";
import { HEX_ROW, HEX_TIP } from "./hexagon-lines.ts";
import type { HexSampling, LayersOf } from "./hexagons.ts";
import { paintSampledHexagons } from "./hexagons.ts";
import type { GridSpan } from "./layers.ts";
import { boldPhase, EDGE, GROUND, gridSpan, isBold, LINE, LINE_BOLD, OUTSIDE } from "./layers.ts";
import type { ScreenPalette } from "./palette.ts";
import { FULL, gapOf } from "./palette.ts";
import type { GridScene, Picture } from "./scene.ts";

/** Cells of this size and more, in CSS pixels, have a seam. */
export const SEAM_FROM = 6;

export const NO_CELLS: PaintedCells = { x: 0n, y: 0n, w: 0, h: 0, words: new Uint32Array(0) };

export function paintHexagons(
  picture: Picture,
  scene: GridScene,
  cells: PaintedCells | null,
  palette: ScreenPalette,
): void {
  const size = 2 ** scene.camera.zoom;
  if (size / scene.ratio >= SEAM_FROM) paintSeamed(picture, scene, cells ?? NO_CELLS, palette, size);
  else paintSampledHexagons(picture, screenSampling(picture, scene), cells ?? NO_CELLS, palette);
}

/** How small hexagons are sampled on the screen. */
function screenSampling({ width, height }: ViewSize, { camera, topology }: GridScene): HexSampling {
  const zoom = 2 ** camera.zoom;
  const samples = samplesAt(zoom);
  const left = camera.dx - width / 2 / zoom;
  const top = camera.dy - height / 2 / zoom;
  const place = { x: camera.x, y: camera.y, left, top, zoom };
  const span = gridSpan(topology, camera);
  const bounded = Number.isFinite(span.left) || Number.isFinite(span.top);
  const layersOf = bounded ? layersWithin(span, place, samples, width) : null;
  return { place, samples, inset: 0, layersOf };
}

/** Points along a side of a pixel. */
export function samplesAt(pixelsPerCell: number): number {
  return pixelsPerCell < 2 ? 3 : 2;
}

/** A pixel is outside when most of its points are. */
function layersWithin(
  span: GridSpan,
  { left, zoom }: PicturePlace,
  samples: number,
  width: number,
): LayersOf {
  const perCell = zoom * samples;
  const length = width * samples;
  const inside = new Uint16Array(width);
  /** Sample points of a stretch whose ends are given in units. */
  const add = (from: number, to: number): void => {
    const end = Math.min(length, Math.ceil((to - left) * perCell - 0.5));
    for (let a = Math.max(0, Math.ceil((from - left) * perCell - 0.5)); a < end; a++) {
      const i = Math.floor(a / samples);
      inside[i] = (inside[i] as number) + 1;
    }
  };
  // Whole cells at the edges of the screen stand for the ends of a grid that has none.
  const seen = { left: left - 1, right: left + width / zoom + 1 };
  const within = (y: number): boolean => y >= span.top && y < span.bottom;
  let layers = new Uint8Array(width);
  return (_row, lines, same) => {
    if (same) return layers;
    inside.fill(0);
    for (let at = 0; at < lines.length; at += 4) {
      const [y0, half0, y1, half1] = lines.subarray(at, at + 4) as unknown as [
        number,
        number,
        number,
        number,
      ];
      if (half0 > 0 && half1 > 0 && within(y0) && within(y1)) {
        // Two rows in turn, without a gap: the first cell is the lower row's, which is further left.
        const begin = Math.max(span.left - y1 / 2 - half1, seen.left);
        add(begin, Math.min(span.right - 1 - y0 / 2 + half0, seen.right));
        continue;
      }
      for (const [y, half] of [
        [y0, half0],
        [y1, half1],
      ] as const) {
        if (half <= 0 || !within(y)) continue;
        const first = Math.max(span.left, Math.floor(seen.left + y / 2));
        const end = Math.min(span.right, Math.ceil(seen.right + y / 2));
        if (first >= end) continue;
        if (half === 0.5) add(first - y / 2 - half, end - 1 - y / 2 + half);
        else for (let x = first; x < end; x++) add(x - y / 2 - half, x - y / 2 + half);
      }
    }
    const most = samples * samples;
    layers = Uint8Array.from(inside, (points) => (2 * (most - points) > most ? OUTSIDE : GROUND));
    return layers;
  };
}

/**
 * A row of cells on a line: its number, how far below the cells' centres the line is, and half of the width crossed
 * of each.
 */
interface Crossing {
  readonly y: number;
  readonly below: number;
  readonly half: number;
}

/** The row or the two rows that a line at height `py` (in units from the camera's cell) crosses, the upper one first. */
function crossingsAt(py: number, row: number): readonly [Crossing, Crossing | null] {
  const upper = Math.floor(py / row);
  const below = py - upper * row;
  const halfUpper = Math.min(0.5, (HEX_TIP - below) / HEX_TIP);
  if (halfUpper === 0.5) return [{ y: upper, below, half: 0.5 }, null];
  const halfLower = Math.min(0.5, (HEX_TIP - row + below) / HEX_TIP);
  const lower = { y: upper + 1, below: below - row, half: halfLower };
  if (halfLower === 0.5) return [lower, null];
  return [{ y: upper, below, half: halfUpper }, lower];
}

function paintSeamed(
  { width, height, pixels }: Picture,
  scene: GridScene,
  cells: PaintedCells,
  { dead, slots, bySlot }: ScreenPalette,
  size: number,
): void {
  const { camera, ratio, boldEvery } = scene;
  const span = gridSpan(scene.topology, camera);
  const bounded = Number.isFinite(span.left) || Number.isFinite(span.top);
  const slotAt = slotReader(cells, camera, slots);
  // From the centre to the start of the seam, in pixels.
  const rim = 0.5 * size - Math.max(0.5 * ratio, gapOf(size, ratio)) / 2;
  const phaseX = boldPhase(camera.x, boldEvery);
  const phaseY = boldPhase(camera.y, boldEvery);
  // Index of the pixel (a fraction) at unit 0 of the camera's row.
  const zero = width / 2 - camera.dx * size - 0.5;
  const beyond: Beyond = { left: 0, right: 0, slantLeft: 0, slantRight: 0, middle: 0 };
  for (let j = 0; j < height; j++) {
    const [first, second] = crossingsAt((j + 0.5 - height / 2) / size + camera.dy, HEX_ROW);
    const line = j * width;
    // The cell at the line's left end, or one before it.
    let now = first;
    let x = Math.floor(-zero / size + first.y / 2) - 1;
    let i = 0;
    while (i < width) {
      const { y, below, half } = now;
      const centre = zero + (x - y / 2) * size;
      const end = Math.min(width, Math.ceil(centre + half * size));
      if (end > i) {
        // Upright sides lead to the same row, slanted ones to the next, above or below.
        const next = below < 0 ? -1 : 1;
        const bold = isBold(x, phaseX, boldEvery);
        const boldRight = isBold(x + 1, phaseX, boldEvery);
        const boldRow = isBold(next < 0 ? y : y + 1, phaseY, boldEvery);
        beyond.left = bold ? BOLD : THIN;
        beyond.right = boldRight ? BOLD : THIN;
        beyond.slantLeft = boldRow || (next < 0 && bold) ? BOLD : THIN;
        beyond.slantRight = boldRow || (next > 0 && boldRight) ? BOLD : THIN;
        beyond.middle = FULL;
        if (bounded) limit(beyond, span, x, y, next);
        const slot = slotAt(x, y);
        const table = slot === 0 ? dead : (bySlot[slot] as Uint32Array);
        const height = Math.abs(below) * HEX_ROW * size;
        paintStretch(pixels, line, table, beyond, i, end, centre, height, rim);
        i = end;
      }
      // To the right of a cell of the upper row comes one of the lower, and the other way round.
      if (second === null) x++;
      else if (now === first) {
        now = second;
        x++;
      } else now = first;
    }
  }
}

/** The slot of the cell at a place counted from the camera's. */
function slotReader(
  cells: PaintedCells,
  camera: { readonly x: bigint; readonly y: bigint },
  slots: Uint8Array,
): (x: number, y: number) => number {
  const { w, h } = cells;
  const left = Number(cells.x - camera.x);
  const top = Number(cells.y - camera.y);
  if ("states" in cells) {
    const { states } = cells;
    return (x, y) => {
      const [i, j] = [x - left, y - top];
      return i >= 0 && i < w && j >= 0 && j < h ? (slots[states[j * w + i] as number] as number) : 0;
    };
  }
  const { words } = cells;
  const stride = blockStride(w);
  return (x, y) => {
    const [i, j] = [x - left, y - top];
    const inside = i >= 0 && i < w && j >= 0 && j < h;
    return inside ? (slots[((words[j * stride + (i >>> 5)] as number) >>> (i & 31)) & 1] as number) : 0;
  };
}

/** The places in a palette's table of a stretch's colours: for its middle, and over the layer beyond each side. */
interface Beyond {
  left: number;
  right: number;
  slantLeft: number;
  slantRight: number;
  middle: number;
}

const THIN = LINE * (FULL + 1);
const BOLD = LINE_BOLD * (FULL + 1);
const RIM = EDGE * (FULL + 1);
const OUT = OUTSIDE * (FULL + 1);

/** Where a bounded grid ends. */
function limit(beyond: Beyond, span: GridSpan, x: number, y: number, next: number): void {
  if (isOutside(span, x, y)) {
    beyond.left = beyond.right = beyond.slantLeft = beyond.slantRight = OUT;
    beyond.middle = OUT + FULL;
    return;
  }
  if (isOutside(span, x - 1, y)) beyond.left = RIM;
  if (isOutside(span, x + 1, y)) beyond.right = RIM;
  if (isOutside(span, next < 0 ? x - 1 : x, y + next)) beyond.slantLeft = RIM;
  if (isOutside(span, next < 0 ? x : x + 1, y + next)) beyond.slantRight = RIM;
}

/** Pixels i to end of a line, which belong to one cell; `centre`, `height` and `rim` in pixels too. */
function paintStretch(
  pixels: Uint32Array,
  line: number,
  table: Uint32Array,
  beyond: Beyond,
  i: number,
  end: number,
  centre: number,
  height: number,
  rim: number,
): void {
  const deep = Math.min(rim - 0.5, 2 * (rim - 0.5 - height));
  const middle = Math.min(end, Math.max(i, Math.ceil(centre)));
  const from = deep < 0 ? middle : Math.min(middle, Math.max(i, Math.ceil(centre - deep)));
  const to = deep < 0 ? middle : Math.max(middle, Math.min(end, Math.floor(centre + deep) + 1));
  for (let k = i; k < from; k++) {
    const away = centre - k;
    const slanted = away / 2 + height;
    const inside = FULL * (rim + 0.5 - (away >= slanted ? away : slanted));
    const share = inside <= 0 ? 0 : inside >= FULL ? FULL : (inside + 0.5) | 0;
    pixels[line + k] = table[(away >= slanted ? beyond.left : beyond.slantLeft) + share] as number;
  }
  const full = table[beyond.middle] as number;
  for (let k = from; k < to; k++) pixels[line + k] = full;
  for (let k = to; k < end; k++) {
    const away = k - centre;
    const slanted = away / 2 + height;
    const inside = FULL * (rim + 0.5 - (away >= slanted ? away : slanted));
    const share = inside <= 0 ? 0 : inside >= FULL ? FULL : (inside + 0.5) | 0;
    pixels[line + k] = table[(away >= slanted ? beyond.right : beyond.slantRight) + share] as number;
  }
}

function isOutside({ left, right, top, bottom }: GridSpan, x: number, y: number): boolean {
  return x < left || x >= right || y < top || y >= bottom;
}
