// Cells in more than two states, in every kind of picture.

import { describe, expect, it } from "vitest";
import { openFilm } from "../../../engine/export/film.ts";
import { openFrames } from "../../../engine/export/frame-source.ts";
import type { Framing } from "../../../engine/export/framing.ts";
import { inksFor } from "../../../engine/export/look.ts";
import { PBM_SEQUENCE } from "../../../engine/export/pbm-sequence.ts";
import { SVG } from "../../../engine/export/svg.ts";
import { stateColour } from "../../../engine/picture/age-colours.ts";
import { THEMES } from "../../../engine/picture/themes.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { PLAIN_LOOK } from "../../support/film-worlds.ts";
import { MemoryTarget } from "../../support/memory-target.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { universeWith } from "../../support/universes.ts";

const RULE = parseRule("345/2/4");
const RANGE = { from: 0n, to: 0n, every: 1n };
const THEME = THEMES.get("dark");
const coloured = (state: number): number => stateColour(THEME, state, { states: 4 });

/** The colours of the first picture, row by row. */
async function picture(rle: string, framing: Framing, rule = RULE): Promise<readonly number[]> {
  const universe = await universeWith(cellsFromRle(rle), { rule });
  const look = { ...PLAIN_LOOK, theme: THEME };
  const film = await openFilm(universe, { range: RANGE, framing, look, fps: 1, hold: 0, loop: false });
  const { rgb } = film.palette;
  for await (const { pixels } of film.read())
    return [...pixels].map(
      (ink) =>
        ((rgb[3 * ink] as number) << 16) | ((rgb[3 * ink + 1] as number) << 8) | (rgb[3 * ink + 2] as number),
    );
  return [];
}

describe("icons of states", () => {
  const whole: Framing = {
    kind: "region",
    region: { x: 0n, y: 0n, w: 2n, h: 1n },
    scale: { pixels: 16, cells: 1 },
  };

  it("are in the picture where they are asked for and the rule brings some", async () => {
    const universe = async (icons: boolean, rule = parseRule("JvN29")) => {
      const film = await openFilm(await universeWith(cellsFromRle("IJ!"), { rule }), {
        ...{ range: RANGE, framing: whole, fps: 1, hold: 0, loop: false },
        look: { ...PLAIN_LOOK, theme: THEME, icons },
      });
      for await (const { pixels } of film.read()) return { pixels: [...pixels], inks: film.palette.size };
      throw new Error("there is no picture");
    };
    const [plain, drawn] = [await universe(false), await universe(true)];
    expect(new Set(plain.pixels).size).toBe(2);
    // Nine shades of each colour of which the arrows take those that they need.
    expect(new Set(drawn.pixels).size).toBeGreaterThan(4);
    expect(drawn.pixels.filter((ink) => ink === 0).length).toBeGreaterThan(150);
    expect(await universe(true, parseRule("345/2/12"))).toEqual(await universe(false, parseRule("345/2/12")));
  });
});

describe("a theme's colours of states", () => {
  it("go from the newborn's to the oldest's", () => {
    const ages = THEME.ages;
    expect([coloured(1), coloured(3)]).toEqual([ages[0], ages.at(-1)]);
    expect(coloured(2)).toBe(ages[2]);
    expect([1, 2].map((state) => stateColour(THEME, state, { states: 3 }))).toEqual([ages[0], ages.at(-1)]);
  });

  it("change a rule's own as far as it takes to be seen on the ground", () => {
    const rule = { states: 3, looks: { colours: [0, 0xffffff, 0x000000] } };
    const [white, black] = [1, 2].map((state) => stateColour(THEMES.get("light"), state, rule)) as [
      number,
      number,
    ];
    expect(white).toBeLessThan(0xeeeeee);
    expect(white).toBeGreaterThan(0xaaaaaa);
    expect(black).toBe(0x000000);
    const [bright, dim] = [1, 2].map((state) => stateColour(THEMES.get("dark"), state, rule)) as [
      number,
      number,
    ];
    expect(bright).toBe(0xffffff);
    expect(dim).toBeGreaterThan(0x202020);
  });

  it("give way to a rule's own", () => {
    const rule = { states: 3, looks: { colours: [0, 0x708090, 0x405060] } };
    expect([1, 2].map((state) => stateColour(THEME, state, rule))).toEqual([0x708090, 0x405060]);
    const { palette, slots, live, steps, levels } = inksFor(PLAIN_LOOK, {
      soft: false,
      outside: false,
      rule,
    });
    expect([steps, levels, ...slots.subarray(0, 3)]).toEqual([2, 1, 0, 1, 2]);
    expect([...palette.rgb.subarray(3 * live, 3 * live + 6)]).toEqual([0x70, 0x80, 0x90, 0x40, 0x50, 0x60]);
  });

  it("fit a byte with their shades, however many there are", () => {
    for (const states of [3, 4, 25, 84, 100, 256]) {
      for (const soft of [false, true]) {
        const look = { ...PLAIN_LOOK, gridLines: true, caption: true };
        const inks = inksFor(look, { soft, outside: true, rule: { states } });
        expect(inks.palette.size).toBeLessThanOrEqual(256);
        const slots = [...inks.slots.subarray(0, states)];
        expect(slots).toEqual([...slots].sort((a, b) => a - b));
        expect([slots[0], slots[1], slots.at(-1)]).toEqual([0, 1, inks.steps]);
        if (states < 28) expect([inks.steps, inks.levels]).toEqual([states - 1, soft ? 9 : 1]);
      }
    }
  });
});

describe("a picture of cells in states", () => {
  const region = { x: 0n, y: 0n, w: 4n, h: 2n };

  it("shows each in its colour", async () => {
    const shown = await picture("ABC$C!", { kind: "region", region, scale: { pixels: 1, cells: 1 } });
    const [a, b, c, ground] = [coloured(1), coloured(2), coloured(3), THEME.ground];
    expect(shown).toEqual([a, b, c, ground, c, ground, ground, ground]);
  });

  it("shows triangles, as wide and high as they are, unless it is to show squares", async () => {
    const universe = await universeWith(cellsFromRle("A.B$2.C!"), { rule: parseRule("R1,C4,S4-6,B4,NL") });
    const framing: Framing = { kind: "region", region: { ...region, w: 3n }, scale: { pixels: 9, cells: 1 } };
    const sizeOf = async (squares: boolean): Promise<readonly number[]> => {
      const look = { ...PLAIN_LOOK, theme: THEME, squares };
      const film = await openFilm(universe, { range: RANGE, framing, look, fps: 1, hold: 0, loop: false });
      return [film.width, film.height];
    };
    expect(await sizeOf(false)).toEqual([36, Math.ceil(18 * Math.sqrt(3))]);
    expect(await sizeOf(true)).toEqual([27, 18]);
  });

  it("shows hexagons in theirs", async () => {
    const shown = await picture(
      "ABC!",
      { kind: "region", region: { ...region, h: 1n }, scale: { pixels: 9, cells: 1 } },
      parseRule("345/2/4H"),
    );
    for (const state of [1, 2, 3]) expect(shown).toContain(coloured(state));
  });

  it("shows from afar the lowest state of a pixel, in its colour", async () => {
    // Of each pixel's four cells all live: the full shade.
    const shown = await picture("2C2B$CACB!", { kind: "region", region, scale: { pixels: 1, cells: 2 } });
    expect(shown).toEqual([coloured(1), coloured(2)]);
  });
});

describe("files of cells in states", () => {
  const files = async (exporter: typeof SVG): Promise<string> => {
    const universe = await universeWith(cellsFromRle("A.C$2B!"), { rule: RULE });
    const source = await openFrames(universe, RANGE, "first");
    const target = new MemoryTarget();
    await exporter.run(source, target, { name: "a", plain: true, look: { ...PLAIN_LOOK, theme: THEME } });
    return new TextDecoder().decode([...target.files.values()][0]);
  };

  it("have a path a state as SVG", async () => {
    const svg = await files(SVG);
    const paths = [...svg.matchAll(/<path fill="#(\w+)"[^>]* d="([^"]*)"/g)].map(([, fill, d]) => [fill, d]);
    const hex = (state: number): string => coloured(state).toString(16).padStart(6, "0");
    expect(paths).toEqual([
      [hex(1), "M0 0h1v1h-1z"],
      [hex(2), "M0 1h2v1h-2z"],
      [hex(3), "M2 0h1v1h-1z"],
    ]);
  });

  it("are black where they are not 0 as PBM", async () => {
    expect(await files(PBM_SEQUENCE)).toMatch(/^P1\n(?:#.*\n)*3 2\n1 ?0 ?1\s+1 ?1 ?0\s*$/);
  });
});
