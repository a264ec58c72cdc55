/** A painter's colours in tables by state, layer and coverage. */

import { looksOf } from "./cell-ages.ts";
import type { PaintColours, Pixel } from "./colours.ts";
import { mix } from "./colours.ts";
import { EDGE, GROUND, LAYERS, LINE, LINE_BOLD, OUTSIDE } from "./layers.ts";

/** The screen counts coverage in 256ths. */
export const FULL = 256;

/** Entry `layer * (full + 1) + coverage`: a cell with that coverage of a pixel, over that layer. */
export type ColourTable = Uint32Array | Uint8Array;

export interface CellPalette<T extends ColourTable = ColourTable> {
  /** The coverage of a pixel that a cell covers wholly. */
  readonly full: number;
  /** For each state of a cell (a byte): the entry of `bySlot` that it looks like; 0 shows nothing. */
  readonly slots: Uint8Array;
  /** Entry 0 holds the colours of dead cells where nothing covers a pixel. */
  readonly bySlot: readonly T[];
}

/** Further tables of the screen, which a GPU takes too. */
export interface ScreenPalette extends CellPalette<Uint32Array> {
  /** Live cells without ages. */
  readonly live: Uint32Array;
  /** The ground over a layer: the colours of a dead hexagon's inside next to its seam. */
  readonly dead: Uint32Array;
}

/** The look of a picture on the screen. */
export interface ScreenLook {
  readonly colours: PaintColours;
  readonly gridLines: boolean;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}

/** The states of cells without ages: 0 is dead, 1 alive. */
export const ALIVE_ONLY: Uint8Array = Uint8Array.of(0, 1);

/** Grid lines fade in between these sizes of a cell in CSS pixels; the bold ones appear first. */
const LINES_FROM = 5;
const LINES_FULL = 10;
const BOLD_FROM = 3;
const BOLD_FULL = 6;

/** `pixelsPerCell`: device pixels; `ages`: whether states are ages (cell-ages.ts), where they are not the rule's own. */
export function screenPalette(
  { colours, gridLines, ratio }: ScreenLook,
  pixelsPerCell: number,
  ages: boolean,
): ScreenPalette {
  const size = pixelsPerCell / ratio;
  const thin = gridLines ? ramp(size, LINES_FROM, LINES_FULL) : 0;
  const bold = gridLines ? ramp(size, BOLD_FROM, BOLD_FULL) : 0;
  const bases: Pixel[] = [];
  bases[GROUND] = colours.ground;
  bases[LINE] = mix(colours.ground, colours.grid, thin);
  bases[LINE_BOLD] = mix(colours.ground, colours.grid10, bold);
  bases[EDGE] = colours.edge;
  bases[OUTSIDE] = colours.outside;
  const live = layered(bases, () => colours.cell);
  const dead = layered(bases, (layer) => (layer === OUTSIDE ? colours.outside : colours.ground));
  return { full: FULL, live, dead, ...looksFor(colours, bases, live, ages) };
}

function layered(bases: readonly Pixel[], cellOver: (layer: number) => Pixel): Uint32Array {
  const table = new Uint32Array(LAYERS * (FULL + 1));
  for (let layer = 0; layer < LAYERS; layer++) {
    const [base, cell] = [bases[layer] as Pixel, cellOver(layer)];
    for (let share = 0; share <= FULL; share++) {
      table[layer * (FULL + 1) + share] = mix(base, cell, share / FULL);
    }
  }
  return table;
}

/** The share of the oldest cells' colour in a cell that died in the last step. */
const TRAIL_STRENGTH = 0.55;

type Looks = Pick<CellPalette<Uint32Array>, "slots" | "bySlot">;
/** There are many tables, and they stay the same from picture to picture: the last ones are kept. */
let kept: { readonly key: string; readonly looks: Looks } | null = null;

function looksFor(colours: PaintColours, bases: readonly Pixel[], live: Uint32Array, ages: boolean): Looks {
  if (!colours.states && !ages) return { slots: ALIVE_ONLY, bySlot: [live, live] };
  const key = [...(colours.states ?? [colours.ages, colours.cell]), "over", ...bases].join();
  if (kept?.key !== key)
    kept = { key, looks: colours.states ? stated(colours.states, bases, live) : aging(colours, bases) };
  return kept.looks;
}

function stated(states: readonly Pixel[], bases: readonly Pixel[], live: Uint32Array): Looks {
  const slots = Uint8Array.from({ length: 256 }, (_, state) => Math.min(state, states.length));
  return { slots, bySlot: [live, ...states.map((colour) => layered(bases, () => colour))] };
}

function aging({ ages, ground, cell }: PaintColours, bases: readonly Pixel[]): Looks {
  const known = new Map<Pixel, number>();
  const bySlot = [layered(bases, () => cell)];
  const oldest = ages[ages.length - 1] as Pixel;
  const slots = Uint8Array.from({ length: 256 }, (_, state) => {
    const looks = looksOf(state);
    if (!looks) return 0;
    const colour =
      "age" in looks ? (ages[looks.age] as Pixel) : mix(ground, oldest, TRAIL_STRENGTH * looks.fresh);
    const slot = known.get(colour) ?? bySlot.push(layered(bases, () => colour)) - 1;
    known.set(colour, slot);
    return slot;
  });
  return { slots, bySlot };
}

/** 0 up to `from`, 1 from `to` on, linear in between. */
function ramp(value: number, from: number, to: number): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)));
}

/** The space between cells on the screen in pixels: none for small ones, one CSS pixel for those of 8 and more. */
export function gapOf(pixelsPerCell: number, ratio: number): number {
  return ratio * ramp(pixelsPerCell / ratio, 4, 8);
}
