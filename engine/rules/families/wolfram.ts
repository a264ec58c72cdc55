/**
 * One-dimensional rules on the plane, as Golly runs them: a live cell stays, and a dead one takes its state from the three cells
 * above it. So time runs down the rows. Rings of cells, of one dimension only, are `tessella ring` (engine/rings).
 */

import { TessellaError } from "../../core/errors.ts";
import { CENTRE, SQUARES, weightOf } from "../cell-table.ts";
import type { Rule } from "../rule.ts";
import { ruleOfTable } from "../table-rule.ts";
import type { RuleFamily } from "./family.ts";
import { drawsOn } from "./family.ts";

const FORM = /^W(\d+)$/i;

function parse(text: string): Rule {
  const number = Number(FORM.exec(text)?.[1]);
  const refuse = (message: string, hint?: string): never => {
    throw new TessellaError("syntax", message, { line: 1, column: 2, ...(hint ? { hint } : {}) });
  };
  if (number > 255) refuse(`There is no elementary rule ${number}: they end with W255.`);
  if (number % 2 === 1)
    refuse(
      `W${number} lights empty rows, which no plane can hold.`,
      `On a ring it runs: tessella ring W${number}.`,
    );
  const table = Uint8Array.from({ length: SQUARES }, (_, index) => {
    if (index & CENTRE) return 1;
    const above = [-1, 0, 1].reduce((sum, dx) => 2 * sum + (index & weightOf(dx, -1) ? 1 : 0), 0);
    return (number >> above) & 1;
  });
  return ruleOfTable("moore", table, `W${number}`);
}

/** Even numbers from 2 on: W0 has no births. */
const DRAWN = 127;

export const WOLFRAM: RuleFamily = {
  id: "wolfram",
  name: "One-dimensional",
  matches: (text) => FORM.test(text),
  draws: drawsOn(["moore"], (_, random) => parse(`W${2 + 2 * Math.floor(DRAWN * random())}`)),
  note: (text) => `${text} runs down the rows of the plane. A ring of one dimension: tessella ring ${text}.`,
  parse,
};
