// Pictures pixel by pixel: each cell in the colour of its own age, whatever is above it.

import fc from "fast-check";
import { expect, it } from "vitest";
import type { Runs } from "../../../engine/core/runs.ts";
import { openFilm } from "../../../engine/export/film.ts";
import type { Framing } from "../../../engine/export/framing.ts";
import { inksFor, paletteOf } from "../../../engine/export/look.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import { FilmCells } from "../../../engine/picture/film-style.ts";
import { THEMES } from "../../../engine/picture/themes.ts";
import { viewOf } from "../../../engine/picture/view.ts";
import { PLAIN_LOOK } from "../../support/film-worlds.ts";
import { cellsOf, universeWith } from "../../support/universes.ts";

it("sharp squares are as old as they are", () => {
  const cell = fc.constantFrom(-1, 0, 1, 7);
  const rows = fc.array(fc.array(cell, { minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 6 });
  const look = {
    theme: THEMES.get("dark"),
    squares: true,
    gap: 0,
    gridLines: false,
    ages: true,
    caption: false,
  };
  const inks = inksFor(look, { soft: false, outside: false });
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 4 }), (ages, zoom) => {
      const [w, h] = [5, ages.length];
      // States of live cells begin at 1, and the age steps 0, 1 and 7 at 0, 1 and 64 frames.
      const states = Uint8Array.from(ages.flat(), (age) => (age < 0 ? 0 : age < 7 ? age + 1 : 65));
      const [width, height] = [w * zoom, h * zoom];
      const pixels = new Uint8Array(width * height).fill(255);
      const view = viewOf({ x: 0n, y: 0n, w: BigInt(w), h: BigInt(h) }, zoom, width, height, SQUARE);
      const style = { topology: null, gridLines: false, gap: 0 };
      const film = new FilmCells({ width, height, pixels }, style, (points) => paletteOf(inks, points));
      film.paint(view, { x: 0n, y: 0n, w, h, states });
      for (let p = 0; p < pixels.length; p++) {
        const age = ages[Math.floor(p / width / zoom)]![Math.floor((p % width) / zoom)]!;
        expect(pixels[p]).toBe(age < 0 ? inks.ground : inks.live + age * inks.levels);
      }
    }),
  );
});

/** The only picture of a universe as it is, live pixels as # and the others as dots. */
async function picture(cells: Runs, framing: Framing, gap = 0): Promise<string> {
  const universe = await universeWith(cells);
  const range = { from: 0n, to: 0n, every: 1n };
  const look = { ...PLAIN_LOOK, gap };
  const film = await openFilm(universe, { range, framing, look, fps: 1, hold: 0, loop: false });
  for await (const { pixels } of film.read()) return [...pixels].map((p) => (p === 0 ? "." : "#")).join("");
  return "";
}

const BLOCK = ["OO", "OO"];

it("keeps the gaps of a region that is fitted into a picture", async () => {
  const region = { x: 0n, y: 0n, w: 15n, h: 15n };
  const drawn = await picture(cellsOf(BLOCK, 5n, 5n), { kind: "fit", region, width: 100, height: 100 }, 1);
  // Six pixels a cell, the last of them the gap, and the region's middle in the picture's.
  const live = `${".".repeat(35)}#####.#####.${".".repeat(53)}`;
  const dead = ".".repeat(100);
  const rows = [...Array(35).fill(dead), ...Array(5).fill(live), dead, ...Array(5).fill(live)];
  expect(drawn.match(/.{100}/g)).toEqual([...rows, ...Array(54).fill(dead)]);
});

it("shows cells whose square lies partly above or left of a picture", async () => {
  const region = { x: -3n, y: -3n, w: 16n, h: 16n };
  const framing: Framing = { kind: "region", region, scale: { pixels: 1, cells: 8 } };
  expect(await picture(cellsOf(BLOCK, -3n, -3n), framing)).toBe("#...");
  expect(await picture(cellsOf(BLOCK, -3n, 9n), framing)).toBe("..#.");
  expect(await picture(cellsOf(BLOCK, 9n, -3n), framing)).toBe(".#..");
});

it("shows nothing of the row above a region that is fitted into a picture", async () => {
  const region = { x: 0n, y: 0n, w: 933n, h: 933n };
  const above = cellsOf(["O".repeat(933)], 0n, -1n);
  expect(await picture(above, { kind: "fit", region, width: 1280, height: 720 })).not.toContain("#");
  const within = cellsOf(["O".repeat(933)], 0n, 0n);
  expect((await picture(within, { kind: "fit", region, width: 1280, height: 720 })).indexOf("#")).toBe(280);
});
