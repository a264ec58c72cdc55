import { describe, expect, test } from "vitest";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { HEX } from "../../../engine/grids/hex.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import { CellIcons } from "../../../engine/picture/cell-icons.ts";
import { mix, paintColours } from "../../../engine/picture/colours.ts";
import { FilmCells } from "../../../engine/picture/film-style.ts";
import { shareOfGlyph } from "../../../engine/picture/glyphs.ts";
import { createPicture, paint } from "../../../engine/picture/painter.ts";
import { THEMES } from "../../../engine/picture/themes.ts";
import type { StateIcons } from "../../../engine/rules/rule.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";

const SIZE = 7;
/** State 1: its left column; state 2: a grey upper row. */
const DRAWN: StateIcons = {
  size: SIZE,
  pixels: Uint32Array.from({ length: 2 * SIZE * SIZE }, (_, at) => {
    if (at < SIZE * SIZE) return at % SIZE === 0 ? 0xffffff : 0;
    return at - SIZE * SIZE < SIZE ? 0x808080 : 0;
  }),
};
const rule = { states: 4, looks: { names: [], colours: [0, 0xff0000, 0x00ff00, 0x0000ff] } };
const theme = THEMES.get("dark");
const colours = paintColours(theme, rule);

/** Cells (0, 0), (1, 0) and (2, 0) in states 1, 2 and 3, so many pixels each, with a gap of one. */
function picture(pixelsPerCell: number, icons: readonly StateIcons[] | null, shift = 0, kind = SQUARE) {
  const side = 4 * pixelsPerCell;
  const made = createPicture(side, side);
  paint(made, {
    colours,
    gridLines: false,
    ratio: 1,
    frame: { kind: "block", generation: 0n, camera: { x: 0n, y: 0n, dx: 0, dy: 0, zoom: 0 }, block: EMPTY },
    camera: { x: 1n, y: 0n, dx: shift, dy: 0, zoom: Math.log2(pixelsPerCell) },
    kind,
    topology: UNBOUNDED,
    boldEvery: 0,
    stated: { x: 0n, y: 0n, w: 3, h: 1, states: Uint8Array.of(1, 2, 3) },
    icons: icons && new CellIcons(icons),
  });
  // The camera looks at the upper left corner of its cell.
  const at = (cell: number, i: number, j: number): number =>
    made.pixels[(side / 2 + j) * side + side / 2 + (cell - 1 - shift) * pixelsPerCell + i] as number;
  return { at, pixels: made.pixels };
}
const EMPTY = { x: 0n, y: 0n, w: 1, h: 1, words: new Uint32Array(1) };
const [red, green] = [colours.states?.[0], colours.states?.[1]];

describe("pictures of states", () => {
  test("lie in the cell, pixel by pixel where sizes are the same", () => {
    const { at } = picture(8, [DRAWN]);
    for (let j = 0; j < SIZE; j++)
      for (let i = 0; i < SIZE; i++) expect(at(0, i, j)).toBe(i === 0 ? red : colours.ground);
    const half = at(1, 3, 0);
    expect(half).not.toBe(green);
    expect((half >>> 8) & 255).toBeGreaterThan(120);
    expect(at(1, 3, 1)).toBe(colours.ground);
    // The last picture serves all further states.
    expect((at(2, 3, 0) >>> 16) & 255).toBeGreaterThan(120);
    expect(at(2, 3, 1)).toBe(colours.ground);
  });

  test("grow with the cell", () => {
    const { at } = picture(15, [DRAWN]);
    expect([0, 1].map((i) => at(0, i, 9))).toEqual([red, red]);
    expect(at(0, 2, 9)).toBe(colours.ground);
  });

  test("keep their means, of all and of each half, at any size of a cell", () => {
    const side = 15;
    /** Grey from left to right, and above as much as below; or red at the left and blue at the right. */
    const grey = (at: number): number => (at % side) * 17 * 0x010101;
    const coloured = (at: number): number => (at % side < 7 ? 0xff0000 : 0x0000ff);
    const icon = (colour: (at: number) => number, width: number, height: number) =>
      new CellIcons([
        { size: side, pixels: Uint32Array.from({ length: side * side }, (_, at) => colour(at)) },
      ]).at(1, width, height);
    for (const [width, height] of [
      [7, 15],
      [8, 9],
      [10, 7],
      [14, 11],
      [15, 15],
    ] as const) {
      const { shares } = icon(grey, width, height)!;
      const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
      expect(mean, `${width} x ${height}`).toBeCloseTo(7 * 17, 0);
      // Brighter from pixel to pixel, and the same in all rows.
      const row = [...shares.subarray(0, width)];
      expect(row).toEqual([...new Set(row)].sort((a, b) => a - b));
      for (let j = 1; j < height; j++) expect([...shares.subarray(j * width, (j + 1) * width)]).toEqual(row);
      const { shares: whole, colours: own } = icon(coloured, width, height)!;
      expect(new Set(whole)).toEqual(new Set([255]));
      // The bytes of a pixel are red, green, blue and opacity.
      const reds = own!.reduce((sum, colour) => sum + (colour & 255), 0) / own!.length;
      expect(reds).toBeCloseTo((255 * 7) / side, 0);
      expect([own![0], own!.at(-1)]).toEqual([0xff0000ff, 0xffff0000]);
    }
  });

  test("are cut where the view cuts the cell", () => {
    const { at } = picture(16, [DRAWN], 1.5);
    // Only the right half of state 1's cell is in view; its column is not.
    expect(at(0, 9, 8)).toBe(colours.ground);
  });

  test("are the shape that a rule asks for", () => {
    const { at } = picture(16, [{ glyphs: ["arrow east", "bar down"] }]);
    expect(at(0, 9, 5)).toBe(red);
    expect(at(0, 5, 5)).toBe(colours.ground);
    expect(at(1, 7, 2)).toBe(green);
    expect(at(1, 1, 7)).toBe(colours.ground);
    // State 3 has none.
    expect(at(2, 4, 4)).toBe(colours.states?.[2]);
  });

  test("have colours of their own where one pixel has", () => {
    const pixels = Uint32Array.from({ length: SIZE * SIZE }, (_, at) => (at < SIZE ? 0x00ffff : 0));
    const { at } = picture(8, [{ size: SIZE, pixels }]);
    expect(at(0, 3, 0)).toBe(0xffffff00);
    expect(at(0, 3, 1)).toBe(colours.ground);
  });

  test("change nothing where cells have no room, or their edges lie within pixels", () => {
    for (const size of [4, 7, 7.5]) {
      expect(picture(size, [DRAWN]).pixels).toEqual(picture(size, null).pixels);
    }
  });

  test("lie in the middle of a hexagon, which is dead around them, on the stage as in a film", () => {
    const side = 96;
    const plain = picture(24, null, 0, HEX).pixels;
    const { pixels } = picture(24, [{ shape: "circles" }], 0, HEX);
    // The camera looks at the middle of cell (1, 0); those of states 1 and 3 are beside it.
    const stage = (dx: number, dy: number) => pixels[(side / 2 + dy) * side + side / 2 + dx];
    expect([stage(0, 0), stage(-24, 0), stage(24, 0)]).toEqual([green, red, colours.states?.[2]]);
    // Between the circle and the seam.
    expect(plain[(side / 2) * side + side / 2 + 10]).toBe(green);
    expect([stage(10, 0), stage(0, -9)]).toEqual([colours.ground, colours.ground]);
    // A film is larger by the seam that it has not.
    const made = createPicture(side, side);
    const bySlot = [0, ...(colours.states ?? [])].map((colour) =>
      Uint32Array.from({ length: 5 * 10 }, (_, at) => mix(colours.ground, colour, (at % 10) / 9)),
    );
    const film = new FilmCells(
      made,
      {
        topology: null,
        gridLines: false,
        gap: 0,
        icons: new CellIcons([{ shape: "circles" }]),
      },
      () => ({ full: 9, slots: Uint8Array.of(0, 1, 2, 3), bySlot }),
    );
    const view = { x: 1n, y: 0n, left: -2, top: -2, zoom: 24, lattice: HEX };
    film.paint(view, { x: 0n, y: 0n, w: 3, h: 1, states: Uint8Array.of(1, 2, 3) });
    const filmed = (dx: number, dy: number) => made.pixels[(side / 2 + dy) * side + side / 2 + dx];
    expect([filmed(0, 0), filmed(-24, 0), filmed(24, 0)]).toEqual([green, red, colours.states?.[2]]);
    expect([filmed(11, 0), filmed(0, -10)]).toEqual([colours.ground, colours.ground]);
  });

  test("look where their names say", () => {
    const share = (name: string) => {
      const of = shareOfGlyph(name);
      return (x: number, y: number) => of?.(x, y, 3, 3) ?? -1;
    };
    const tip = { east: [2, 1], north: [1, 0], west: [0, 1], south: [1, 2] } as const;
    for (const [way, [x, y]] of Object.entries(tip))
      for (const kind of ["arrow", "double arrow"]) {
        const at = share(`${kind} ${way}`);
        // The tip is thinner than the head's foot in the middle, and has nothing beside it.
        expect(at(x, y)).toBeGreaterThan(0.2);
        expect(at(1, 1)).toBeGreaterThan(at(x, y));
      }
    expect(shareOfGlyph("triangles")).toBeNull();
  });
});

test("von Neumann's machines come with one for each state above 0", () => {
  for (const name of ["JvN29", "Nobili32"]) {
    const { looks, states } = parseRule(name);
    const icons = new CellIcons(looks.icons ?? []);
    for (let state = 1; state < states; state++)
      expect(icons.at(state, 15, 15)?.shares.some(Boolean)).toBe(true);
  }
});
