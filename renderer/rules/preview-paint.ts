/**
 * The preview's picture. A torus has no edge, so the window on it is filled to its own edges with the cells that repeat; on
 * hexagons, where the torus is a slanting parallelogram, that is what makes the picture whole.
 */

import type { Block } from "../../engine/core/block.ts";
import { blockCell } from "../../engine/core/block.ts";
import type { GridKind } from "../../engine/grids/grid-kind.ts";

export interface PreviewColours {
  readonly ground: string;
  readonly cell: string;
}

export interface PreviewSize {
  /** In device pixels. */
  readonly width: number;
  readonly height: number;
}

/** Cells are drawn this much smaller than they are apart, from 4 pixels on. */
const GAP = 0.12;

/** Where a cell of the torus is seen: its centre in pixels, and its column and row in the block. */
export interface PreviewPlace {
  readonly x: number;
  readonly y: number;
  readonly i: number;
  readonly j: number;
}

/** Every place of the window, whole or in part. */
export function previewPlaces(
  block: Pick<Block, "w" | "h">,
  { width, height }: PreviewSize,
  kind: GridKind,
  unit: number,
): readonly PreviewPlace[] {
  const half = { x: width / 2 / unit, y: height / 2 / unit };
  // As far as a corner of the window lies from its middle, in rows; and how far rows slant over that.
  const row = kind.centreOf(0, 1);
  const origin = kind.centreOf(0, 0);
  const rowStep = row.y - origin.y;
  const rows = Math.ceil(half.y / rowStep) + 1;
  const places = [];
  for (let y = -rows; y <= rows; y++) {
    const slant = kind.centreOf(0, y).x;
    const from = Math.floor(-half.x - slant) - 1;
    const to = Math.ceil(half.x - slant) + 1;
    for (let x = from; x <= to; x++) {
      const centre = kind.centreOf(x, y);
      // The block's top left cell lies half its size before the middle.
      places.push({
        x: width / 2 + centre.x * unit,
        y: height / 2 + centre.y * unit,
        i: modulo(x + Math.floor(block.w / 2), block.w),
        j: modulo(y + Math.floor(block.h / 2), block.h),
      });
    }
  }
  return places;
}

export function paintPreview(
  context: CanvasRenderingContext2D,
  block: Block,
  places: readonly PreviewPlace[],
  { width, height }: PreviewSize,
  kind: GridKind,
  unit: number,
  { ground, cell }: PreviewColours,
): void {
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  context.fillStyle = cell;
  const scale = unit >= 4 ? unit * (1 - GAP) : unit;
  const square = kind.outline.length === 4;
  context.beginPath();
  for (const { x, y, i, j } of places) {
    if (blockCell(block, i, j) === 0) continue;
    if (square) context.rect(x - scale / 2, y - scale / 2, scale, scale);
    else {
      kind.outline.forEach((corner, at) => {
        const px = x + corner.x * scale;
        const py = y + corner.y * scale;
        if (at === 0) context.moveTo(px, py);
        else context.lineTo(px, py);
      });
      context.closePath();
    }
  }
  context.fill();
}

const TILES_ACROSS = 8;
const TILES_DOWN = 6;

/** Brightness of a coarse grid over the picture, as the guard against flashing wants it: 0..1, relative luminance. */
export function previewTiles(
  block: Block,
  luminance: { readonly ground: number; readonly cell: number },
): Float32Array {
  const live = new Float32Array(TILES_ACROSS * TILES_DOWN);
  const all = new Float32Array(TILES_ACROSS * TILES_DOWN);
  for (let j = 0; j < block.h; j++) {
    for (let i = 0; i < block.w; i++) {
      const tile =
        Math.floor((j * TILES_DOWN) / block.h) * TILES_ACROSS + Math.floor((i * TILES_ACROSS) / block.w);
      live[tile] += blockCell(block, i, j);
      all[tile]++;
    }
  }
  return live.map(
    (count, tile) => luminance.ground + (luminance.cell - luminance.ground) * (count / all[tile]),
  );
}

/** Relative luminance (WCAG) of `#rrggbb`. */
export function luminanceOf(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16);
  const channel = (shift: number): number => {
    const c = ((value >> shift) & 0xff) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0);
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
