/**
 * A rule's table of 512 squares as a decision diagram: ask one cell, then the next, and let equal questions share a node
 * (Bryant's ordered binary decision diagrams). Each node is one multiplexer of whole vectors. Nine questions need at most 141
 * of them whatever the rule; how many remain depends on the order, and a good one among some is found by trying.
 */

import type { CellTable } from "./cell-table.ts";
import { SQUARES } from "./cell-table.ts";

const CELLS = 9;
/** Orders tried: with more, hardly any rule becomes shorter. A try takes 50 us. */
const TRIES = 60;

/** The table as text with its questions in that order: the first one halves the text. Bit 8 - i is the index's i-th cell. */
function inOrder(table: CellTable, order: readonly number[]): string {
  let text = "";
  for (let i = 0; i < SQUARES; i++) {
    let index = 0;
    for (let at = 0; at < CELLS; at++)
      index |= ((i >> (CELLS - 1 - at)) & 1) << (CELLS - 1 - (order[at] as number));
    text += table[index];
  }
  return text;
}

/** How many nodes the diagram has. */
function nodesOf(text: string): number {
  let level = new Set([text]);
  let nodes = 0;
  while (level.size > 0) {
    const below = new Set<string>();
    for (const part of level) {
      const half = part.length / 2;
      const [no, yes] = [part.slice(0, half), part.slice(half)];
      if (no !== yes) nodes++;
      if (half > 1) below.add(no).add(yes);
    }
    level = below;
  }
  return nodes;
}

/** Makes the table's next state of the cells, which are in the order of reading, by `select(cell, yes, no)`. */
export function selectBySquare<T>(
  table: CellTable,
  cells: readonly T[],
  select: (cell: T, yes: T | boolean, no: T | boolean) => T | boolean,
): T | boolean {
  const { order, text } = shortest(table);
  const made = new Map<string, T | boolean>();
  const make = (part: string, depth: number): T | boolean => {
    if (!part.includes("1")) return false;
    if (!part.includes("0")) return true;
    const half = part.length / 2;
    const [no, yes] = [part.slice(0, half), part.slice(half)];
    if (no === yes) return make(no, depth + 1);
    let known = made.get(part);
    if (known === undefined) {
      known = select(cells[order[depth] as number] as T, make(yes, depth + 1), make(no, depth + 1));
      made.set(part, known);
    }
    return known;
  };
  return make(text, 0);
}

function shortest(table: CellTable): { readonly order: readonly number[]; readonly text: string } {
  let order = Array.from({ length: CELLS }, (_, i) => i);
  let text = inOrder(table, order);
  let fewest = nodesOf(text);
  let seed = 1;
  for (let tries = 1; tries < TRIES; tries++) {
    const other = [...order];
    // Two cells change places in the best order so far, or three.
    for (let swaps = 0; swaps < 1 + (tries & 1); swaps++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      const [a, b] = [(seed >>> 16) % CELLS, (seed >>> 24) % CELLS];
      [other[a], other[b]] = [other[b] as number, other[a] as number];
    }
    const tried = inOrder(table, other);
    const nodes = nodesOf(tried);
    if (nodes > fewest) continue;
    [order, text, fewest] = [other, tried, nodes];
  }
  return { order, text };
}
