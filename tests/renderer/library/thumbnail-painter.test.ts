// Thumbnails: the stage's painter with a mask for colours.

import { expect, test } from "vitest";
import { GRID_KINDS } from "../../../engine/grids/registry.ts";
import { createPicture } from "../../../engine/picture/painter.ts";
import { paintMask } from "../../../renderer/library/thumbnail-painter.ts";

const SIZE = { width: 64, height: 48 };

/** How strong each pixel is, 0..255. */
function mask(kind: string, side: number, cells: readonly (readonly [number, number])[]): Uint8Array {
  const picture = createPicture(SIZE.width, SIZE.height);
  const box = { left: 0, top: 0, right: side - 1, bottom: side - 1 };
  paintMask(picture, 1, box, GRID_KINDS.get(kind), (each) => {
    for (const [x, y] of cells) each(x, y);
  });
  return Uint8Array.from(picture.pixels, (pixel) => pixel >>> 24);
}

test.each(["square", "hex"])("a small pattern of %s cells stands in the middle, large and whole", (kind) => {
  const strong = mask(kind, 1, [[0, 0]]);
  expect(strong[24 * 64 + 32]).toBe(255);
  const lit = [...strong.keys()].filter((i) => strong[i]! > 0);
  expect(lit.length).toBeGreaterThan(20);
  expect(lit.every((i) => Math.abs((i % 64) - 31.5) < 6 && Math.abs(Math.floor(i / 64) - 23.5) < 6)).toBe(
    true,
  );
});

test.each(["square", "hex"])(
  "lone cells of a large pattern of %s cells are seen, within the margin",
  (kind) => {
    const side = 100_000;
    const strong = mask(kind, side, [
      [0, 0],
      [side - 1, side - 1],
      [side >> 1, side >> 1],
      // Beyond the box: it falls off the edge.
      [-9 * side, 0],
    ]);
    const lit = [...strong.keys()].filter((i) => strong[i]! > 0);
    expect(lit).toHaveLength(3);
    expect(lit.every((i) => strong[i]! > 100)).toBe(true);
    expect(lit.every((i) => Math.floor(i / 64) >= 4 && Math.floor(i / 64) <= 44)).toBe(true);
  },
);
