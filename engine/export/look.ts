/**
 * How cells look, and the palette that follows from it. A palette is fixed for a whole film, so it holds every colour that
 * any frame may need and none besides: with sharp squares and nothing else these are two, a bit a pixel.
 */

import { AGE_STEPS, ageColour } from "../picture/age-colours.ts";
import type { Theme } from "../picture/themes.ts";
import { blend } from "../picture/themes.ts";
import type { Palette } from "./picture.ts";

export interface Look {
  readonly theme: Theme;
  /** Hexagons where true, leaning rows and all; else squares. */
  readonly hexagons: boolean;
  /** Space between cells in pixels; small cells get less. */
  readonly gap: number;
  readonly gridLines: boolean;
  /** Colours cells by how many frames they have lived. */
  readonly ages: boolean;
  /** A line with generation and population under the picture. */
  readonly caption: boolean;
}

/** Edges are sampled at three by three points, so a pixel is one of nine shares of live. */
export const SAMPLES = 3;
const SOFT_LEVELS = SAMPLES * SAMPLES;
/** The least share of a cell's colour that shows a cell among very many, of 1: as the canvas has it. */
const FLOOR = 0.4;

/** What the pixels of a film mean. */
export interface Inks {
  readonly palette: Palette;
  readonly ground: number;
  readonly line: number;
  readonly line10: number;
  readonly outside: number;
  readonly text: number;
  /** Shades between ground and cell; 1 where every pixel is one or the other. */
  readonly levels: number;
  readonly ageSteps: number;
  /** Index of age step s at level l (1..levels): `live + s * levels + l - 1`. */
  readonly live: number;
}

export interface InkNeeds {
  /** Whether pixels may be partly live. */
  readonly soft: boolean;
  /** Whether something beyond a bounded grid may come into view. */
  readonly outside: boolean;
}

export function inksFor(look: Look, needs: InkNeeds): Inks {
  const { theme } = look;
  const colours: number[] = [theme.ground];
  const add = (wanted: boolean, colour: number): number => {
    if (!wanted) return 0;
    const known = colours.indexOf(colour);
    return known >= 0 ? known : colours.push(colour) - 1;
  };
  const levels = needs.soft ? SOFT_LEVELS : 1;
  const ageSteps = look.ages ? AGE_STEPS : 1;
  const live = colours.length;
  for (let step = 0; step < ageSteps; step++) {
    const full = look.ages ? ageColour(theme, step) : theme.cell;
    for (let level = 1; level <= levels; level++) colours.push(blend(theme.ground, full, level, levels));
  }
  const line = add(look.gridLines, theme.grid);
  const line10 = add(look.gridLines, theme.grid10);
  const outside = add(needs.outside, theme.outside);
  const text = add(look.caption, theme.text);
  const rgb = new Uint8Array(colours.length * 3);
  for (const [i, colour] of colours.entries()) {
    rgb[i * 3] = colour >>> 16;
    rgb[i * 3 + 1] = (colour >>> 8) & 255;
    rgb[i * 3 + 2] = colour & 255;
  }
  const palette = { size: colours.length, rgb };
  return { palette, ground: 0, line, line10, outside, text, levels, ageSteps, live };
}

/**
 * The level that shows `live` of `cells`: FLOOR + (1 - FLOOR) * sqrt(share) of the way to a cell's colour, rounded up, so
 * that one in a million is seen. Compared as squares: no root, no rounding that another machine might do otherwise.
 */
export function densityLevel(live: number, cells: number, levels: number): number {
  if (live <= 0) return 0;
  let level = 1;
  while (level < levels) {
    const root = (level / levels - FLOOR) / (1 - FLOOR);
    if (root > 0 && live <= root * root * cells) break;
    level++;
  }
  return level;
}
