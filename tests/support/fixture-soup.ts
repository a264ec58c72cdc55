/** The soups of fixtures that hold Golly's results, and the fingerprints of cells there. */

import { createHash } from "node:crypto";
import type { Runs } from "../../engine/core/runs.ts";
import { forEachRun, RunsBuilder } from "../../engine/core/runs.ts";

/**
 * The soup [seed, width, height, density, states]: its cells come row by row from s = (1664525 s + 1013904223) mod 2^32. A cell is not 0
 * where (s >> 16) mod 100 < density; of more than two states a second draw gives the state 1 + (s >> 16) mod (states - 1), or one
 * of `pick` in the same way.
 */
export function fixtureSoup(
  [seed, w, h, density, states = 2]: readonly number[],
  pick?: readonly number[],
): Runs {
  let s = seed;
  const draw = (below: number): number => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return (s >>> 16) % below;
  };
  const out = new RunsBuilder();
  for (let i = 0; i < w * h; i++) {
    if (draw(100) >= density) continue;
    const state = pick ? (pick[draw(pick.length)] as number) : states > 2 ? 1 + draw(states - 1) : 1;
    if (state > 0) out.add(i % w, Math.floor(i / w), 1, state);
  }
  return out.build(BigInt(-(w >> 1)), BigInt(-(h >> 1)));
}

/** SHA-1 of the lines "x y state" of the cells that are not 0, by y and then x. */
export function cellsSha1(cells: Runs): string {
  const hash = createHash("sha1");
  forEachRun(cells, (x, y, length, state) => {
    for (let i = 0; i < length; i++)
      hash.update(`${cells.x + BigInt(x + i)} ${cells.y + BigInt(y)} ${state}\n`);
  });
  return hash.digest("hex");
}
