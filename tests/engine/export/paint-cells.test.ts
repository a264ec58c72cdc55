// Pictures pixel by pixel: each cell in the colour of its own age, whatever is above it.

import fc from "fast-check";
import { expect, it } from "vitest";
import { createBlock, setBlockRun } from "../../../engine/core/block.ts";
import { inksFor } from "../../../engine/export/look.ts";
import { paintCells } from "../../../engine/export/paint-cells.ts";
import { viewOf } from "../../../engine/export/view.ts";
import { THEMES } from "../../../engine/grids/themes.ts";

it("sharp squares are as old as they are", () => {
  const cell = fc.constantFrom(-1, 0, 1, 7);
  const rows = fc.array(fc.array(cell, { minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 6 });
  const look = {
    theme: THEMES.get("dark"),
    hexagons: false,
    gap: 0,
    gridLines: false,
    ages: true,
    caption: false,
  };
  const inks = inksFor(look, { soft: false, outside: false });
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 4 }), fc.boolean(), (ages, zoom, sameGround) => {
      const [w, h] = [5, ages.length];
      const block = createBlock(0n, 0n, w, h);
      const old = new Uint8Array(w * h);
      ages.forEach((row, j) => {
        row.forEach((age, i) => {
          if (age >= 0) setBlockRun(block, i, j, 1);
          old[j * w + i] = Math.max(0, age);
        });
      });
      const [width, height] = [w * zoom, h * zoom];
      const pixels = new Uint8Array(width * height).fill(inks.ground);
      const view = viewOf({ x: 0n, y: 0n, w: BigInt(w), h: BigInt(h) }, zoom, width, height, false);
      const repeats = new Uint8Array(height).fill(Number(sameGround));
      paintCells(pixels, width, height, view, { block, ages: old }, inks, 0, repeats);
      for (let p = 0; p < pixels.length; p++) {
        const age = ages[Math.floor(p / width / zoom)]![Math.floor((p % width) / zoom)]!;
        expect(pixels[p]).toBe(age < 0 ? inks.ground : inks.live + age * inks.levels);
      }
    }),
  );
});
