/** Indexed pictures: the frames of a film, before any format. */

import type { ExportControl } from "./frame-source.ts";

/** Colours by index: red, green, blue, a byte each. At most 256. */
export interface Palette {
  readonly size: number;
  readonly rgb: Uint8Array;
}

export interface PictureFrame {
  /** Counted from 0. */
  readonly index: number;
  readonly generation: bigint;
  /** A byte a pixel, row by row: indices into the palette. The next frame reuses the array. */
  readonly pixels: Uint8Array;
  /** Number of frames that show it: 1, or more for a held picture. */
  readonly shown: number;
}

export interface PictureSource {
  readonly frames: number;
  /** Frames with held ones counted as often as they are shown, as a player counts. */
  readonly framesShown: number;
  readonly width: number;
  readonly height: number;
  readonly palette: Palette;
  /** Frames a second. */
  readonly fps: number;
  /** Yields each frame once, in order, or from `control.first` on. */
  read(control?: ExportControl): AsyncGenerator<PictureFrame>;
}

/** Bits a pixel takes in formats that know 1, 2, 4 and 8. */
export function bitsFor(colours: number): 1 | 2 | 4 | 8 {
  return colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8;
}

/** Tells whether a row equals the one above it: four pixels at a time if the alignment allows it. */
export function rowComparer(pixels: Uint8Array, width: number): (row: number) => boolean {
  const inWords = width % 4 === 0 && pixels.byteOffset % 4 === 0;
  const parts = inWords ? new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length >> 2) : pixels;
  const across = inWords ? width / 4 : width;
  return (row) => {
    for (let k = row * across; k < (row + 1) * across; k++) if (parts[k] !== parts[k - across]) return false;
    return true;
  };
}

export interface PixelBox {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The smallest box with every pixel in which two pictures of one size differ, or null if they are equal. */
export function changedBox(a: Uint8Array, b: Uint8Array, width: number, height: number): PixelBox | null {
  const rowDiffers = (y: number): boolean => {
    const end = (y + 1) * width;
    for (let at = y * width; at < end; at++) if (a[at] !== b[at]) return true;
    return false;
  };
  let top = 0;
  while (top < height && !rowDiffers(top)) top++;
  if (top === height) return null;
  let bottom = height - 1;
  while (!rowDiffers(bottom)) bottom--;
  let left = width;
  let right = -1;
  for (let y = top; y <= bottom; y++) {
    const row = y * width;
    let i = 0;
    while (i < left && a[row + i] === b[row + i]) i++;
    left = Math.min(left, i);
    i = width - 1;
    while (i > right && a[row + i] === b[row + i]) i--;
    right = Math.max(right, i);
  }
  return { x: left, y: top, w: right - left + 1, h: bottom - top + 1 };
}
