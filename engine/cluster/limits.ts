/** What ranks cannot do, whatever they run on: the command line refuses it, and the window before it composes a command. */

import type { Rule } from "../rules/rule.ts";

/** Of ranks that are threads of one process: rings between all of them take memory. */
export const MOST_RANK_THREADS = 128;

/** null for rules under which ranks can share a universe: what is wrong at a halo's end comes a row nearer each generation. */
export function refuseRankRule({ text, states, reach }: Rule): string | null {
  if (states > 2) return `Ranks share cells of two states; ${text} has ${states}.`;
  return reach > 1 ? `Ranks share rules of the nearest neighbours; ${text} looks ${reach} cells far.` : null;
}
