/** The colours a painter needs, as numbers, read from the theme's tokens. */

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
}

const TOKENS: Readonly<Record<keyof PaintColours, string>> = {
  ground: "--ground",
  cell: "--cell",
  grid: "--grid",
  grid10: "--grid-10",
  outside: "--panel",
  edge: "--faint",
};

const FALLBACK: PaintColours = {
  ground: pixelOf("#0c0f14"),
  cell: pixelOf("#f4e7c3"),
  grid: pixelOf("#171d26"),
  grid10: pixelOf("#212936"),
  outside: pixelOf("#12161d"),
  edge: pixelOf("#818c9b"),
};

/** `#rgb` or `#rrggbb` as a pixel. */
export function pixelOf(hex: string): Pixel {
  const digits = hex.trim().replace(/^#/, "");
  const long = digits.length === 3 ? [...digits].map((d) => d + d).join("") : digits;
  const value = Number.parseInt(long, 16);
  return (0xff000000 | ((value & 0xff) << 16) | (value & 0xff00) | (value >>> 16)) >>> 0;
}

/** The colours in force at an element. A token that is missing or is no hex colour keeps the dark theme's. */
export function readColours(element: Element): PaintColours {
  const style = getComputedStyle(element);
  const entries = Object.entries(TOKENS).map(([name, token]) => {
    const text = style.getPropertyValue(token).trim();
    const known = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);
    return [name, known ? pixelOf(text) : FALLBACK[name as keyof PaintColours]];
  });
  return Object.fromEntries(entries) as unknown as PaintColours;
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
