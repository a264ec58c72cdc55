import { TessellaError } from "../core/errors.ts";
import type { Neighbourhood, Rule } from "./rule.ts";
import { neighbourCount } from "./rule.ts";

/** Reads the spellings of a rule string: `B3/S23`, `b3s23`, `S23/B3`, `23/3` (survival/birth), each with H or V after it. */

const LETTERED = /^B([\d\s]*)\/?S([\d\s]*)([HV]?)$/i;
const LETTERED_SWAPPED = /^S([\d\s]*)\/?B([\d\s]*)([HV]?)$/i;
const DIGITS = /^(\d*)\/(\d*)([HV]?)$/i;

/** Whether the text is an attempt at such a rule, right or wrong (so that `B9/S` gets a sentence about the 9). */
export function looksOuterTotalistic(text: string): boolean {
  return LETTERED.test(text) || LETTERED_SWAPPED.test(text) || DIGITS.test(text);
}

/**
 * The rule, or null when the text is of another shape. Errors: `syntax` for a digit that the neighbourhood does not
 * reach, with its column.
 */
export function parseOuterTotalistic(text: string): Rule | null {
  const lettered = LETTERED.exec(text);
  const swapped = lettered ? null : (LETTERED_SWAPPED.exec(text) ?? DIGITS.exec(text));
  const match = lettered ?? swapped;
  if (!match) return null;
  const suffix = (match[3] as string).toUpperCase();
  const neighbourhood: Neighbourhood = suffix === "H" ? "hex" : suffix === "V" ? "von-neumann" : "moore";
  const first = match[1] as string;
  const second = match[2] as string;
  const firstAt = text.indexOf(first, /^[BS]/i.test(text) ? 1 : 0);
  const secondAt = text.length - suffix.length - second.length;
  const a = digitMask(text, first, firstAt, neighbourhood);
  const b = digitMask(text, second, secondAt, neighbourhood);
  return lettered ? { neighbourhood, birth: a, survival: b } : { neighbourhood, birth: b, survival: a };
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
