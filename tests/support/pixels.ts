import type { Pixel } from "../../engine/picture/colours.ts";

/** `#rgb` or `#rrggbb` as a pixel. */
export function pixelOf(hex: string): Pixel {
  const digits = hex.trim().replace(/^#/, "");
  const long = digits.length === 3 ? [...digits].map((d) => d + d).join("") : digits;
  const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
