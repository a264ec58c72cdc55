/**
 * The next state of a cell for each square of 3 x 3 cells around it: 512 bytes of 0 or 1, by an index in which each live cell
 * counts
 *
 *     NW 256   N 128   NE 64
 *     W   32   C  16   E   8
 *     SW   4   S   2   SE  1
 *
 * That is the order of Golly's MAP strings. Every rule of two states and reach 1 is such a table.
 */

import { TessellaError } from "../core/errors.ts";
import type { OuterTotalistic } from "./outer-totalistic.ts";
import { outerTotalistic, refuseForm, TABLES } from "./outer-totalistic.ts";
import type { Neighbourhood, Rule } from "./rule.ts";
import { NEIGHBOURS } from "./rule.ts";

export type CellTable = Uint8Array<ArrayBuffer>;

export const SQUARES = 512;
export const CENTRE = 16;
/** Every cell lives. */
export const FULL = SQUARES - 1;

/** What the cell at (dx, dy), each -1, 0 or 1, counts in the index. */
export function weightOf(dx: number, dy: number): number {
  return 1 << (4 - dx - 3 * dy);
}

/** The neighbours' weights, added. */
export function neighbourWeights(neighbourhood: Neighbourhood): number {
  return NEIGHBOURS[neighbourhood].reduce((sum, [dx, dy]) => sum + weightOf(dx, dy), 0);
}

/** The table of counts. */
export function tableOfCounts(
  neighbourhood: Neighbourhood,
  { birth, survival }: Omit<OuterTotalistic, "neighbourhood">,
): CellTable {
  const around = neighbourWeights(neighbourhood);
  return Uint8Array.from({ length: SQUARES }, (_, index) => {
    let live = 0;
    for (let rest = index & around; rest; rest &= rest - 1) live++;
    return ((index & CENTRE ? survival : birth) >> live) & 1;
  });
}

/** The rule's table. Errors: `unsupported-rule` with `taker` as the subject of the sentence. */
export function tableOf(rule: Rule, taker: string): CellTable {
  const counts = outerTotalistic(rule);
  if (counts) return tableOfCounts(rule.neighbourhood, counts);
  const reason = refuseForm(rule, taker, TABLES);
  if (reason || rule.form.kind !== "table") throw new TessellaError("unsupported-rule", reason ?? "");
  return tableFromText(rule.form.map, 9);
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The bits of a text in base 64, the highest of each character first: 2^cells of them. Characters that are none count 0. */
export function tableFromText(text: string, cells: number): CellTable {
  return Uint8Array.from({ length: 2 ** cells }, (_, i) => {
    const digit = Math.max(0, DIGITS.indexOf(text[Math.floor(i / 6)] ?? "A"));
    return (digit >> (5 - (i % 6))) & 1;
  });
}

/** The opposite of `tableFromText`. */
export function textOfTable(table: Uint8Array): string {
  let text = "";
  for (let i = 0; i < table.length; i += 6) {
    let digit = 0;
    for (let bit = 0; bit < 6; bit++) digit = 2 * digit + (table[i + bit] ?? 0);
    text += DIGITS[digit];
  }
  return text;
}

/** How many characters of base 64 a table over so many cells takes. */
export function textLength(cells: number): number {
  return Math.ceil(2 ** cells / 6);
}

/** Whether the character is a digit of base 64. */
export function isDigit(character: string): boolean {
  return character.length === 1 && DIGITS.includes(character);
}
