// A film and the stage show the same cells in the same way: the same painter, told to be content with few colours or not.

import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Block } from "../../../engine/core/block.ts";
import { blockCell, createBlock, setBlockRun } from "../../../engine/core/block.ts";
import { addBlockToRaster, createRaster } from "../../../engine/core/raster.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { openFilm } from "../../../engine/export/film.ts";
import type { FilmedUniverse } from "../../../engine/export/film-universe.ts";
import type { FilmLook } from "../../../engine/export/look.ts";
import { inksFor, paletteOf } from "../../../engine/export/look.ts";
import { HEX } from "../../../engine/grids/hex.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import { TRIANGLE } from "../../../engine/grids/triangle.ts";
import type { Camera } from "../../../engine/picture/camera.ts";
import { rasterForView } from "../../../engine/picture/camera.ts";
import { CellAges } from "../../../engine/picture/cell-ages.ts";
import { CROSSED } from "../../../engine/picture/cell-lines.ts";
import type { Pixel } from "../../../engine/picture/colours.ts";
import { mix, paintColours } from "../../../engine/picture/colours.ts";
import { layersOfShapes } from "../../../engine/picture/film-layers.ts";
import { FilmCells, SHADES } from "../../../engine/picture/film-style.ts";
import { LINE } from "../../../engine/picture/layers.ts";
import { createPicture, paint } from "../../../engine/picture/painter.ts";
import type { Picture } from "../../../engine/picture/scene.ts";
import { THEMES } from "../../../engine/picture/themes.ts";
import { viewOf } from "../../../engine/picture/view.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { evenly } from "../../support/evenly.ts";
import { expectIs } from "../../support/expect-each.ts";
import { PLAIN_LOOK } from "../../support/film-worlds.ts";
import { universeWith } from "../../support/universes.ts";

const GENERATIONS = 3;
/** No edge of a cell lies in the middle of these, where rounding would decide to which side a point belongs. */
const SQUARES: Rect = { x: -3n, y: -5n, w: 41n, h: 31n };
const HEXAGONS: Rect = { ...SQUARES, h: 32n };
/** All cells that a picture of either may want. */
const ALL: Rect = { x: -60n, y: -40n, w: 160n, h: 110n };

/** A universe's generations, computed once for all films and stages. */
const recorded = new Map<boolean, readonly Block[]>();

beforeAll(async () => {
  for (const hexagons of [false, true]) {
    const soup = { seed: 9, density: 0.35, width: 38, height: 24 };
    const universe = await universeWith(undefined, {
      rule: parseRule(hexagons ? "B2/S34H" : "B3/S23"),
      soup,
    });
    const blocks: Block[] = [];
    for (let generation = 0n; generation <= GENERATIONS; generation++) {
      await universe.step(generation);
      blocks.push(await universe.readBlock(ALL));
    }
    recorded.set(hexagons, blocks);
    universe.dispose();
  }
});

const lastOf = (hexagons: boolean): Block => recorded.get(hexagons)![GENERATIONS]!;

function agedOf(hexagons: boolean) {
  const ages = new CellAges();
  const states = recorded.get(hexagons)!.map((block, k) => ages.next(block, BigInt(k), false));
  return states[GENERATIONS]!;
}

function rasterOf(block: Block, request: Parameters<typeof createRaster>[0]) {
  const raster = createRaster(request);
  addBlockToRaster(raster, block);
  return raster;
}

/** The recorded universe as a film takes one. */
function replay(hexagons: boolean): FilmedUniverse {
  let at = 0;
  return {
    rule: parseRule(hexagons ? "B2/S34H" : "B3/S23"),
    topology: UNBOUNDED,
    get generation() {
      return BigInt(at);
    },
    step: async (target: bigint) => {
      at = Number(target);
      return "done";
    },
    readBlock: async (rect: Rect) => {
      const from = recorded.get(hexagons)![at]!;
      const block = createBlock(rect.x, rect.y, Number(rect.w), Number(rect.h));
      const [dx, dy] = [Number(rect.x - from.x), Number(rect.y - from.y)];
      for (let j = 0; j < block.h; j++)
        for (let i = 0; i < block.w; i++)
          if (blockCell(from, i + dx, j + dy) === 1) setBlockRun(block, i, j, 1);
      return block;
    },
    raster: async (request: Parameters<typeof createRaster>[0]) =>
      rasterOf(recorded.get(hexagons)![at]!, request),
  } as unknown as FilmedUniverse;
}

const lookOf = (theme: string, hexagons: boolean, ages: boolean): FilmLook => ({
  ...PLAIN_LOOK,
  theme: THEMES.get(theme),
  squares: !hexagons,
  ages,
});

const colourOf = (rgb: Uint8Array, i: number): Pixel =>
  (0xff000000 | (rgb[3 * i + 2]! << 16) | (rgb[3 * i + 1]! << 8) | rgb[3 * i]!) >>> 0;

const regionOf = (hexagons: boolean): Rect => (hexagons ? HEXAGONS : SQUARES);

/** The last frame of a film of the region. */
async function filmed(look: FilmLook, pixels: number): Promise<Picture> {
  const to = BigInt(GENERATIONS);
  const film = await openFilm(replay(!look.squares), {
    // Ages count the frames.
    range: { from: look.ages ? 0n : to, to, every: 1n },
    framing: { kind: "region", region: regionOf(!look.squares), scale: { pixels, cells: 1 } },
    ...{ look, fps: 1, hold: 0, loop: false },
  });
  let last = new Uint8Array(0);
  for await (const frame of film.read()) last = frame.pixels.slice();
  const colours = Array.from({ length: film.palette.rgb.length / 3 }, (_, i) =>
    colourOf(film.palette.rgb, i),
  );
  const painted = new Uint32Array(last.length);
  last.forEach((i, at) => {
    painted[at] = colours[i]!;
  });
  return { width: film.width, height: film.height, pixels: painted };
}

/**
 * The same cells as the stage paints them, `times` as large. `ratio`: device pixels per CSS pixel. The less they are,
 * the larger a cell appears, and the less the stage adds: gaps, seams and round corners are sizes in CSS pixels.
 */
function staged(
  { theme, squares, ages }: FilmLook,
  pixels: number,
  film: Picture,
  { times = 1, ratio = 1, cell }: { times?: number; ratio?: number; cell?: Pixel } = {},
): Picture {
  const kind = squares ? SQUARE : HEX;
  const view = viewOf(regionOf(!squares), pixels, film.width, film.height, kind);
  const centre = kind.centreOf(0, 0);
  const camera: Camera = {
    ...{ x: view.x, y: view.y, zoom: Math.log2(times * pixels) },
    dx: view.left + film.width / 2 / pixels + centre.x,
    dy: view.top + film.height / 2 / pixels + centre.y,
  };
  const picture = createPicture(times * film.width, times * film.height);
  const request = rasterForView(camera, picture, kind);
  const [block, generation] = [lastOf(!squares), BigInt(GENERATIONS)];
  const frame = request
    ? ({ kind: "raster", generation, camera, raster: rasterOf(block, request) } as const)
    : ({ kind: "block", generation, camera, block } as const);
  const colours = paintColours(theme);
  const aged = ages && !request ? agedOf(!squares) : null;
  const scene = {
    frame,
    camera,
    kind,
    topology: UNBOUNDED,
    stated: aged,
    gridLines: false,
    boldEvery: 10,
    ratio,
  };
  paint(picture, { ...scene, colours: { ...colours, cell: cell ?? colours.cell } });
  return picture;
}

/** The greatest difference of a channel. */
function distance(a: Pixel, b: Pixel): number {
  let most = 0;
  for (let shift = 0; shift < 24; shift += 8)
    most = Math.max(most, Math.abs(((a >>> shift) & 255) - ((b >>> shift) & 255)));
  return most;
}

function greatestDistance(a: Picture, b: Picture): number {
  return a.pixels.reduce((most, pixel, i) => Math.max(most, distance(pixel, b.pixels[i]!)), 0);
}

/** The colours of cells that a pixel of a live cell may have. Near a hexagon's rim the stage mixes in some ground. */
function cellColours(ground: Pixel, cells: readonly Pixel[]): ReadonlyMap<Pixel, readonly Pixel[]> {
  const found = new Map<Pixel, Pixel[]>();
  for (const cell of cells) {
    for (let share = 120; share <= 256; share++) {
      const pixel = mix(ground, cell, share / 256);
      found.set(pixel, [...(found.get(pixel) ?? []), cell]);
    }
  }
  return found;
}

/**
 * The film's pixels that are not the stage's at three times the size, nine to one: as many of the nine as are live are
 * the film's shade, and its colour is that of one of them.
 */
function unlikeNine(
  film: Picture,
  stage: Picture,
  ground: Pixel,
  cells: readonly Pixel[],
): readonly number[] {
  const cellsOf = cellColours(ground, cells);
  return [...film.pixels.keys()].filter((at) => {
    const corner = 3 * Math.floor(at / film.width) * stage.width + 3 * (at % film.width);
    const live: Pixel[] = [];
    for (let k = 0; k < SHADES; k++) {
      const pixel = stage.pixels[corner + Math.floor(k / 3) * stage.width + (k % 3)]!;
      if (pixel !== ground) live.push(pixel);
    }
    if (live.length === 0) return film.pixels[at] !== ground;
    const isShade = (cell: Pixel): boolean =>
      distance(mix(ground, cell, live.length / SHADES), film.pixels[at]!) <= 1;
    return !live.some((pixel) => cellsOf.get(pixel)?.some(isShade));
  });
}

describe.each(THEMES.list().map(({ id }) => id))("in theme %s", (theme) => {
  const { ground, cell, ages: byAge } = paintColours(THEMES.get(theme));

  describe.each([false, true])("ages: %s", (ages) => {
    test.each([
      [false, [1, 1.617, 3, 4.53, 8]],
      [true, [1.03, 1.617, 4.53, 8.09]],
    ])("a film's pixel is nine of a stage three times as large, hexagons: %s", async (hexagons, scales) => {
      for (const pixels of scales) {
        const look = lookOf(theme, hexagons, ages);
        const film = await filmed(look, pixels);
        expect(new Set(film.pixels).size).toBeGreaterThan(ages ? 3 : 1);
        const stage = staged(look, pixels, film, { times: 3, ratio: 1 / 64 });
        expect(unlikeNine(film, stage, ground, ages ? byAge : [cell]), `${pixels}`).toEqual([]);
      }
    });

    test("squares of whole pixels are the same on the stage and in a film", async () => {
      for (const pixels of [1, 3]) {
        const look = lookOf(theme, false, ages);
        const film = await filmed(look, pixels);
        expect(staged(look, pixels, film).pixels).toEqual(film.pixels);
      }
    });

    test("small hexagons are the same but for how their shades are rounded", async () => {
      for (const pixels of [1, 1.9]) {
        const look = lookOf(theme, true, ages);
        const film = await filmed(look, pixels);
        expect(greatestDistance(staged(look, pixels, film), film)).toBeLessThanOrEqual(1);
      }
    });

    // A film rounds a shade up to a ninth, and shows all cells as young as the first age.
    test.each([false, true])("many cells a pixel are less than a shade apart, hexagons: %s", async (hex) => {
      for (const pixels of [0.45, 0.3, 0.25]) {
        const look = lookOf(theme, hex, ages);
        const film = await filmed(look, pixels);
        const live = ages ? byAge[0]! : cell;
        const stage = staged(look, pixels, film, { cell: live });
        const isLit = (pixel: Pixel): boolean => pixel !== ground;
        expect([...stage.pixels].map(isLit), `${pixels}`).toEqual([...film.pixels].map(isLit));
        expect(greatestDistance(stage, film)).toBeLessThanOrEqual(distance(ground, live) / SHADES + 1);
      }
    });
  });

  // An edge across and one down are each at most a sixth of a pixel off.
  test("squares with edges within pixels differ by a third of the way to a cell's colour at most", async () => {
    for (const pixels of [1.3, 1.617, 2.5, 3.7]) {
      const look = lookOf(theme, false, false);
      const film = await filmed(look, pixels);
      expect(greatestDistance(staged(look, pixels, film), film)).toBeLessThanOrEqual(
        distance(ground, cell) / 3 + 1,
      );
    }
  });
});

test.each([HEX, TRIANGLE])(
  "cells on $id are in a film what they are: as many of the sample points as lie on live cells",
  (lattice) => {
    const look = lookOf("dark", true, false);
    const inks = inksFor(look, { soft: true, outside: false });
    const size = { width: 61, height: 47 };
    const cells = fc.array(fc.tuple(fc.nat(39), fc.nat(39), fc.integer({ min: 1, max: 8 })), {
      maxLength: 60,
    });
    // In the second one the picture's left edge cuts the last cells of the block's first words.
    const places = [
      { first: -20, edge: -10 },
      { first: -41, edge: -9.5 },
    ];
    fc.assert(
      fc.property(cells, evenly(1, 40), fc.constantFrom(...places), (runs, zoom, { first, edge }) => {
        const block: Block = createBlock(BigInt(first), -20n, 48, 40);
        for (const [x, y, length] of runs) setBlockRun(block, x, y, length);
        // Irrational, so that no point lies exactly between two cells.
        const [left, top] = [edge + Math.SQRT2 / 7, -8 + Math.SQRT2 / 11];
        const view = { x: 0n, y: 0n, left, top, zoom, lattice };
        const pixels = new Uint8Array(size.width * size.height);
        const style = { topology: null, gridLines: false, gap: 0 };
        const film = new FilmCells({ ...size, pixels }, style, (points) => paletteOf(inks, points));
        film.paint(view, block);
        for (let at = 0; at < pixels.length; at++) {
          let live = 0;
          for (let k = 0; k < 9; k++) {
            const px = left + ((at % size.width) + ((k % 3) + 0.5) / 3) / zoom;
            const py = top + (Math.floor(at / size.width) + (Math.floor(k / 3) + 0.5) / 3) / zoom;
            const { x, y } = lattice.cellAt(px, py);
            const inside = x >= first && x < first + 48 && y >= -20 && y < 20;
            if (inside) live += blockCell(block, x - first, y + 20);
          }
          expectIs(pixels[at], live === 0 ? inks.ground : inks.live + live - 1);
        }
      }),
      { numRuns: 40 },
    );
  },
);

test.each([HEX, TRIANGLE])(
  "seams on $id in a film are the same wherever the picture begins, in its first row too",
  (lattice) => {
    const [size, zoom] = [{ width: 50, height: 40 }, 16];
    const rowsFrom = (top: number) => {
      const layers = layersOfShapes(size, { x: 0n, y: 0n, left: -1.3, top, zoom, lattice }, true, null);
      const lines = new Float64Array(CROSSED);
      return (row: number): number[] => [...(layers?.(row, lines, false) ?? [])];
    };
    const higher = rowsFrom(-1);
    expect(higher(0)).toContain(LINE);
    for (let row = 1; row < size.height; row++) expect(rowsFrom(-1 + row / zoom)(0)).toEqual(higher(row));
  },
);
