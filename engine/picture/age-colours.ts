/** The age of cells, in frames, as one of a few colours. */

import type { Rule, RuleLooks } from "../rules/rule.ts";
import type { Theme } from "./themes.ts";
import { blend, seenOn } from "./themes.ts";

/** The number of ages with colours of their own. */
export const AGE_STEPS = 8;

/**
 * The step of each number of frames that a cell has lived, up to 127: each step begins at twice the frames of the
 * last.
 */
export const AGE_STEP_OF = Uint8Array.from({ length: 128 }, (_, frames) =>
  Math.min(AGE_STEPS - 1, 32 - Math.clz32(frames)),
);

export function ageColour({ ages }: Theme, step: number): number {
  return along(ages, step, AGE_STEPS);
}

/** What of a rule says how its cells look. */
export interface StateLooks extends Pick<Rule, "states"> {
  readonly looks?: Pick<RuleLooks, "colours">;
}

/** Of whole cells: less than a line needs. White on the light theme's paper has 1.07. */
const LEAST_CONTRAST = 1.4;

/**
 * The colour of a state above 0: the rule's own, or a theme's, in which the first state looks newborn and the last oldest. Rules choose
 * theirs for a dark ground; on another they are changed as far as it takes to be seen.
 */
export function stateColour({ ages, ground }: Theme, state: number, { states, looks }: StateLooks): number {
  const own = looks?.colours?.[state];
  return own === undefined ? along(ages, state - 1, states - 1) : seenOn(ground, own, LEAST_CONTRAST);
}

/** Place `step` of so many from the first colour to the last. */
function along(colours: readonly number[], step: number, steps: number): number {
  const last = colours.length - 1;
  const whole = Math.max(1, steps - 1);
  const at = step * last;
  const from = Math.floor(at / whole);
  return blend(colours[from], colours[Math.min(last, from + 1)], at - from * whole, whole);
}
