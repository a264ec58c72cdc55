/** What the live cells of a soup are under a rule of more than two states. */

import { TessellaError } from "../core/errors.ts";
import type { Rule } from "./rule.ts";

/** A choice of states: each of these, or every one above 0. */
export type SoupStates = "all" | readonly number[];

/** All states above 0. */
export function liveStates({ states }: Rule): readonly number[] {
  return Array.from({ length: states - 1 }, (_, i) => i + 1);
}

/**
 * The states that the live cells of a soup are in, for `Soup.states`; undefined where all are in state 1. Unless a person chooses
 * them: 1 alone where the other states only follow it (Generations, Larger than Life), else all. Errors: `bad-argument` for one that the rule lacks.
 */
export function soupStates(rule: Rule, chosen?: SoupStates): readonly number[] | undefined {
  const { kind } = rule.form;
  const usual = kind === "generations" || kind === "counted" ? [1] : "all";
  const wanted = chosen ?? usual;
  const states = wanted === "all" ? liveStates(rule) : wanted;
  const beyond = states.find((state) => state < 1 || state >= rule.states);
  if (beyond !== undefined)
    throw new TessellaError(
      "bad-argument",
      `The rule ${rule.text} has the states 0 to ${rule.states - 1}; live cells of a soup cannot be in ${beyond}.`,
    );
  return states.every((state) => state === 1) ? undefined : states;
}
