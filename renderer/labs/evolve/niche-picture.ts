/** The niches of a map (engine/evolve/map-elites.ts) as a picture, a pixel each: the fitter its rule, the more like a live cell. */

import { mix, paintColours } from "../../../engine/picture/colours.ts";
import type { Picture } from "../../../engine/picture/scene.ts";
import { THEMES } from "../../../engine/picture/themes.ts";
import type { Niches } from "../../../engine/worker/protocol/evolve.ts";

/** The least fit rule is still no ground. */
const FAINTEST = 0.15;

/** Niches in a row. */
export function nicheSide({ fitness }: Niches): number {
  return Math.round(Math.sqrt(fitness.length));
}

/** The niches that hold a rule, the fittest first and of equals the first. */
export function filledInOrder({ fitness, genomes }: Niches): readonly number[] {
  const words = genomes.length / fitness.length;
  return Array.from(fitness.keys())
    .filter((i) => genomes.subarray(i * words, (i + 1) * words).some((word) => word !== 0))
    .sort((a, b) => (fitness[b] as number) - (fitness[a] as number) || a - b);
}

/** Shares of ones grow to the right, times until rest upwards. */
export function nichePicture(niches: Niches, theme: string): Picture {
  const side = nicheSide(niches);
  const { ground, cell } = paintColours(THEMES.get(theme));
  const pixels = new Uint32Array(side * side).fill(ground);
  const filled = filledInOrder(niches);
  const fitnessOf = (i: number | undefined): number => (i === undefined ? 0 : (niches.fitness[i] as number));
  const [most, least] = [fitnessOf(filled[0]), fitnessOf(filled.at(-1))];
  for (const i of filled) {
    const share = most === least ? 1 : (fitnessOf(i) - least) / (most - least);
    pixels[pixelOf(i, side)] = mix(ground, cell, FAINTEST + (1 - FAINTEST) * share);
  }
  return { width: side, height: side, pixels };
}

function pixelOf(niche: number, side: number): number {
  return (side - 1 - Math.floor(niche / side)) * side + (niche % side);
}

/** The niche at a pixel; undefined beyond the picture. */
export function nicheAt(x: number, y: number, side: number): number | undefined {
  return x < 0 || y < 0 || x >= side || y >= side ? undefined : (side - 1 - y) * side + x;
}
