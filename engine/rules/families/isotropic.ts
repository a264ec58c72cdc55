/**
 * Isotropic rules that do more than count: a count may be followed by letters of the neighbourhoods that are meant
 * (neighbourhood-classes.ts), or by a minus and the letters of those that are not. `B2-a/S12`, `B2o3-o4m/S12H`.
 * As in Golly blanks are skipped, and a count may be repeated: its letters come together (`2a2i` is `2ai`), and without letters it adds nothing
 * to them. A minus alone leaves out nothing.
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
import { drawsOn, NEIGHBOURHOODS } from "./family.ts";
import type { Half, Halves } from "./halves.ts";
import { readHalves } from "./halves.ts";
import { NEIGHBOURHOOD_NAMES } from "./outer-totalistic.ts";

function parse(typed: string, usual: Neighbourhood): Rule {
  const text = /[HV]$/i.test(typed) ? typed : typed + NEIGHBOURHOOD_SUFFIX[usual];
  const halves = readHalves(text) as Halves;
  const neighbourhood = { H: "hex", V: "von-neumann", "": "moore" }[halves.suffix] as Neighbourhood;
  const [birth, survival] = [halves.birth, halves.survival].map((half) =>
    classesOf(text, half, neighbourhood),
  ) as [ReadonlySet<string>, ReadonlySet<string>];
  const classes = neighbourhoodClasses(neighbourhood);
  const table = Uint8Array.from({ length: SQUARES }, (_, index) => {
    const { count, letter } = classes[index] as (typeof classes)[number];
    return (index & CENTRE ? survival : birth).has(`${count}${letter}`) ? 1 : 0;
  });
  return ruleOfTable(neighbourhood, table);
}

/** The classes that a half names: counts with a letter where they have some. Errors: `syntax` with the column. */
function classesOf(rule: string, { text, at }: Half, neighbourhood: Neighbourhood): ReadonlySet<string> {
  /** Of each count so far its letters, and whether they are those that are meant; null as long as it has none. */
  const counts = new Map<number, { readonly letters: Set<string>; means: boolean | null }>();
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
    const before = counts.get(count) ?? { letters: new Set(), means: null };
    counts.set(count, before);
    if (asked.length === 0) continue;
    if (before.means === minus)
      complain(`says of the count ${count} both which letters are meant and which are not.`);
    before.means = !minus;
    for (const letter of asked) before.letters.add(letter);
  }
  const named = new Set<string>();
  for (const [count, { letters, means }] of counts) {
    const known = lettersOf(neighbourhood, count);
    for (const letter of known.length === 0 ? [""] : known)
      if (means === null || letters.has(letter) === means) named.add(`${count}${letter}`);
  }
  return named;
}

/** Whether a spelling has a letter behind a count, or its minus. */
export function hasLetters(text: string): boolean {
  return /\d\s*[ac-gi-rtuw-z-]/i.test(text);
}

export const ISOTROPIC: RuleFamily = {
  id: "isotropic",
  name: "Isotropic",
  // Without a slash, letters that no count has make a name, and so do none: B3_S23 is a file.
  matches: (text) =>
    readHalves(text) !== null &&
    (text.includes("/") ? hasLetters(text) : /\d\s*(?:-|[^\d]*[cekainyqjrtwzmop])/i.test(text)),
  parse,
  draws: drawsOn(NEIGHBOURHOODS, randomLetters),
};
