/**
 * Colours of cells, one list for the studio's stage and for exported pictures: a film looks like the screen. `dark`
 * and `light` are the studio's own two looks (renderer/window/tokens.css; a test compares them).
 */

import { TessellaError } from "../core/errors.ts";
import type { RegistryEntry } from "../core/registry.ts";
import { Registry } from "../core/registry.ts";

/** Each colour as 0xRRGGBB. */
export interface Theme extends RegistryEntry {
  /** One line on its purpose. */
  readonly summary: string;
  /** The one of the studio's two looks that goes with it: overlays on the cells use its colours. */
  readonly shade: "dark" | "light";
  readonly ground: number;
  readonly cell: number;
  readonly grid: number;
  /** The bold lines. */
  readonly grid10: number;
  /** Beyond the edge of a bounded grid, and the edge itself. */
  readonly outside: number;
  readonly edge: number;
  /** The caption, on the ground. */
  readonly text: number;
  /** Cells by age, the newborn first; between these the colours are mixed. */
  readonly ages: readonly number[];
  /** Whether ages also fall steadily in brightness, which people see with any kind of colour vision. */
  readonly safe: boolean;
}

export const THEMES = new Registry<Theme>("theme", [
  {
    id: "dark",
    name: "Dark",
    summary: "Warm cells on ink.",
    shade: "dark",
    ground: 0x0c0f14,
    cell: 0xf4e7c3,
    grid: 0x171d26,
    grid10: 0x232b37,
    outside: 0x12161d,
    edge: 0x8c96a5,
    text: 0xaab3bf,
    ages: [0xfff6d8, 0xf2c14e, 0xd9673a, 0xa8488e, 0x5f62c4],
    safe: false,
  },
  {
    id: "light",
    name: "Light",
    summary: "Ink on warm paper.",
    shade: "light",
    ground: 0xfaf7ef,
    cell: 0x20303f,
    grid: 0xefe9db,
    grid10: 0xe2d9c5,
    outside: 0xf3eee2,
    edge: 0x5d616b,
    text: 0x464d58,
    ages: [0xc8641e, 0xa33b3b, 0x6b3568, 0x3a3f7a, 0x1f3040],
    safe: false,
  },
  {
    id: "ink",
    name: "Ink on paper",
    summary: "Black on white, for print.",
    shade: "light",
    ground: 0xffffff,
    cell: 0x000000,
    grid: 0xe6e6e6,
    grid10: 0xcccccc,
    outside: 0xf0f0f0,
    edge: 0x606060,
    text: 0x404040,
    ages: [0x000000, 0x303030, 0x565656, 0x707070, 0x8c8c8c],
    safe: true,
  },
  {
    id: "phosphor",
    name: "Phosphor",
    summary: "Green on black, as an old terminal.",
    shade: "dark",
    ground: 0x000000,
    cell: 0x33ff66,
    grid: 0x04160a,
    grid10: 0x0a2a14,
    outside: 0x050a06,
    edge: 0x4a7a58,
    text: 0x66cc88,
    ages: [0xe8ffe8, 0x66ff99, 0x22cc55, 0x118844, 0x0f6a3c],
    safe: false,
  },
  {
    id: "contrast",
    name: "High contrast",
    summary: "White on black, with lines that can be seen.",
    shade: "dark",
    ground: 0x000000,
    cell: 0xffffff,
    grid: 0x333333,
    grid10: 0x666666,
    outside: 0x1a1a1a,
    edge: 0xb0b0b0,
    text: 0xffffff,
    ages: [0xffffff, 0xffe14d, 0xffb45c, 0x3d93e6, 0x5474e0],
    safe: true,
  },
  {
    id: "blue-orange",
    name: "Blue and orange",
    summary: "Two hues that every common kind of colour vision tells apart.",
    shade: "dark",
    ground: 0x071426,
    cell: 0xffb347,
    grid: 0x0f2038,
    grid10: 0x1b3354,
    outside: 0x0c1b31,
    edge: 0x7f96b5,
    text: 0xa9bbd2,
    ages: [0xffe0b0, 0xffb347, 0xe0955a, 0x5f8fd6, 0x3a72c8],
    safe: true,
  },
  {
    id: "viridis",
    name: "Viridis",
    summary: "From yellow over green to blue: ages differ in brightness as well as in hue.",
    shade: "dark",
    ground: 0x0d0b14,
    cell: 0x7ad151,
    grid: 0x191527,
    grid10: 0x29223f,
    outside: 0x151120,
    edge: 0x8f88a8,
    text: 0xb4adc9,
    ages: [0xfde725, 0x7ad151, 0x22a884, 0x2a8c9e, 0x5068bc],
    safe: true,
  },
  {
    id: "cividis",
    name: "Cividis",
    summary: "From yellow to blue, made for red-green colour blindness.",
    shade: "dark",
    ground: 0x05101f,
    cell: 0xe8d364,
    grid: 0x0e1c30,
    grid10: 0x1a2c47,
    outside: 0x0a1728,
    edge: 0x8490a5,
    text: 0xaeb7c6,
    ages: [0xfee838, 0xcbba69, 0xa59c74, 0x7c7b78, 0x5d6a8c],
    safe: true,
  },
]);

/** Errors: `not-found`, naming the existing themes. */
export function themeNamed(id: string): Theme {
  const theme = THEMES.find(id.toLowerCase());
  if (theme) return theme;
  throw new TessellaError("not-found", `There is no theme "${id}".`, {
    hint: `There are: ${THEMES.list()
      .map((entry) => entry.id)
      .join(", ")}.`,
  });
}

/** `share` / `whole` of the way from one colour to another, channel by channel, in whole numbers. */
export function blend(from: number, to: number, share: number, whole: number): number {
  let colour = 0;
  for (let shift = 0; shift <= 16; shift += 8) {
    const a = (from >>> shift) & 255;
    const b = (to >>> shift) & 255;
    colour |= Math.floor((a * (whole - share) + b * share + whole / 2) / whole) << shift;
  }
  return colour;
}

/** A colour 0xRRGGBB as CSS and SVG spell it. */
export function cssColour(colour: number): string {
  return `#${colour.toString(16).padStart(6, "0")}`;
}

/** Black or white, whichever can be read on a colour: the luminance at which their contrasts meet is 0.179. */
export function legibleOn(colour: number): number {
  return luminanceOf(colour) > 0.179 ? 0x000000 : 0xffffff;
}

/** The contrast that WCAG 2 asks of lines and signs. */
const SEEN = 3;

/** The colour, with as much black or white as it takes to be seen on the ground; by default as a line. */
export function seenOn(ground: number, colour: number, contrast = SEEN): number {
  const end = legibleOn(ground);
  for (let share = 0; share < 16; share++) {
    const mixed = blend(colour, end, share, 16);
    const [low, high] = [luminanceOf(ground), luminanceOf(mixed)].sort((a, b) => a - b) as [number, number];
    if ((high + 0.05) / (low + 0.05) >= contrast) return mixed;
  }
  return end;
}

/** Relative luminance as in WCAG 2. */
function luminanceOf(colour: number): number {
  const linear = (shift: number): number => {
    const share = ((colour >>> shift) & 255) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0);
}
