/**
 * Indexed pictures as the planes that video is made of: brightness for each pixel, two colour differences for each two by two
 * (4:2:0), by the matrix of high-definition television (ITU-R BT.709, 16..235). Each colour of the palette is converted
 * once; a picture is then looked up.
 */

import type { Palette } from "./picture.ts";

export interface YuvTable {
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
}

/** In 65536ths: red, green and blue in brightness and in each difference. */
const LUMA = [11966, 40254, 4064] as const;
const BLUE = [-6596, -22189, 28784] as const;
const RED = [28784, -26145, -2640] as const;

export function yuvTable({ size, rgb }: Palette): YuvTable {
  const table = { y: new Uint8Array(256), u: new Uint8Array(256), v: new Uint8Array(256) };
  for (let i = 0; i < size; i++) {
    const sum = (weights: readonly [number, number, number], base: number): number =>
      Math.floor(
        (weights[0] * rgb[3 * i] + weights[1] * rgb[3 * i + 1] + weights[2] * rgb[3 * i + 2]) / 65536 +
          base +
          0.5,
      );
    table.y[i] = sum(LUMA, 16);
    table.u[i] = sum(BLUE, 128);
    table.v[i] = sum(RED, 128);
  }
  return table;
}

/** Bytes of a picture: both sides are even. */
export function yuvLength(width: number, height: number): number {
  return (width * height * 3) / 2;
}

export function toYuv(
  pixels: Uint8Array,
  width: number,
  height: number,
  { y, u, v }: YuvTable,
  out: Uint8Array,
): void {
  const area = width * height;
  for (let k = 0; k < area; k++) out[k] = y[pixels[k]];
  let atU = area;
  let atV = area + area / 4;
  for (let j = 0; j < height; j += 2) {
    let a = j * width;
    let b = a + width;
    for (let i = 0; i < width; i += 2) {
      const [p, q, r, s] = [pixels[a++], pixels[a++], pixels[b++], pixels[b++]];
      if (p === q && p === r && p === s) {
        out[atU++] = u[p];
        out[atV++] = v[p];
      } else {
        out[atU++] = (u[p] + u[q] + u[r] + u[s] + 2) >> 2;
        out[atV++] = (v[p] + v[q] + v[r] + v[s] + 2) >> 2;
      }
    }
  }
}
