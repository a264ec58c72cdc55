/**
 * Generations: a rule of two states whose live cells do not die at once. State 1 is alive, and only such cells count as
 * neighbours; a cell that does not survive goes on to state 2, 3 and so on, one a generation, and is dead after the last. What
 * is dying cannot be born. (Mirek Wójtowicz named the family, in MCell.)
 */

import { TessellaError } from "../core/errors.ts";
import type { CellTable } from "./cell-table.ts";
import { tableOf } from "./cell-table.ts";
import { TWO_STATES } from "./outer-totalistic.ts";
import type { Neighbourhood, Rule, RuleLooks } from "./rule.ts";
import { spellByClasses, spellMap } from "./table-rule.ts";

/**
 * The cells of MAP strings of rules with more than two states, in reading order of the square: their hexagons stand upright, as
 * Golly runs them, unlike those of two states (table-rule.ts).
 */
export const GENERATIONS_MAP_CELLS: Readonly<Record<Neighbourhood, readonly number[]>> = {
  moore: [0, 1, 2, 3, 4, 5, 6, 7, 8],
  hex: [0, 1, 3, 4, 5, 7, 8],
  "von-neumann": [1, 3, 4, 5, 7],
};

/**
 * The rule in which cells live as under `live` and die in `states` - 2 steps; of two states it is `live` itself.
 * Errors: `unsupported-rule` where dead space would light up (B0).
 */
export function generationsRule(live: Rule, states: number): Rule {
  if (states === 2) return live;
  const table = tableOf(live, "Generations");
  const text = spelled(live, table, states);
  if (table[0])
    throw new TessellaError(
      "unsupported-rule",
      `The rule ${text} has B0: with more than two states empty space would light up and then fade, which no program runs.`,
      { hint: "Leave out the 0 among the births." },
    );
  const { form, neighbourhood } = live;
  if (form.kind !== "outer-totalistic" && form.kind !== "table")
    throw new TessellaError("bad-argument", `${live.text} has dying cells already.`);
  return {
    text,
    states,
    neighbourhood,
    reach: 1,
    form: { kind: "generations", live: form },
    looks: statesLooks(states),
  };
}

/** Survival, birth, number of states: `345/2/4`, `2/13/21V`. */
function spelled(live: Rule, table: CellTable, states: number): string {
  const { neighbourhood } = live;
  const byClasses = spellByClasses(neighbourhood, table);
  if (byClasses === null) return `MAP${spellMap(table, GENERATIONS_MAP_CELLS[neighbourhood])}/${states}`;
  const [, birth, survival, suffix] = /^B(.*)\/S(.*?)([HV]?)$/.exec(byClasses) as unknown as [
    string,
    string,
    string,
    string,
  ];
  return `${survival}/${birth}/${states}${suffix}`;
}

/** The looks of a rule whose cells die by degrees. */
export function statesLooks(states: number): RuleLooks {
  if (states === 2) return TWO_STATES;
  const dying = Array.from({ length: states - 2 }, (_, i) => (states === 3 ? "dying" : `dying ${i + 1}`));
  return { names: [...TWO_STATES.names, ...dying] };
}
