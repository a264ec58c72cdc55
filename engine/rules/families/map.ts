/**
 * MAP strings: `MAP` and a rule's table in base 64, 86 characters for the square neighbourhood, 22 for hexagons and 6 for von
 * Neumann's, with or without `=` behind them. A table that counts, or is the same any way round, gets its shorter spelling.
 */

import { TessellaError } from "../../core/errors.ts";
import { isDigit, tableFromText, textLength } from "../cell-table.ts";
import type { Rule } from "../rule.ts";
import { MAP_CELLS, ruleOfTable, tableOfMap } from "../table-rule.ts";
import { randomTable } from "../variations.ts";
import type { RuleFamily } from "./family.ts";
import { drawsOn, NEIGHBOURHOODS } from "./family.ts";

const PREFIX = "MAP".length;
/** Generations by a table. */
const WITH_STATES = /^MAP[^,:]*\/[CG]?\d+$/i;

/** The rule of two states of a MAP string whose indices have these cells. Errors: `syntax`, with the column. */
export function parseMap(text: string, cellsOf: typeof MAP_CELLS = MAP_CELLS): Rule {
  const digits = text.slice(PREFIX).replace(/={0,2}$/, "");
  const bad = [...digits].findIndex((character) => !isDigit(character));
  if (bad >= 0)
    throw new TessellaError(
      "syntax",
      `A MAP string is written in base 64; "${digits[bad]}" is none of its digits.`,
      {
        line: 1,
        column: PREFIX + bad + 1,
      },
    );
  const neighbourhood = NEIGHBOURHOODS.find((each) => textLength(MAP_CELLS[each].length) === digits.length);
  if (!neighbourhood)
    throw new TessellaError(
      "syntax",
      `A MAP string has 86 digits (Moore), 22 (hex) or 6 (von Neumann); this one has ${digits.length}.`,
      { line: 1, column: PREFIX + 1 },
    );
  const cells = cellsOf[neighbourhood];
  return ruleOfTable(neighbourhood, tableOfMap(cells, tableFromText(digits, cells.length)));
}

export const MAP: RuleFamily = {
  id: "map",
  name: "MAP strings",
  matches: (text) => /^MAP[^,:]*$/i.test(text) && !WITH_STATES.test(text),
  parse: (text) => parseMap(text),
  draws: drawsOn(NEIGHBOURHOODS, randomTable),
};
