/** How allele frequencies change, as a picture: a column a moment, a row a bit, from the ground (all 0) to a cell (all 1). */

import { mix, paintColours } from "../../../engine/picture/colours.ts";
import type { Picture } from "../../../engine/picture/scene.ts";
import { THEMES } from "../../../engine/picture/themes.ts";

const MOST_COLUMNS = 512;

/** A column at a generation; each is as high as the first. */
export interface AlleleColumn {
  readonly generation: number;
  readonly shares: Uint8Array;
}

/** Adds a column; where there are too many, every other one of the older goes. */
export function withColumn(columns: readonly AlleleColumn[], column: AlleleColumn): readonly AlleleColumn[] {
  const kept = columns.length < MOST_COLUMNS ? columns : columns.filter((_, k) => k % 2 === 0);
  return [...kept, column];
}

export function allelePicture(columns: readonly AlleleColumn[], theme: string): Picture {
  const height = columns[0]?.shares.length ?? 1;
  const width = Math.max(1, columns.length);
  const { ground, cell } = paintColours(THEMES.get(theme));
  const shades = Uint32Array.from({ length: 256 }, (_, share) => mix(ground, cell, share / 255));
  const pixels = new Uint32Array(width * height);
  columns.forEach(({ shares }, i) => {
    for (let j = 0; j < height; j++) pixels[j * width + i] = shades[shares[j] ?? 0] as number;
  });
  return { width, height, pixels };
}
