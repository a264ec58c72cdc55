/**
 * Square cells of a pixel and more.
 *
 * A square is the product of an interval across and one down, so everything is worked out once for the columns and once
 * for the rows (AxisLayout): which cell a pixel lies on, how much of the pixel the cell covers, what line runs there. A
 * pixel of the picture is then a product of two such entries.
 *
 * Cells below eight CSS pixels are drawn by exact coverage: where an edge runs through a pixel the pixel gets its share of
 * colour, so that cells of 2.7 pixels are all equally large and do not shimmer under a moving camera. From eight on edges
 * snap to whole pixels, which is crisp, and a pixel more or less is not noticed any more.
 */

import { blockStride } from "../core/block.ts";
import type { PaintScene, Palette, Picture } from "./scene.ts";
import { boldPhase, EDGE, FULL, gapOf, gridSpan, isBold, LINE, LINE_BOLD, OUTSIDE } from "./scene.ts";

interface AxisLayout {
  /** Cell of the block (from 1; 0 is beyond it) that begins the pixel, and how many 256ths it covers. */
  readonly cell: Int32Array;
  readonly share: Uint16Array;
  /** The same of the cell after it, where it reaches into the same pixel. */
  readonly nextCell: Int32Array;
  readonly nextShare: Uint16Array;
  readonly layer: Uint8Array;
  /** Pixels from the cell's nearer end, for rounded corners. */
  readonly depth: Uint16Array;
}

interface Axis {
  readonly pixels: number;
  readonly pixelsPerCell: number;
  /** The middle, in cells from the camera's. */
  readonly middle: number;
  readonly ratio: number;
  /** The block's first cell, counted from the camera's, and how many it has. */
  readonly first: number;
  readonly count: number;
  readonly phase: number;
  readonly boldEvery: number;
  /** The grid's ends. */
  readonly begin: number;
  readonly end: number;
}

export function paintSquares(picture: Picture, scene: PaintScene, palette: Palette): void {
  const { width, height, pixels } = picture;
  const { camera, ratio } = scene;
  const block = scene.frame?.kind === "block" ? scene.frame.block : null;
  const size = 2 ** camera.zoom;
  const place = block ? { x: block.x, y: block.y, w: block.w, h: block.h } : NOWHERE;
  const { across, down } = layOutSquares(picture, scene, place);
  const rows = new RowCache(block);
  const radius = cornerRadius(size, ratio);
  const corner = cornerTable(radius);
  const { live } = palette;
  const { cell, share, nextCell, nextShare, layer, depth } = across;
  for (let j = 0; j < height; j++) {
    const shareY = down.share[j] as number;
    const nextY = down.nextShare[j] as number;
    const above = rows.get(shareY > 0 ? (down.cell[j] as number) : 0);
    const below = rows.get(nextY > 0 ? (down.nextCell[j] as number) : 0);
    const layerY = down.layer[j] as number;
    const depthY = down.depth[j] as number;
    const start = j * width;
    for (let i = 0; i < width; i++) {
      const c = cell[i] as number;
      const wx = share[i] as number;
      let covered = shareY * wx * (above[c] as number);
      const nx = nextShare[i] as number;
      if (nx > 0) covered += shareY * nx * (above[nextCell[i] as number] as number);
      if (nextY > 0) {
        covered += nextY * wx * (below[c] as number);
        if (nx > 0) covered += nextY * nx * (below[nextCell[i] as number] as number);
      }
      let coverage = (covered + 128) >>> 8;
      if (coverage > 0 && depthY < radius && (depth[i] as number) < radius) {
        coverage = corner[depthY * radius + (depth[i] as number)] as number;
      }
      const layerX = layer[i] as number;
      const under = layerX > layerY ? layerX : layerY;
      pixels[start + i] = live[under * (FULL + 1) + coverage] as number;
    }
  }
}

/** Where the cells are that a picture may show. */
export interface CellBox {
  readonly x: bigint;
  readonly y: bigint;
  readonly w: number;
  readonly h: number;
}

const NOWHERE: CellBox = { x: 0n, y: 0n, w: 0, h: 0 };

/** Columns and rows of a picture of the cells in a box. */
export function layOutSquares(
  { width, height }: Pick<Picture, "width" | "height">,
  { camera, ratio, topology, boldEvery }: Omit<PaintScene, "frame">,
  { x, y, w, h }: CellBox,
): { readonly across: AxisLayout; readonly down: AxisLayout } {
  const span = gridSpan(topology, camera);
  const both = { pixelsPerCell: 2 ** camera.zoom, ratio, boldEvery };
  return {
    across: layOut({
      ...both,
      pixels: width,
      middle: camera.dx,
      first: Number(x - camera.x),
      count: w,
      phase: boldPhase(camera.x, boldEvery),
      begin: span.left,
      end: span.right,
    }),
    down: layOut({
      ...both,
      pixels: height,
      middle: camera.dy,
      first: Number(y - camera.y),
      count: h,
      phase: boldPhase(camera.y, boldEvery),
      begin: span.top,
      end: span.bottom,
    }),
  };
}

function layOut(axis: Axis): AxisLayout {
  const { pixels, pixelsPerCell: size, ratio, first, count, phase, boldEvery, begin, end } = axis;
  const layout: AxisLayout = {
    cell: new Int32Array(pixels),
    share: new Uint16Array(pixels),
    nextCell: new Int32Array(pixels),
    nextShare: new Uint16Array(pixels),
    layer: new Uint8Array(pixels),
    depth: new Uint16Array(pixels),
  };
  // Where cell 0 begins. With whole pixels a cell every edge may as well lie on a whole pixel.
  const start = pixels / 2 - axis.middle * size;
  const origin = Math.abs(size - Math.round(size)) < 1e-9 ? Math.round(start) : start;
  const inBlock = (cell: number): number => (cell >= first && cell < first + count ? cell - first + 1 : 0);
  const gap = gapOf(size, ratio);
  const snapped = size / ratio >= 8;
  const thick = Math.max(1, Math.round(ratio));
  const from = Math.floor(-origin / size) - 1;
  const to = Math.ceil((pixels - origin) / size) + 1;
  for (let cell = from; cell <= to; cell++) {
    const left = origin + cell * size;
    const edge = Math.round(left + size);
    const filled = snapped ? edge - Math.round(gap) : left + size - gap;
    cover(layout, inBlock(cell), snapped ? Math.round(left) : left, filled);
    const bold = isBold(cell + 1, phase, boldEvery);
    for (let i = Math.max(0, edge - thick); i < Math.min(pixels, edge); i++) {
      if (size / ratio >= 3) layout.layer[i] = bold ? LINE_BOLD : LINE;
    }
  }
  const lower = Number.isFinite(begin) ? Math.round(origin + begin * size) : Number.NEGATIVE_INFINITY;
  const upper = Number.isFinite(end) ? Math.round(origin + end * size) : Number.POSITIVE_INFINITY;
  for (let i = 0; i < pixels; i++) {
    if (i >= lower && i < upper) continue;
    layout.layer[i] = (i < lower && i >= lower - thick) || (i >= upper && i < upper + thick) ? EDGE : OUTSIDE;
  }
  return layout;
}

/** Enters a cell that reaches from `left` to `right` in pixels, neither need be whole. */
function cover(layout: AxisLayout, cell: number, left: number, right: number): void {
  const pixels = layout.cell.length;
  // Not clipped: a cell that the screen's edge cuts has no round corners there.
  const from = Math.floor(left);
  const to = Math.ceil(right);
  for (let i = Math.max(0, from); i < Math.min(pixels, to); i++) {
    const share = Math.round(FULL * Math.max(0, Math.min(right, i + 1) - Math.max(left, i)));
    if (share === 0) continue;
    if (layout.share[i] === 0) {
      layout.cell[i] = cell;
      layout.share[i] = share;
    } else {
      layout.nextCell[i] = cell;
      layout.nextShare[i] = Math.min(share, FULL - (layout.share[i] as number));
    }
    layout.depth[i] = Math.min(i - from, to - 1 - i);
  }
}

/** Rounded a little from twelve pixels on; the radius grows with the cell. */
export function cornerRadius(pixelsPerCell: number, ratio: number): number {
  return pixelsPerCell / ratio < 12 ? 0 : Math.min(Math.round(8 * ratio), Math.round(pixelsPerCell * 0.14));
}

/** How much of each pixel of a corner a quarter circle covers. */
export function cornerTable(radius: number): Uint16Array {
  const table = new Uint16Array(radius * radius);
  for (let y = 0; y < radius; y++) {
    for (let x = 0; x < radius; x++) {
      const away = Math.hypot(radius - x - 0.5, radius - y - 0.5);
      table[y * radius + x] = Math.round(FULL * Math.max(0, Math.min(1, radius - away + 0.5)));
    }
  }
  return table;
}

/** Rows of a block with a byte a cell, the two that were used last. Entry 0 is a dead cell, as is row 0. */
class RowCache {
  readonly #block: { readonly w: number; readonly words: Uint32Array } | null;
  readonly #empty: Uint8Array;
  readonly #kept: { row: number; readonly cells: Uint8Array }[];
  #turn = 0;

  constructor(block: { readonly w: number; readonly words: Uint32Array } | null) {
    this.#block = block;
    const length = (block?.w ?? 0) + 1;
    this.#empty = new Uint8Array(length);
    this.#kept = [0, 0].map(() => ({ row: 0, cells: new Uint8Array(length) }));
  }

  get(row: number): Uint8Array {
    if (row === 0 || !this.#block) return this.#empty;
    for (const kept of this.#kept) if (kept.row === row) return kept.cells;
    this.#turn ^= 1;
    const slot = this.#kept[this.#turn] as { row: number; readonly cells: Uint8Array };
    slot.row = row;
    const { w, words } = this.#block;
    const base = (row - 1) * blockStride(w);
    for (let i = 0; i < w; i++) slot.cells[i + 1] = ((words[base + (i >>> 5)] as number) >>> (i & 31)) & 1;
    return slot.cells;
  }
}
