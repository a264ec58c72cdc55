/**
 * The look of cells, and the palette that follows from it. A palette is fixed for a whole film, so it holds exactly the
 * colours that frames may need: sharp squares alone need two, one bit a pixel.
 */

import type { Topology } from "../core/topology.ts";
import type { Lattice } from "../grids/grid-kind.ts";
import { gridKindOf } from "../grids/registry.ts";
import { SQUARE } from "../grids/square.ts";
import type { StateLooks } from "../picture/age-colours.ts";
import { AGE_STEPS, ageColour, stateColour } from "../picture/age-colours.ts";
import { looksOf } from "../picture/cell-ages.ts";
import { CellIcons } from "../picture/cell-icons.ts";
import { SHADES } from "../picture/film-style.ts";
import { LAYERS } from "../picture/layers.ts";
import type { CellPalette } from "../picture/palette.ts";
import { ALIVE_ONLY } from "../picture/palette.ts";
import type { Theme } from "../picture/themes.ts";
import { blend } from "../picture/themes.ts";
import type { Rule } from "../rules/rule.ts";
import type { Palette } from "./picture.ts";

export interface FilmLook {
  readonly theme: Theme;
  /** Squares for all cells, also for those that are hexagons or triangles on the screen. */
  readonly squares: boolean;
  /** Space between cells in pixels; small cells get less. */
  readonly gap: number;
  readonly gridLines: boolean;
  /** Colours cells by the number of frames they have lived. */
  readonly ages: boolean;
  /** Shows the pictures of states that a rule brings, in squares that have room for them. Default: no. */
  readonly icons?: boolean;
  /** A line with generation and population under the picture. */
  readonly caption: boolean;
}

/** How a film draws the cells of a universe. */
export function latticeFor(
  { squares }: FilmLook,
  { rule, topology }: { readonly rule: Rule; readonly topology: Topology },
): Lattice {
  return squares ? SQUARE : gridKindOf(rule, topology);
}

/** The pictures of states that a film shows; null for none. */
export function iconsFor({ icons, ages }: FilmLook, { states, looks }: Rule): CellIcons | null {
  // Ages are no states of the rule.
  const shown = icons && !(ages && states === 2) ? looks.icons : undefined;
  return shown ? new CellIcons(shown) : null;
}

/** The meaning of a film's pixels. */
export interface Inks {
  readonly palette: Palette;
  readonly ground: number;
  readonly line: number;
  readonly line10: number;
  readonly outside: number;
  readonly text: number;
  /** Shades between ground and cell; 1 if every pixel is one or the other. */
  readonly levels: number;
  /** Colours of cells: one, or one for each age step, or one for each state above 0 or some neighbouring ones. */
  readonly steps: number;
  /** For each state of a painted cell (a byte): 0 for nothing, else its step plus 1. */
  readonly slots: Uint8Array;
  /** Index of step s at level l (1..levels): `live + s * levels + l - 1`. */
  readonly live: number;
}

interface InkNeeds {
  /** Whether pixels may be partly live. */
  readonly soft: boolean;
  /** Whether the area beyond a bounded grid may come into view. */
  readonly outside: boolean;
  /** Default: one of two states. */
  readonly rule?: StateLooks;
}

/** Pixels are bytes: so many colours are left for cells beside those of ground, lines, outside and text. */
const MOST_CELL_INKS = 250;
/** Shades between ground and cell are given up for colours down to so many. */
const LEAST_SHADES = 3;

export function inksFor(look: FilmLook, needs: InkNeeds): Inks {
  const { theme } = look;
  const colours: number[] = [theme.ground];
  const add = (wanted: boolean, colour: number): number => {
    if (!wanted) return 0;
    const known = colours.indexOf(colour);
    return known >= 0 ? known : colours.push(colour) - 1;
  };
  const { rule = { states: 2 } } = needs;
  const { states } = rule;
  const wanted = states > 2 ? states - 1 : look.ages ? AGE_STEPS : 1;
  const levels = needs.soft
    ? Math.min(SHADES, Math.max(LEAST_SHADES, Math.floor(MOST_CELL_INKS / wanted)))
    : 1;
  const steps = Math.min(wanted, Math.floor(MOST_CELL_INKS / levels));
  const stated = Uint8Array.from({ length: 256 }, (_, state) =>
    state === 0 ? 0 : 1 + Math.min(steps - 1, Math.floor(((state - 1) * steps) / (states - 1))),
  );
  const slots = states > 2 ? stated : look.ages ? AGED : ALIVE_ONLY;
  const live = colours.length;
  for (let step = 0; step < steps; step++) {
    const full =
      states > 2
        ? stateColour(theme, stated.indexOf(1 + step), rule)
        : look.ages
          ? ageColour(theme, step)
          : theme.cell;
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
  return { palette, ground: 0, line, line10, outside, text, levels, steps, slots, live };
}

/** The slots of cells with ages. */
const AGED = Uint8Array.from({ length: 256 }, (_, state) => {
  const looks = looksOf(state);
  return looks && "age" in looks ? looks.age + 1 : 0;
});

/** The inks for the painter, if a pixel counts as this many sample points. */
export function paletteOf(inks: Inks, points: number): CellPalette<Uint8Array> {
  const layers = [inks.ground, inks.line, inks.line10, inks.outside, inks.outside];
  const tables = Array.from({ length: inks.steps }, (_, step) =>
    Uint8Array.from({ length: LAYERS * (points + 1) }, (_, at) => {
      const covered = at % (points + 1);
      if (covered === 0) return layers[Math.floor(at / (points + 1))] as number;
      return inks.live + step * inks.levels + Math.ceil((covered * inks.levels) / points) - 1;
    }),
  );
  return { full: points, slots: inks.slots, bySlot: [tables[0] as Uint8Array, ...tables] };
}
