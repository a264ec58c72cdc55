/**
 * The spellings of outer-totalistic rules: `B3/S23`, `b3s23`, `S23/B3`, `23/3` (survival/birth) and what else halves.ts reads, each with
 * H or V after it.
 */

import { TessellaError } from "../../core/errors.ts";
import { NEIGHBOURHOOD_SUFFIX, outerTotalisticRule } from "../outer-totalistic.ts";
import type { Neighbourhood, Rule } from "../rule.ts";
import { neighbourCount } from "../rule.ts";
import { randomRule } from "../variations.ts";
import type { RuleFamily } from "./family.ts";
import { drawsOn, NEIGHBOURHOODS } from "./family.ts";
import type { Half, Halves } from "./halves.ts";
import { readHalves } from "./halves.ts";

/** Right or wrong, so that `B9/S` gets a sentence about the 9. */
const FORM = /^[BS\d\s]*(\/[BS\d\s]*)?[HV]?$/i;

/** Errors: `syntax` for a digit that the neighbourhood does not reach, with its column. */
function parse(typed: string, usual: Neighbourhood): Rule {
  const text = /[HV]$/i.test(typed) ? typed : typed + NEIGHBOURHOOD_SUFFIX[usual];
  const { birth, survival, suffix } = readHalves(text) as Halves;
  const neighbourhood: Neighbourhood = suffix === "H" ? "hex" : suffix === "V" ? "von-neumann" : "moore";
  const mask = (half: Half): number => digitMask(text, half, neighbourhood);
  return outerTotalisticRule({ neighbourhood, birth: mask(birth), survival: mask(survival) });
}

export const NEIGHBOURHOOD_NAMES: Readonly<Record<Neighbourhood, string>> = {
  moore: "the square neighbourhood",
  hex: "the hexagonal neighbourhood",
  "von-neumann": "the von Neumann neighbourhood",
};

function digitMask(text: string, { text: digits, at }: Half, neighbourhood: Neighbourhood): number {
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
  matches: (text) => FORM.test(text) && readHalves(text) !== null,
  parse,
  draws: drawsOn(NEIGHBOURHOODS, (neighbourhood, random) => randomRule({ neighbourhood }, random)),
};
