/** The colours a painter needs, as numbers. */

import type { StateLooks } from "./age-colours.ts";
import { AGE_STEPS, ageColour, stateColour } from "./age-colours.ts";
import type { Theme } from "./themes.ts";

/** 0xAABBGGRR: the bytes R, G, B, A in memory on every machine that a browser runs on. */
export type Pixel = number;

export interface PaintColours {
  readonly ground: Pixel;
  readonly cell: Pixel;
  readonly grid: Pixel;
  readonly grid10: Pixel;
  /** Beyond the edge of a bounded grid, and the edge itself. */
  readonly outside: Pixel;
  readonly edge: Pixel;
  /** Live cells by their age, the newborn first. */
  readonly ages: readonly Pixel[];
  /** Of a rule of more than two states: cells in state 1, 2 and so on. */
  readonly states?: readonly Pixel[];
}

/** A theme's colours as pixels, for cells of a rule. */
export function paintColours(theme: Theme, rule: StateLooks = { states: 2 }): PaintColours {
  const { ground, cell, grid, grid10, outside, edge } = theme;
  return {
    ground: pixel(ground),
    cell: pixel(cell),
    grid: pixel(grid),
    grid10: pixel(grid10),
    outside: pixel(outside),
    edge: pixel(edge),
    ages: Array.from({ length: AGE_STEPS }, (_, step) => pixel(ageColour(theme, step))),
    ...(rule.states > 2
      ? {
          states: Array.from({ length: rule.states - 1 }, (_, at) => pixel(stateColour(theme, at + 1, rule))),
        }
      : {}),
  };
}

/** 0xRRGGBB as a pixel. */
export function pixel(rgb: number): Pixel {
  return (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >>> 16)) >>> 0;
}

/** `share` (0..1) of the way from one colour to the other, each channel by itself in sRGB. */
export function mix(from: Pixel, to: Pixel, share: number): Pixel {
  let pixel = 0;
  for (let shift = 0; shift < 32; shift += 8) {
    const a = (from >>> shift) & 0xff;
    const b = (to >>> shift) & 0xff;
    pixel |= Math.round(a + (b - a) * share) << shift;
  }
  return pixel >>> 0;
}
