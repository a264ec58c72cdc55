// A film and the stage show the same cells in the same way: the same painter, told to be content with few colours or not.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Universe } from "../../../engine/algorithms/algorithm.ts";
import type { Block } from "../../../engine/core/block.ts";
import { blockCell, createBlock, setBlockRun } from "../../../engine/core/block.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { openFilm } from "../../../engine/export/film.ts";
import type { FilmLook, Inks } from "../../../engine/export/look.ts";
import { inksFor, paletteOf } from "../../../engine/export/look.ts";
import { HEX } from "../../../engine/grids/hex.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import type { Camera } from "../../../engine/picture/camera.ts";
import { cellsInView, rasterForView } from "../../../engine/picture/camera.ts";
import { CellAges } from "../../../engine/picture/cell-ages.ts";
import { paintColours } from "../../../engine/picture/colours.ts";
import { FilmCells } from "../../../engine/picture/film-cells.ts";
import { createPicture, paint } from "../../../engine/picture/painter.ts";
import type { CellPalette } from "../../../engine/picture/palette.ts";
import { THEMES } from "../../../engine/picture/themes.ts";
import { cellsWanted, viewOf } from "../../../engine/picture/view.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { PLAIN_LOOK } from "../../support/film-worlds.ts";
import { universeWith } from "../../support/universes.ts";

const REGION: Rect = { x: -3n, y: -5n, w: 40n, h: 30n };
const GENERATIONS = 3;

function universeOf(hexagons: boolean): Promise<Universe> {
  const soup = { seed: 9, density: 0.35, width: 38, height: 24 };
  return universeWith(undefined, { rule: parseRule(hexagons ? "B2/S34H" : "B3/S23"), soup });
}

const lookOf = (theme: string, hexagons: boolean, ages: boolean): FilmLook => ({
  ...PLAIN_LOOK,
  theme: THEMES.get(theme),
  hexagons,
  ages,
});

interface Shot {
  readonly width: number;
  readonly height: number;
  /** 0xAABBGGRR. */
  readonly pixels: Uint32Array;
}

const colourOf = (rgb: Uint8Array, i: number): number =>
  (0xff000000 | (rgb[3 * i + 2]! << 16) | (rgb[3 * i + 1]! << 8) | rgb[3 * i]!) >>> 0;

/** The last frame of a film of the region. */
async function filmed(look: FilmLook, pixels: number): Promise<Shot> {
  const film = await openFilm(await universeOf(look.hexagons), {
    range: { from: 0n, to: BigInt(GENERATIONS), every: 1n },
    framing: { kind: "region", region: REGION, scale: { pixels, cells: 1 } },
    ...{ look, fps: 1, hold: 0, loop: false },
  });
  let last = new Uint32Array(0);
  for await (const frame of film.read())
    last = Uint32Array.from(frame.pixels, (i) => colourOf(film.palette.rgb, i));
  return { width: film.width, height: film.height, pixels: last };
}

/** The same cells as the stage paints them. */
async function staged(look: FilmLook, pixels: number, { width, height }: Shot): Promise<Shot> {
  const universe = await universeOf(look.hexagons);
  const kind = look.hexagons ? HEX : SQUARE;
  const view = viewOf(REGION, pixels, width, height, look.hexagons);
  const centre = kind.centreOf(0, 0);
  const camera: Camera = {
    ...{ x: view.x, y: view.y, zoom: Math.log2(pixels) },
    dx: view.left + width / 2 / pixels + centre.x,
    dy: view.top + height / 2 / pixels + centre.y,
  };
  const picture = createPicture(width, height);
  const ages = new CellAges();
  for (;;) {
    const { generation } = universe;
    const request = rasterForView(camera, picture, kind);
    const block = await universe.readBlock(cellsInView(camera, picture, kind));
    const aged = look.ages && !request ? ages.next(block, generation, false) : null;
    if (generation === BigInt(GENERATIONS)) {
      const frame = request
        ? ({ kind: "raster", generation, camera, raster: await universe.raster(request) } as const)
        : ({ kind: "block", generation, camera, block } as const);
      const colours = paintColours(look.theme);
      const scene = { frame, camera, kind, topology: UNBOUNDED, colours, aged };
      paint(picture, { ...scene, gridLines: false, boldEvery: 10, ratio: 1 });
      return picture;
    }
    await universe.step(generation + 1n);
  }
}

/** The film's painter with colours in place of indices: what a window shows of a film. */
async function painted(look: FilmLook, pixels: number, { width, height }: Shot): Promise<Shot> {
  const universe = await universeOf(look.hexagons);
  const view = viewOf(REGION, pixels, width, height, look.hexagons);
  const soft = look.hexagons || !Number.isInteger(pixels);
  const inks = inksFor(look, { soft, outside: false });
  const picture = createPicture(width, height);
  const style = { topology: null, gridLines: false, gap: 0 };
  const film = new FilmCells(picture, style, (points) => inColours(inks, points));
  const ages = look.ages ? new CellAges() : null;
  for (;;) {
    const { generation } = universe;
    const wanted = cellsWanted(view, width, height);
    if (wanted.kind === "raster") film.paintDensity(view, await universe.raster(wanted.request));
    else {
      const block = await universe.readBlock(wanted.region);
      film.paint(view, ages?.next(block, generation, false) ?? block);
    }
    if (generation === BigInt(GENERATIONS)) return picture;
    await universe.step(generation + 1n);
  }
}

function inColours(inks: Inks, points: number): CellPalette<Uint32Array> {
  const { bySlot, ...rest } = paletteOf(inks, points);
  const coloured = bySlot.map((table) => Uint32Array.from(table, (i) => colourOf(inks.palette.rgb, i)));
  return { ...rest, bySlot: coloured };
}

/** The greatest difference of a channel. */
function distance(a: Shot, b: Shot): number {
  let most = 0;
  for (let i = 0; i < a.pixels.length; i++) {
    for (let shift = 0; shift < 24; shift += 8)
      most = Math.max(most, Math.abs(((a.pixels[i]! >>> shift) & 255) - ((b.pixels[i]! >>> shift) & 255)));
  }
  return most;
}

describe.each(THEMES.list().map(({ id }) => id))("in theme %s", (theme) => {
  describe.each([false, true])("ages: %s", (ages) => {
    test("squares of whole pixels are the same on the stage and in a film", async () => {
      for (const pixels of [1, 3]) {
        const look = lookOf(theme, false, ages);
        const film = await filmed(look, pixels);
        expect(new Set(film.pixels).size).toBeGreaterThan(ages ? 3 : 1);
        expect((await staged(look, pixels, film)).pixels).toEqual(film.pixels);
      }
    });

    test("small hexagons are the same but for how their shades are rounded", async () => {
      for (const pixels of [1, 1.9]) {
        const look = lookOf(theme, true, ages);
        const film = await filmed(look, pixels);
        expect(distance(await staged(look, pixels, film), film)).toBeLessThanOrEqual(1);
      }
    });

    test.each([false, true])(
      "the painter makes the film's pixels at any scale, hexagons: %s",
      async (hex) => {
        for (const pixels of [0.3, 1, 1.6, 3, 4.5, 8]) {
          const look = lookOf(theme, hex, ages);
          const film = await filmed(look, pixels);
          expect((await painted(look, pixels, film)).pixels, `${pixels}`).toEqual(film.pixels);
        }
      },
    );
  });

  test.each([false, true])("many cells a pixel light the same pixels, hexagons: %s", async (hex) => {
    for (const pixels of [0.45, 0.3]) {
      const look = lookOf(theme, hex, false);
      const film = await filmed(look, pixels);
      const stage = await staged(look, pixels, film);
      const { ground } = paintColours(look.theme);
      // What a film's upper and left edge cuts is shown in its first pixels.
      const differ = [...stage.pixels.keys()].filter(
        (i) =>
          i >= film.width &&
          i % film.width > 0 &&
          (film.pixels[i] === ground) !== (stage.pixels[i] === ground),
      );
      expect(differ, `${pixels}`).toEqual([]);
    }
  });
});

test("hexagons side by side are hexagons in a film: as many of the sample points as lie on live cells", () => {
  const look = lookOf("dark", true, false);
  const inks = inksFor(look, { soft: true, outside: false });
  const size = { width: 61, height: 47 };
  const cells = fc.array(fc.tuple(fc.nat(39), fc.nat(39), fc.integer({ min: 1, max: 8 })), { maxLength: 60 });
  fc.assert(
    fc.property(cells, fc.double({ min: 1, max: 40, noNaN: true }), (runs, zoom) => {
      const block: Block = createBlock(-20n, -20n, 48, 40);
      for (const [x, y, length] of runs) setBlockRun(block, x, y, length);
      // Irrational, so that no point lies exactly between two cells.
      const [left, top] = [-10 + Math.SQRT2 / 7, -8 + Math.SQRT2 / 11];
      const view = { x: 0n, y: 0n, left, top, zoom, hexagons: true };
      const pixels = new Uint8Array(size.width * size.height);
      const style = { topology: null, gridLines: false, gap: 0 };
      const film = new FilmCells({ ...size, pixels }, style, (points) => paletteOf(inks, points));
      film.paint(view, block);
      for (let at = 0; at < pixels.length; at++) {
        let live = 0;
        for (let k = 0; k < 9; k++) {
          const px = left + ((at % size.width) + ((k % 3) + 0.5) / 3) / zoom;
          const py = top + (Math.floor(at / size.width) + (Math.floor(k / 3) + 0.5) / 3) / zoom;
          const { x, y } = HEX.cellAt(px, py);
          const inside = x >= -20 && x < 28 && y >= -20 && y < 20;
          if (inside) live += blockCell(block, x + 20, y + 20);
        }
        expect(pixels[at]).toBe(live === 0 ? inks.ground : inks.live + live - 1);
      }
    }),
    { numRuns: 40 },
  );
});
