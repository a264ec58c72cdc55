// How bright a picture is, tile by tile: what decides whether one that flashes may be shown.

import { expect, test } from "vitest";
import { tilesOf } from "../../../engine/picture/picture-tiles.ts";

const tiles = (width: number, rows: readonly number[], across: number, down: number): number[] =>
  [...tilesOf({ width, height: rows.length / width, pixels: Uint32Array.from(rows) }, { across, down })].map(
    (light) => Number(light.toFixed(4)),
  );

const [BLACK, WHITE] = [0xff000000, 0xffffffff];

test("colours are as bright as WCAG says", () => {
  const one = (pixel: number): number => tiles(1, [pixel], 1, 1)[0];
  expect([one(BLACK), one(WHITE)]).toEqual([0, 1]);
  // Red lies in the lowest byte.
  expect([one(0xff0000ff), one(0xff00ff00), one(0xffff0000)]).toEqual([0.2126, 0.7152, 0.0722]);
  // A middle grey, and one in the straight part of the curve.
  expect([one(0xff808080), one(0xff0a0a0a)]).toEqual([0.2159, 0.003]);
});

test("each tile has the mean of its own pixels, from the first on", () => {
  const picture = Array.from({ length: 12 * 12 }, (_, i) => {
    const [x, y] = [i % 12, Math.floor(i / 12)];
    return x < 6 && y < 6 ? WHITE : x >= 6 && y >= 6 && x >= 9 ? WHITE : BLACK;
  });
  expect(tiles(12, picture, 2, 2)).toEqual([1, 0, 0, 0.5]);
  expect(tiles(12, picture, 1, 2)).toEqual([0.5, 0.25]);
  expect(tiles(12, picture, 2, 1)).toEqual([0.5, 0.25]);
  // Tiles without a pixel of their own are dark.
  expect(tiles(1, [WHITE], 2, 2)).toEqual([1, 0, 0, 0]);
});
