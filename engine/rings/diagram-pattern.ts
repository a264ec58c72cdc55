/** A space-time diagram as a pattern, for files and for a universe of its own. */

import type { Block } from "../core/block.ts";
import type { Pattern } from "../core/pattern.ts";
import { patternOf } from "../core/pattern.ts";
import type { Runs } from "../core/runs.ts";
import { blockToRuns } from "../core/runs.ts";

/** Nothing is born and nothing dies: a diagram that is opened as a universe stays a diagram. */
const STILL_RULE = "B/S012345678";

/** Errors: `too-large`. */
export function diagramPattern(
  diagram: Block,
  comments: readonly string[],
): Pattern & { readonly cells: Runs } {
  const { w, h } = diagram;
  return patternOf(blockToRuns(diagram), {
    rule: STILL_RULE,
    comments,
    box: { x: 0n, y: 0n, w: BigInt(w), h: BigInt(h) },
  });
}
