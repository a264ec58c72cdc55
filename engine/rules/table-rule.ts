/** From a table of squares to the rule with its canonical spelling: counts, counts with letters, or a MAP string. */

import type { CellTable } from "./cell-table.ts";
import { CENTRE, SQUARES, tableOfCounts, textOfTable } from "./cell-table.ts";
import { lettersOf, neighbourhoodClasses } from "./neighbourhood-classes.ts";
import { NEIGHBOURHOOD_SUFFIX, outerTotalisticRule, TWO_STATES } from "./outer-totalistic.ts";
import type { Neighbourhood, Rule } from "./rule.ts";
import { neighbourCount } from "./rule.ts";

/**
 * The cells of each neighbourhood's MAP strings, from the highest bit of the index on, as places in reading order of the 3x3
 * square. The hexagonal ones stand upside down, as Golly and LifeViewer run them.
 */
export const MAP_CELLS: Readonly<Record<Neighbourhood, readonly number[]>> = {
  moore: [0, 1, 2, 3, 4, 5, 6, 7, 8],
  hex: [7, 8, 3, 4, 5, 0, 1],
  "von-neumann": [1, 3, 4, 5, 7],
};

/** The rule of this table; corners that are no neighbours have no say in it. `text` spells a rule that has a name of its own. */
export function ruleOfTable(neighbourhood: Neighbourhood, table: CellTable, text?: string): Rule {
  const spelled =
    text ?? spellByClasses(neighbourhood, table) ?? `MAP${spellMap(table, MAP_CELLS[neighbourhood])}`;
  const counts = text === undefined ? countsOfTable(neighbourhood, table) : null;
  if (counts) return outerTotalisticRule({ neighbourhood, ...counts });
  return {
    text: spelled,
    states: 2,
    neighbourhood,
    reach: 1,
    form: { kind: "table", map: textOfTable(table) },
    looks: TWO_STATES,
  };
}

function countsOfTable(
  neighbourhood: Neighbourhood,
  table: CellTable,
): { readonly birth: number; readonly survival: number } | null {
  const counts = { birth: 0, survival: 0 };
  neighbourhoodClasses(neighbourhood).forEach(({ count }, index) => {
    if (table[index]) counts[index & CENTRE ? "survival" : "birth"] |= 1 << count;
  });
  const same = tableOfCounts(neighbourhood, counts).every((state, index) => state === table[index]);
  return same ? counts : null;
}

/** null where cells of one class differ, and where letters of von Neumann's neighbours would be needed, which no program reads. */
export function spellByClasses(neighbourhood: Neighbourhood, table: CellTable): string | null {
  const classes = neighbourhoodClasses(neighbourhood);
  const parts: string[] = [];
  for (const centre of [0, CENTRE]) {
    const lit = new Map<string, number>();
    for (let index = 0; index < SQUARES; index++) {
      if ((index & CENTRE) !== centre) continue;
      const { count, letter } = classes[index] as { count: number; letter: string };
      const state = table[index] as number;
      if ((lit.get(`${count}${letter}`) ?? state) !== state) return null;
      lit.set(`${count}${letter}`, state);
    }
    let part = "";
    for (let count = 0; count <= neighbourCount(neighbourhood); count++)
      part += spellCount(
        count,
        lettersOf(neighbourhood, count),
        (letter) => lit.get(`${count}${letter}`) === 1,
      );
    parts.push(part);
  }
  if (neighbourhood === "von-neumann" && parts.some((part) => /[ei]/.test(part))) return null;
  return `B${parts[0]}/S${parts[1]}${NEIGHBOURHOOD_SUFFIX[neighbourhood]}`;
}

/** The shorter one of what is in and what is left out; what is in where they are equal. */
function spellCount(count: number, letters: readonly string[], isIn: (letter: string) => boolean): string {
  if (letters.length === 0) return isIn("") ? String(count) : "";
  const named = letters.filter(isIn);
  if (named.length === 0) return "";
  const left = letters.filter((letter) => !isIn(letter));
  if (left.length === 0) return String(count);
  return named.length <= left.length + 1 ? `${count}${named.join("")}` : `${count}-${left.join("")}`;
}

/** The digits of a MAP string whose index has these cells. */
export function spellMap(table: CellTable, cells: readonly number[]): string {
  return textOfTable(
    Uint8Array.from({ length: 2 ** cells.length }, (_, i) => table[indexInSquare(cells, i)] as number),
  );
}

/** The table of a MAP string's bits, whose index has these cells. */
export function tableOfMap(cells: readonly number[], map: Uint8Array): CellTable {
  return Uint8Array.from({ length: SQUARES }, (_, index) => {
    let i = 0;
    for (const cell of cells) i = 2 * i + ((index >> (8 - cell)) & 1);
    return map[i] as number;
  });
}

/** The square whose cells are the bits of i, the first of `cells` in the highest; the others are dead. */
function indexInSquare(cells: readonly number[], i: number): number {
  return cells.reduce((index, cell, at) => index | (((i >> (cells.length - 1 - at)) & 1) << (8 - cell)), 0);
}
