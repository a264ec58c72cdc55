/**
 * Isotropic rules that do more than count: a count may be followed by letters of the neighbourhoods that are meant
 * (neighbourhood-classes.ts), or by a minus and the letters of those that are not. `B2-a/S12`, `B2o3-o4m/S12H`.
 * As in Golly blanks are skipped, a count may be repeated, and an underscore may stand for the slash.
 */

import { TessellaError } from "../../core/errors.ts";
import { CENTRE, SQUARES } from "../cell-table.ts";
import { lettersOf, neighbourhoodClasses } from "../neighbourhood-classes.ts";
import { NEIGHBOURHOOD_SUFFIX } from "../outer-totalistic.ts";
import type { Neighbourhood, Rule } from "../rule.ts";
import { neighbourCount } from "../rule.ts";
import { ruleOfTable } from "../table-rule.ts";
import { randomLetters } from "../variations.ts";
import type { RuleFamily } from "./family.ts";
import { NEIGHBOURHOOD_NAMES } from "./outer-totalistic.ts";

/** Letters that no count has are read, too, so that they can be told. */
const PART = "((?:\\d[ac-gi-rtuw-z\\s-]*)*)";
const SPELLINGS = [
  { form: new RegExp(`^B\\s*${PART}[/_]?\\s*(?:S\\s*${PART})?([HV]?)$`, "di"), birthFirst: true },
  { form: new RegExp(`^S\\s*${PART}[/_]?\\s*(?:B\\s*${PART})?([HV]?)$`, "di"), birthFirst: false },
  { form: new RegExp(`^${PART}/${PART}([HV]?)$`, "di"), birthFirst: false },
] as const;

/** Characters. All counts with half of their letters are 150. */
const LONGEST = 1000;

/** A part of a spelling and where it begins. */
interface Part {
  readonly text: string;
  readonly at: number;
}

function parse(typed: string, usual: Neighbourhood): Rule {
  const text = /[HV]$/i.test(typed) ? typed : typed + NEIGHBOURHOOD_SUFFIX[usual];
  const spelling = SPELLINGS.find(({ form }) => form.test(text)) as (typeof SPELLINGS)[number];
  const found = spelling.form.exec(text) as RegExpExecArray;
  const part = (n: number): Part => ({ text: found[n] ?? "", at: found.indices?.[n]?.[0] ?? 0 });
  const suffix = (found[3] ?? "").toUpperCase();
  const neighbourhood = suffix === "H" ? "hex" : suffix === "V" ? "von-neumann" : "moore";
  const [first, second] = [1, 2].map((n) => classesOf(text, part(n), neighbourhood)) as [
    ReadonlySet<string>,
    ReadonlySet<string>,
  ];
  const [birth, survival] = spelling.birthFirst ? [first, second] : [second, first];
  const classes = neighbourhoodClasses(neighbourhood);
  const table = Uint8Array.from({ length: SQUARES }, (_, index) => {
    const { count, letter } = classes[index] as (typeof classes)[number];
    return (index & CENTRE ? survival : birth).has(`${count}${letter}`) ? 1 : 0;
  });
  return ruleOfTable(neighbourhood, table);
}

/** The classes that a part names: counts with a letter where they have some. Errors: `syntax` with the column. */
function classesOf(rule: string, { text, at }: Part, neighbourhood: Neighbourhood): ReadonlySet<string> {
  const named = new Set<string>();
  /** Of each count so far, whether its letters are those that are meant. */
  const means = new Map<number, boolean>();
  for (const { 1: digit = "", 2: letters = "", index } of text.matchAll(/(\d)([^\d]*)/g)) {
    const column = at + index + 1;
    const count = Number(digit);
    const complain = (what: string, offset = 0): never => {
      throw new TessellaError("syntax", `The rule "${rule}" ${what}`, { line: 1, column: column + offset });
    };
    const most = neighbourCount(neighbourhood);
    if (count > most)
      complain(
        `counts ${count} live neighbours, but a cell in ${NEIGHBOURHOOD_NAMES[neighbourhood]} has ${most}.`,
      );
    const known = lettersOf(neighbourhood, count);
    const asked: string[] = [];
    let minus = false;
    [...letters].forEach((character, i) => {
      const letter = character.toLowerCase();
      if (/\s/.test(letter)) return;
      if (letter === "-") {
        if (minus || asked.length > 0) complain("has a minus that does not follow its count.", i + 1);
        minus = true;
      } else if (!known.includes(letter)) {
        complain(
          known.length === 0
            ? `gives the letter "${character}" to the count ${count}, which has none in ${NEIGHBOURHOOD_NAMES[neighbourhood]}.`
            : `gives the letter "${character}" to the count ${count}, which has ${known.join(", ")}.`,
          i + 1,
        );
      } else asked.push(letter);
    });
    if (minus && asked.length === 0)
      complain("has a minus without a letter behind it.", letters.indexOf("-") + 1);
    if (asked.length > 0 && (means.get(count) ?? !minus) === minus)
      complain(`says of the count ${count} both which letters are meant and which are not.`);
    if (asked.length > 0) means.set(count, !minus);
    const meant =
      asked.length === 0 ? known : minus ? known.filter((letter) => !asked.includes(letter)) : asked;
    for (const letter of known.length === 0 ? [""] : meant) named.add(`${count}${letter}`);
  }
  return named;
}

export const ISOTROPIC: RuleFamily = {
  id: "isotropic",
  name: "Isotropic",
  // Without a letter it is a name: B3_S23 is a file.
  matches: (text) =>
    text.length <= LONGEST &&
    (text.includes("/") ? /\d\s*-?\s*[ac-gi-rtuw-z]/i : /\d[^\d]*[cekainyqjrtwzmop]/i).test(text) &&
    SPELLINGS.some(({ form }) => form.test(text)),
  parse,
  random: randomLetters,
};
