/**
 * Colours of exported pictures. `dark` and `light` are the studio's (renderer/app/tokens.css; a test holds them together),
 * so that a film looks like what was on the screen.
 */

import { TessellaError } from "../core/errors.ts";
import type { RegistryEntry } from "../core/registry.ts";
import { Registry } from "../core/registry.ts";

/** Each colour as 0xRRGGBB. */
export interface Theme extends RegistryEntry {
  readonly ground: number;
  readonly cell: number;
  readonly grid: number;
  /** Every tenth line. */
  readonly grid10: number;
  /** Beyond the edge of a bounded grid. */
  readonly outside: number;
  /** The caption, on the ground. */
  readonly text: number;
  /** Cells by age, the newborn first; between these the colours are mixed. */
  readonly ages: readonly number[];
}

export const THEMES = new Registry<Theme>("theme", [
  {
    id: "dark",
    name: "Dark",
    ground: 0x0c0f14,
    cell: 0xf4e7c3,
    grid: 0x171d26,
    grid10: 0x232b37,
    outside: 0x12161d,
    text: 0xaab3bf,
    ages: [0xfff6d8, 0xf2c14e, 0xd9673a, 0x8f3b76, 0x3f3f8f],
  },
  {
    id: "light",
    name: "Light",
    ground: 0xfaf7ef,
    cell: 0x20303f,
    grid: 0xefe9db,
    grid10: 0xe2d9c5,
    outside: 0xf3eee2,
    text: 0x464d58,
    ages: [0xc8641e, 0xa33b3b, 0x6b3568, 0x3a3f7a, 0x1f3040],
  },
  {
    id: "ink",
    name: "Ink on paper",
    ground: 0xffffff,
    cell: 0x000000,
    grid: 0xe6e6e6,
    grid10: 0xcccccc,
    outside: 0xf0f0f0,
    text: 0x404040,
    ages: [0x000000, 0x303030, 0x606060, 0x808080, 0xa0a0a0],
  },
  {
    id: "phosphor",
    name: "Phosphor",
    ground: 0x000000,
    cell: 0x33ff66,
    grid: 0x04160a,
    grid10: 0x0a2a14,
    outside: 0x050a06,
    text: 0x66cc88,
    ages: [0xe8ffe8, 0x66ff99, 0x22cc55, 0x118844, 0x0a4a2a],
  },
]);

/** Errors: `not-found` naming those there are. */
export function themeNamed(id: string): Theme {
  const theme = THEMES.find(id.toLowerCase());
  if (theme) return theme;
  throw new TessellaError("not-found", `There is no theme "${id}".`, {
    hint: `There are: ${THEMES.list()
      .map((entry) => entry.id)
      .join(", ")}.`,
  });
}

/** `share` / `whole` of the way from one colour to another, each channel by itself, in whole numbers. */
export function blend(from: number, to: number, share: number, whole: number): number {
  let colour = 0;
  for (let shift = 0; shift <= 16; shift += 8) {
    const a = (from >>> shift) & 255;
    const b = (to >>> shift) & 255;
    colour |= Math.floor((a * (whole - share) + b * share + whole / 2) / whole) << shift;
  }
  return colour;
}
