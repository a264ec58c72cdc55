/**
 * The spellings of outer-totalistic rules: `B3/S23`, `b3s23`, `S23/B3`, `23/3` (survival/birth), each with H or V after it.
 * As in Golly either lettered half may be missing: `B3`, `B3/` and `S23` have no survival or no birth.
 */

import { TessellaError } from "../../core/errors.ts";
import { NEIGHBOURHOOD_SUFFIX, outerTotalisticRule } from "../outer-totalistic.ts";
import type { Neighbourhood, Rule } from "../rule.ts";
import { neighbourCount } from "../rule.ts";
import { randomRule } from "../variations.ts";
import type { RuleFamily } from "./family.ts";

const B_FIRST = /^B([\d\s]*)\/?(?:S([\d\s]*))?([HV]?)$/i;
const S_FIRST = /^S([\d\s]*)\/?(?:B([\d\s]*))?([HV]?)$/i;
const DIGITS = /^(\d*)\/(\d*)([HV]?)$/i;

/** Errors: `syntax` for a digit that the neighbourhood does not reach, with its column. */
export function parseOuterTotalistic(typed: string, usual: Neighbourhood): Rule {
  const text = /[HV]$/i.test(typed) ? typed : typed + NEIGHBOURHOOD_SUFFIX[usual];
  const birthFirst = B_FIRST.exec(text);
  const [, first, second = "", letter] = (birthFirst ?? S_FIRST.exec(text) ?? DIGITS.exec(text)) as string[];
  const suffix = letter.toUpperCase();
  const neighbourhood: Neighbourhood = suffix === "H" ? "hex" : suffix === "V" ? "von-neumann" : "moore";
  const a = digitMask(text, first, /^[BS]/i.test(text) ? 1 : 0, neighbourhood);
  const b = digitMask(text, second, text.length - suffix.length - second.length, neighbourhood);
  const [birth, survival] = birthFirst ? [a, b] : [b, a];
  return outerTotalisticRule({ neighbourhood, birth, survival });
}

export const NEIGHBOURHOOD_NAMES: Readonly<Record<Neighbourhood, string>> = {
  moore: "the square neighbourhood",
  hex: "the hexagonal neighbourhood",
  "von-neumann": "the von Neumann neighbourhood",
};

function digitMask(text: string, digits: string, at: number, neighbourhood: Neighbourhood): number {
  const most = neighbourCount(neighbourhood);
  let mask = 0;
  for (let i = 0; i < digits.length; i++) {
    const c = digits[i] as string;
    if (/\s/.test(c)) continue;
    const n = Number(c);
    if (n > most) {
      throw new TessellaError(
        "syntax",
        `The rule "${text}" counts ${n} live neighbours, but a cell in ${NEIGHBOURHOOD_NAMES[neighbourhood]} has ${most}.`,
        { line: 1, column: at + i + 1 },
      );
    }
    mask |= 1 << n;
  }
  return mask;
}

export const OUTER_TOTALISTIC: RuleFamily = {
  id: "outer-totalistic",
  name: "Life-like",
  // Right or wrong, so that `B9/S` gets a sentence about the 9.
  matches: (text) => B_FIRST.test(text) || S_FIRST.test(text) || DIGITS.test(text),
  parse: parseOuterTotalistic,
  random: (neighbourhood, random) => randomRule({ neighbourhood }, random),
};
