// The map of niches: which are filled, where each is drawn, and how strongly.

import { expect, test } from "vitest";
import { paintColours } from "../../../../engine/picture/colours.ts";
import { THEMES } from "../../../../engine/picture/themes.ts";
import type { Niches } from "../../../../engine/worker/protocol/evolve.ts";
import {
  filledInOrder,
  nicheAt,
  nichePicture,
  nicheSide,
} from "../../../../renderer/labs/evolve/niche-picture.ts";

/** Nine niches of two words; 3 has fitness 0 and yet a rule. */
const niches: Niches = {
  ...{ generation: 4, most: 10 },
  fitness: Uint32Array.of(0, 7, 0, 0, 9, 0, 0, 7, 0),
  genomes: Uint32Array.of(0, 0, 5, 0, 0, 0, 0, 1, 8, 8, 0, 0, 0, 0, 1, 0, 0, 0),
};

test("the fittest come first, of equals the first, and empty niches not at all", () => {
  expect(filledInOrder(niches)).toEqual([4, 1, 7, 3]);
});

test("shares of ones grow to the right and times upwards", () => {
  const { ground, cell } = paintColours(THEMES.get("dark"));
  const { width, height, pixels } = nichePicture(niches, "dark");
  expect([width, height]).toEqual([3, 3]);
  const side = nicheSide(niches);
  const colourOf = (niche: number): number => {
    for (let k = 0; k < pixels.length; k++)
      if (nicheAt(k % side, Math.floor(k / side), side) === niche) return pixels[k] as number;
    return -1;
  };
  // Niche 1 is in the bottom row, 7 in the top one.
  expect([nicheAt(1, 2, side), nicheAt(1, 0, side), nicheAt(3, 0, side)]).toEqual([1, 7, undefined]);
  expect([0, 2, 5, 6, 8].map(colourOf)).toEqual(Array(5).fill(ground));
  expect(colourOf(4)).toBe(cell);
  expect(colourOf(1)).toBe(colourOf(7));
  expect(new Set([3, 1, 4].map(colourOf)).size).toBe(3);
  expect(colourOf(3)).not.toBe(ground);
});
