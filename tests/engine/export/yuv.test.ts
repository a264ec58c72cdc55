// Pictures as video's planes, pixel by pixel against the formulas of ITU-R BT.709.

import fc from "fast-check";
import { expect, it } from "vitest";
import { rowComparer } from "../../../engine/export/picture.ts";
import { toYuv, yuvLength, yuvTable } from "../../../engine/export/yuv.ts";
import { expectBelow } from "../../support/expect-each.ts";

const rgb = Uint8Array.of(12, 15, 20, 244, 231, 195, 255, 0, 0, 0, 0, 255);
const palette = { size: 4, rgb };

/** Brightness and the two differences of a colour, before rounding. */
function planesOf(colour: number): readonly [number, number, number] {
  const [r, g, b] = [0, 1, 2].map((k) => rgb[3 * colour + k]! / 255) as [number, number, number];
  const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return [16 + 219 * luma, 128 + (224 * (b - luma)) / 1.8556, 128 + (224 * (r - luma)) / 1.5748];
}

it("gives each pixel its brightness and each four the mean of their colours, however rows repeat", () => {
  const rows = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat()), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), rows, (pairs, runs) => {
      const width = 2 * pairs;
      const lines = runs.flatMap(([times, seed]) =>
        Array<number[]>(times).fill(Array.from({ length: width }, (_, i) => (seed >> (i % 7)) & 3)),
      );
      if (lines.length % 2 === 1) lines.push(lines[0]!);
      const height = lines.length;
      const pixels = Uint8Array.from(lines.flat());
      const planes = new Uint8Array(yuvLength(width, height)).fill(77);
      toYuv(pixels, width, height, yuvTable(palette), planes);
      const area = width * height;
      for (let j = 0; j < height; j++) {
        for (let i = 0; i < width; i++) {
          expectBelow(Math.abs(planes[j * width + i]! - planesOf(lines[j]![i]!)[0]), 0.52);
          const at = area + (j >> 1) * pairs + (i >> 1);
          const four = [0, 1, 2, 3].map((k) => planesOf(lines[(j & ~1) + (k >> 1)]![(i & ~1) + (k & 1)]!));
          for (const plane of [1, 2] as const) {
            const mean = four.reduce((sum, values) => sum + Math.round(values[plane]), 0) / 4;
            expectBelow(Math.abs(planes[at + ((plane - 1) * area) / 4]! - mean), 0.52);
          }
        }
      }
    }),
  );
});

it("knows which rows repeat the one above, wherever a picture lies in memory", () => {
  const cases = fc.tuple(
    fc.integer({ min: 1, max: 9 }),
    fc.nat(5),
    fc.array(fc.nat(3), { minLength: 2, maxLength: 9 }),
  );
  fc.assert(
    fc.property(cases, ([width, offset, kinds]) => {
      const pixels = new Uint8Array(new ArrayBuffer(offset + width * kinds.length), offset);
      // Rows of one kind are alike, and others differ in the last pixel only.
      kinds.forEach((kind, row) => {
        pixels[(row + 1) * width - 1] = kind;
      });
      const repeats = rowComparer(pixels, width);
      for (let row = 1; row < kinds.length; row++) expect(repeats(row)).toBe(kinds[row] === kinds[row - 1]);
    }),
  );
});
