/**
 * Indexed pictures as the planes of video: brightness for each pixel, two colour differences for each two by two
 * (4:2:0), 16..235. Films that can name their matrix get that of high-definition television (ITU-R BT.709); players assume
 * that of older television (ITU-R BT.601) for all others. Each colour of the palette is converted once; pixels are table look-ups.
 */

import type { Palette } from "./picture.ts";
import { rowComparer } from "./picture.ts";

interface YuvTable {
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
}

type Weights = readonly [number, number, number];

/** In 65536ths: red, green and blue in brightness and in each difference. */
const MATRICES = {
  bt709: { luma: [11966, 40254, 4064], blue: [-6596, -22189, 28784], red: [28784, -26145, -2640] },
  bt601: { luma: [16829, 33039, 6416], blue: [-9714, -19071, 28784], red: [28784, -24103, -4681] },
} as const satisfies Record<string, Readonly<Record<"luma" | "blue" | "red", Weights>>>;

export type YuvMatrix = keyof typeof MATRICES;

export function yuvTable({ size, rgb }: Palette, matrix: YuvMatrix = "bt709"): YuvTable {
  const { luma, blue, red } = MATRICES[matrix];
  const table = { y: new Uint8Array(256), u: new Uint8Array(256), v: new Uint8Array(256) };
  for (let i = 0; i < size; i++) {
    const sum = (weights: Weights, base: number): number =>
      Math.floor(
        (weights[0] * rgb[3 * i] + weights[1] * rgb[3 * i + 1] + weights[2] * rgb[3 * i + 2]) / 65536 +
          base +
          0.5,
      );
    table.y[i] = sum(luma, 16);
    table.u[i] = sum(blue, 128);
    table.v[i] = sum(red, 128);
  }
  return table;
}

/** Bytes of a picture: both sides are even. */
export function yuvLength(width: number, height: number): number {
  return (width * height * 3) / 2;
}

/** With cells several pixels high, most rows equal the one above: those are copied, and only others looked up. */
export function toYuv(
  pixels: Uint8Array,
  width: number,
  height: number,
  table: YuvTable,
  out: Uint8Array,
): void {
  const { y } = table;
  const repeats = rowComparer(pixels, width);
  const area = width * height;
  const half = width / 2;
  const toV = area / 4;
  // Number of equal rows up to this one.
  let alike = 0;
  for (let j = 0; j < height; j++) {
    const row = j * width;
    alike = j > 0 && repeats(j) ? alike + 1 : 1;
    if (alike > 1) out.copyWithin(row, row - width, row);
    else for (let k = row; k < row + width; k++) out[k] = y[pixels[k]];
    if (j % 2 === 0) continue;
    const at = area + (j >> 1) * half;
    if (alike < 4) blend(pixels, row, row - (alike > 1 ? 0 : width), width, table, out, at, toV);
    else {
      out.copyWithin(at, at - half, at);
      out.copyWithin(at + toV, at + toV - half, at + toV);
    }
  }
}

/** Two rows of pixels as one row of each colour difference, whose values are the rounded means of two by two. */
function blend(
  pixels: Uint8Array,
  row: number,
  other: number,
  width: number,
  { u, v }: YuvTable,
  out: Uint8Array,
  atU: number,
  toV: number,
): void {
  for (let i = 0, at = atU; i < width; i += 2, at++) {
    const p = pixels[row + i];
    const q = pixels[row + i + 1];
    const r = pixels[other + i];
    const s = pixels[other + i + 1];
    if (p === q && p === r && p === s) {
      out[at] = u[p];
      out[at + toV] = v[p];
    } else {
      out[at] = (u[p] + u[q] + u[r] + u[s] + 2) >> 2;
      out[at + toV] = (v[p] + v[q] + v[r] + v[s] + 2) >> 2;
    }
  }
}
