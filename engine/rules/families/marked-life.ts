/** `[R]History`, `[R]Super` and `[R]Investigator`, where R spells a rule of two states or is `Life`. */

import { TessellaError } from "../../core/errors.ts";
import { Recent } from "../../core/recent.ts";
import { FULL, tableOf } from "../cell-table.ts";
import { GENERATIONS_MAP_CELLS } from "../generations.ts";
import type { LivingTable } from "../marked-life.ts";
import { historyDiagram, investigatorDiagram, superDiagram } from "../marked-life.ts";
import type { DiagramForm, Neighbourhood, Rule, RuleLooks } from "../rule.ts";
import { spellByClasses, spellMap } from "../table-rule.ts";
import { randomLetters, randomRule } from "../variations.ts";
import type { RuleFamily } from "./family.ts";
import { drawsOn, NEIGHBOURHOODS } from "./family.ts";
import { ISOTROPIC } from "./isotropic.ts";
import { MAP, parseMap } from "./map.ts";
import { OUTER_TOTALISTIC } from "./outer-totalistic.ts";

interface Marking {
  readonly ending: string;
  readonly form: (living: LivingTable) => DiagramForm;
  readonly looks: RuleLooks;
}

const numbered = (states: number, known: readonly string[]): string[] =>
  Array.from({ length: states }, (_, state) => known[state] ?? `state ${state}`);

const MARKINGS: readonly Marking[] = [
  {
    ending: "History",
    form: historyDiagram,
    looks: {
      names: ["dead", "live", "was alive", "marked, live", "marked", "live at first", "border"],
      // The colours in which people know LifeHistory.
      colours: [0x000000, 0x00ff00, 0x000080, 0xd8ffd8, 0xff0000, 0xffff00, 0x606060],
    },
  },
  {
    ending: "Super",
    form: superDiagram,
    looks: {
      names: numbered(26, ["dead", "live", "was alive", "marked, live", "marked", "live at first", "border"]),
    },
  },
  { ending: "Investigator", form: investigatorDiagram, looks: { names: numbered(21, ["dead", "live"]) } },
];

const FORM = /^(.+)(History|Super|Investigator)$/i;
const LIFE = /^Life$/i;
const made = new Recent<string, Rule>(16);

function parse(text: string, usual: Neighbourhood): Rule {
  const [, base = "", ending = ""] = FORM.exec(text) ?? [];
  const marking = MARKINGS.find((each) => each.ending.toLowerCase() === ending.toLowerCase()) as Marking;
  const live = livingOf(base, usual);
  const table = tableOf(live, marking.ending);
  const { neighbourhood } = live;
  const classes =
    spellByClasses(neighbourhood, table) ?? `MAP${spellMap(table, GENERATIONS_MAP_CELLS[neighbourhood])}`;
  const name = (classes === "B3/S23" ? "Life" : classes) + marking.ending;
  const known = made.get(name);
  if (known) return known;
  if (table[0] && !table[FULL])
    throw new TessellaError(
      "unsupported-rule",
      `The rule ${name} has B0: empty space would flicker, and its cells have marks that cannot.`,
      { hint: "B0 runs here together with the largest S." },
    );
  // On a live background the cells that differ from it follow the complement.
  const without = table[0] ? table.toReversed().map((state) => 1 - state) : table;
  const rule: Rule = {
    text: name,
    states: marking.looks.names.length,
    neighbourhood,
    reach: 1,
    form: marking.form({ neighbourhood, table: without }),
    looks: marking.looks,
  };
  return made.keep(name, rule);
}

/** As Golly has it, hexagons of MAP strings stand upright here, too. */
function livingOf(base: string, usual: Neighbourhood): Rule {
  if (MAP.matches(base)) return parseMap(base, GENERATIONS_MAP_CELLS);
  const family = ISOTROPIC.matches(base) ? ISOTROPIC : OUTER_TOTALISTIC;
  return LIFE.test(base) ? OUTER_TOTALISTIC.parse("B3/S23", "moore") : family.parse(base, usual);
}

/** A rule by chance is one of History, with letters more often than not. */
const DRAWN_LETTERS = 0.6;

function drawn(neighbourhood: Neighbourhood, random: () => number): Rule {
  const hasLetters = random() < DRAWN_LETTERS;
  const live = hasLetters ? randomLetters(neighbourhood, random) : randomRule({ neighbourhood }, random);
  return parse(`${live.text}History`, neighbourhood);
}

/** Two-state rules with marked cells. */
export const MARKED_LIFE: RuleFamily = {
  id: "marked-life",
  name: "History, Super and Investigator",
  matches: (text) => {
    const base = FORM.exec(text)?.[1];
    return (
      base !== undefined &&
      (LIFE.test(base) || [OUTER_TOTALISTIC, ISOTROPIC, MAP].some(({ matches }) => matches(base)))
    );
  },
  parse,
  draws: drawsOn(NEIGHBOURHOODS, drawn),
};
