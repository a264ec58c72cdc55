/** A space-time diagram as a PNG, and its place in the page. */

import type { Picture } from "../../../engine/picture/scene.ts";

/** `side`: pixels a cell, a whole number. */
export async function diagramPng({ width, height, pixels }: Picture, side: number): Promise<Uint8Array> {
  const small = new OffscreenCanvas(width, height);
  const bytes = new Uint8ClampedArray(pixels.buffer as ArrayBuffer);
  small.getContext("2d")?.putImageData(new ImageData(bytes, width), 0, 0);
  const large = new OffscreenCanvas(width * side, height * side);
  const context = large.getContext("2d");
  if (!context) throw new Error("There is no room for a picture.");
  context.imageSmoothingEnabled = false;
  context.drawImage(small, 0, 0, large.width, large.height);
  return new Uint8Array(await (await large.convertToBlob({ type: "image/png" })).arrayBuffer());
}

/** A canvas's size in CSS pixels and the rows it shows. */
export interface DiagramLayout {
  readonly width: number;
  readonly height: number;
  readonly rows: number;
  /** Device pixels a cell; below 1 where cells are smaller than pixels. */
  readonly side: number;
}

/** The largest whole number of device pixels a cell at which the ring fits across the place, and as many rows as fit below each other. */
export function diagramLayout(
  cells: number,
  place: { readonly width: number; readonly height: number },
  ratio: number,
): DiagramLayout {
  const across = (place.width * ratio) / cells;
  const side = across >= 1 ? Math.min(MOST_SIDE * ratio, Math.floor(across)) : across;
  const rows = Math.max(1, Math.floor((place.height * ratio) / side));
  return { width: (cells * side) / ratio, height: (rows * side) / ratio, rows, side };
}

/** CSS pixels. Larger cells would leave room for few rows. */
const MOST_SIDE = 6;
