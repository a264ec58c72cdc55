import { TessellaError } from "../core/errors.ts";
import type { Neighbourhood, Rule } from "./rule.ts";
import { neighbourCount } from "./rule.ts";

/**
 * Reads the spellings of a rule string: `B3/S23`, `b3s23`, `S23/B3`, `23/3` (survival/birth), each with H or V after it.
 * As in Golly either lettered half may be missing: `B3`, `B3/` and `S23` have no survival or no birth.
 */

const B_FIRST = /^B([\d\s]*)\/?(?:S([\d\s]*))?([HV]?)$/i;
const S_FIRST = /^S([\d\s]*)\/?(?:B([\d\s]*))?([HV]?)$/i;
const DIGITS = /^(\d*)\/(\d*)([HV]?)$/i;

/** Whether the text is an attempt at such a rule, right or wrong (so that `B9/S` gets a sentence about the 9). */
export function looksOuterTotalistic(text: string): boolean {
  return B_FIRST.test(text) || S_FIRST.test(text) || DIGITS.test(text);
}

/**
 * The rule, or null when the text is of another shape. Errors: `syntax` for a digit that the neighbourhood does not
 * reach, with its column.
 */
export function parseOuterTotalistic(text: string): Rule | null {
  const birthFirst = B_FIRST.exec(text);
  const match = birthFirst ?? S_FIRST.exec(text) ?? DIGITS.exec(text);
  if (!match) return null;
  const [, first, second = "", letter] = match;
  const suffix = letter.toUpperCase();
  const neighbourhood: Neighbourhood = suffix === "H" ? "hex" : suffix === "V" ? "von-neumann" : "moore";
  const a = digitMask(text, first, /^[BS]/i.test(text) ? 1 : 0, neighbourhood);
  const b = digitMask(text, second, text.length - suffix.length - second.length, neighbourhood);
  return birthFirst ? { neighbourhood, birth: a, survival: b } : { neighbourhood, birth: b, survival: a };
}

const NAMES: Readonly<Record<Neighbourhood, string>> = {
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
        `The rule "${text}" counts ${n} live neighbours, but a cell in ${NAMES[neighbourhood]} has ${most}.`,
        { line: 1, column: at + i + 1 },
      );
    }
    mask |= 1 << n;
  }
  return mask;
}
