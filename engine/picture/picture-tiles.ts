import type { PictureGate } from "./drawing.ts";
import type { Picture } from "./scene.ts";

/** The distance between sampled pixels; an odd number, since cells are often 4, 8 or 16 pixels wide. */
const STEP = 3;

/** Linear light of an sRGB channel, by WCAG's definition of relative luminance. */
const LIGHT = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Mean relative luminance of a picture's tiles, as shaders/draw/brightness.wgsl measures it. */
export function tilesOf(
  { width, height, pixels }: Picture,
  { across, down }: Pick<PictureGate, "across" | "down">,
): Float32Array {
  const sums = new Float32Array(across * down);
  const counts = new Uint32Array(across * down);
  for (let j = 0; j < height; j += STEP) {
    const row = Math.floor((j * down) / height) * across;
    for (let i = 0; i < width; i += STEP) {
      const tile = row + Math.floor((i * across) / width);
      const pixel = pixels[j * width + i] as number;
      const red = LIGHT[pixel & 0xff] as number;
      const green = LIGHT[(pixel >>> 8) & 0xff] as number;
      const blue = LIGHT[(pixel >>> 16) & 0xff] as number;
      sums[tile] = (sums[tile] as number) + 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      counts[tile] = (counts[tile] as number) + 1;
    }
  }
  return sums.map((sum, tile) => sum / Math.max(1, counts[tile] as number));
}
