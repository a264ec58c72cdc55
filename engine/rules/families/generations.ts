/**
 * The spellings of Generations: `345/2/4` (survival, birth, number of states), `B2/S345/4`, `S345/B2/4`, `4/B2/S345`, with a C or
 * G before the number if you like, `g4b2s345`, and `MAP.../4`. H or V stands at the end. Counts may have letters, halves may be empty or
 * have one letter between them (halves.ts), and with letters underscores may stand for both slashes: `B2a_S_4`.
 */

import { TessellaError } from "../../core/errors.ts";
import { grouped } from "../../core/integers.ts";
import { GENERATIONS_MAP_CELLS, generationsRule } from "../generations.ts";
import type { Neighbourhood, Rule } from "../rule.ts";
import { MOST_STATES } from "../rule.ts";
import { randomGenerations } from "../variations.ts";
import type { RuleFamily } from "./family.ts";
import { drawsOn, NEIGHBOURHOODS } from "./family.ts";
import { COUNTS, readHalves } from "./halves.ts";
import { hasLetters, ISOTROPIC } from "./isotropic.ts";
import { parseMap } from "./map.ts";
import { OUTER_TOTALISTIC } from "./outer-totalistic.ts";
import { isShortSpelling } from "./short-spellings.ts";

const LETTERED = `(?:B${COUNTS}/?S${COUNTS}|S${COUNTS}/?B${COUNTS})`;
const halves = (separator: string): string => `[BS]?${COUNTS}${separator}\\s*[BS]?${COUNTS}`;
const STATES = "[CG]?(?<states>\\d+)(?<suffix>[HV]?)";
const FORMS = [
  `(?<rule>${halves("/")})/${STATES}`,
  `(?<rule>${halves("_")})_${STATES}`,
  `(?<rule>${LETTERED})/${STATES}`,
  `[CG](?<states>\\d+)/?(?<rule>${LETTERED})(?<suffix>[HV]?)`,
  `(?<states>\\d+)/(?<rule>${LETTERED})(?<suffix>[HV]?)`,
  `(?<rule>MAP[^,:/]*(?:/[^,:/]*)*)/[CG]?(?<states>\\d+)(?<suffix>)`,
].map((form) => new RegExp(`^${form}$`, "di"));
/** Characters: more than any rule has. */
const LONGEST = 1000;

/** null for text of another kind. */
function read(text: string): RegExpExecArray | null {
  if (text.length > LONGEST || isShortSpelling(text)) return null;
  const found = FORMS.map((form) => form.exec(text)).find((match) => match !== null);
  // B2_S_4 is the name of a file.
  return found && (text.includes("/") || !text.includes("_") || hasLetters(text)) ? found : null;
}

function parse(text: string, usual: Neighbourhood): Rule {
  const found = read(text) as RegExpExecArray;
  const { rule, states, suffix } = found.groups as Record<"rule" | "states" | "suffix", string>;
  const at = (group: string): number => found.indices?.groups?.[group]?.[0] ?? 0;
  const count = Number(states);
  if (!(count >= 2 && count <= MOST_STATES))
    throw new TessellaError(
      "syntax",
      `A rule has 2 to ${MOST_STATES} states, not ${grouped(BigInt(states))}.`,
      {
        line: 1,
        column: at("states") + 1,
      },
    );
  try {
    return generationsRule(living(rule, suffix, usual), count);
  } catch (error) {
    if (!(error instanceof TessellaError)) throw error;
    const column = at("rule") + (error.column ?? birthOfNothing(rule));
    throw new TessellaError(error.code, error.message, { line: 1, column, hint: error.hint, cause: error });
  }
}

/** The column of the 0 among the births, or of the table that has it. */
function birthOfNothing(rule: string): number {
  if (/^MAP/i.test(rule)) return 1;
  const { text = "", at = 0 } = readHalves(rule)?.birth ?? {};
  return at + text.indexOf("0") + 1;
}

/** The rule of two states with that spelling and suffix. */
function living(rule: string, suffix: string, usual: Neighbourhood): Rule {
  if (/^MAP/i.test(rule)) return parseMap(rule, GENERATIONS_MAP_CELLS);
  const text = rule + suffix;
  const family = [OUTER_TOTALISTIC, ISOTROPIC].find(({ matches }) => matches(text));
  if (!family?.parse)
    throw new TessellaError("syntax", `"${text}" is no pair of births and survivals.`, {
      line: 1,
      column: 1,
    });
  return family.parse(text, usual);
}

export const GENERATIONS: RuleFamily = {
  id: "generations",
  name: "Generations",
  matches: (text) => read(text) !== null,
  parse,
  draws: drawsOn(NEIGHBOURHOODS, randomGenerations),
};
