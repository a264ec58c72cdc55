/** Tables of chance lines: rules that have nothing in common with those that people make. */

import { ruleOfFile } from "../../engine/rules/files/rule-file.ts";
import type { Rule } from "../../engine/rules/rule.ts";

export const TABLE_NEIGHBOURS = { Moore: 8, vonNeumann: 4, hexagonal: 6, oneDimensional: 2 } as const;
export type TableNeighbourhood = keyof typeof TABLE_NEIGHBOURS;

/** The rule of a table with these lines, each of states of the cell, its neighbours, and the cell's next one. */
export function tableRule(
  states: number,
  hood: TableNeighbourhood,
  lines: readonly (readonly number[])[],
): Rule {
  const texts = lines.map((line) => line.join(","));
  const head = ["@RULE Test", "@TABLE", `n_states:${states}`, `neighborhood:${hood}`, "symmetries:none"];
  return ruleOfFile({ name: "Test", text: [...head, ...texts].join("\n") });
}

/** So many lines of cells that are mostly in the first four states; always the same ones. */
export function randomTable(states: number, hood: TableNeighbourhood, lines: number): Rule {
  let seed = 1;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return (seed >>> 16) % below;
  };
  return tableRule(
    states,
    hood,
    Array.from({ length: lines }, () => [
      1 + random(3),
      ...Array.from({ length: TABLE_NEIGHBOURS[hood] + 1 }, () => random(random(4) === 0 ? states : 4)),
    ]),
  );
}
