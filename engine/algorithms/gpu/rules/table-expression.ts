/** A rule by squares as WGSL: its decision diagram (rules/square-diagram.ts), a line a node. */

import type { CellTable } from "../../../rules/cell-table.ts";
import { selectBySquare } from "../../../rules/square-diagram.ts";

/** The square's cells in the order of reading. */
export const SQUARE_WORDS = ["nw", "n", "ne", "w", "here", "e", "sw", "s", "se"] as const;

/** The WGSL function `name` from the words of a square's cells to the next states of the middle ones, on `Cells`. */
export function squareFunction(name: string, table: CellTable): string {
  const lines: string[] = [];
  const keep = (text: string): string => `q${lines.push(`let q${lines.length} = ${text};`) - 1}`;
  const value = selectBySquare<string>(table, SQUARE_WORDS, (cell, yes, no) => {
    if (yes === true) return no === false ? cell : keep(`${cell} | ${no}`);
    if (yes === false) return no === true ? keep(`~${cell}`) : keep(`${no} & ~${cell}`);
    if (no === true) return keep(`${yes} | ~${cell}`);
    return no === false ? keep(`${yes} & ${cell}`) : keep(`${no} ^ (${cell} & (${yes} ^ ${no}))`);
  });
  const result = typeof value === "string" ? value : value ? "~Cells()" : "Cells()";
  const parameters = SQUARE_WORDS.map((word) => `${word}: Cells`).join(", ");
  const body = [...lines, `return ${result};`].map((line) => `  ${line}\n`).join("");
  return `fn ${name}(${parameters}) -> Cells {\n${body}}`;
}
