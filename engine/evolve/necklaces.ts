/** Configurations of a ring up to turning it: all of a necklace meet the same fate under a rule that all cells share. */

import { popcount32 } from "../core/block.ts";
import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";

export interface Necklaces {
  readonly cells: number;
  /** One configuration of each, without those with as many ones as zeros; and how many configurations it stands for. */
  readonly states: Int32Array;
  readonly weights: Uint8Array;
  /** All configurations that are not tied. */
  readonly configurations: number;
}

/** Those of a ring of `least` to `most` cells, at most 24; the lowest configuration of each, lowest first. Errors: `bad-argument`. */
export function necklaces(cells: number, [least, most]: readonly [number, number]): Necklaces {
  if (!Number.isInteger(cells) || cells < least || cells > most)
    throw new TessellaError(
      "bad-argument",
      `The majority is proved for ${least} to ${most} cells, not for ${grouped(cells)}.`,
    );
  const all = 2 ** cells;
  const seen = new Uint8Array(all);
  const states: number[] = [];
  const weights: number[] = [];
  let configurations = 0;
  for (let state = 0; state < all; state++) {
    if (seen[state] || 2 * popcount32(state) === cells) continue;
    let weight = 0;
    for (let turned = state; !seen[turned]; turned = (turned >>> 1) | ((turned & 1) << (cells - 1))) {
      seen[turned] = 1;
      weight++;
    }
    states.push(state);
    weights.push(weight);
    configurations += weight;
  }
  return { cells, states: Int32Array.from(states), weights: Uint8Array.from(weights), configurations };
}

/** The same necklaces, those that one rule of `order` puts first coming first. */
export function sortedNecklaces(rings: Necklaces, order: (state: number) => number): Necklaces {
  const places = Array.from(rings.states.keys());
  const keys = places.map((place) => order(rings.states[place]));
  places.sort((a, b) => keys[a] - keys[b] || a - b);
  return {
    ...rings,
    states: Int32Array.from(places, (place) => rings.states[place]),
    weights: Uint8Array.from(places, (place) => rings.weights[place]),
  };
}
