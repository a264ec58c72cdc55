/** Rule tables that algorithms look things up in. */

import type { CellTable } from "./cell-table.ts";
import { weightOf } from "./cell-table.ts";
import type { PhaseTable } from "./phases.ts";
import type { Neighbourhood } from "./rule.ts";
import { NEIGHBOURS } from "./rule.ts";

/** next[live + (neighbours + 1) * alive], as in the hexagonal papers: one byte each. */
export function nextStateTable(neighbourhood: Neighbourhood, phase: PhaseTable): Uint8Array {
  const n = NEIGHBOURS[neighbourhood].length + 1;
  const table = new Uint8Array(2 * n);
  for (let live = 0; live < n; live++) {
    table[live] = (phase.birth >> live) & 1;
    table[n + live] = (phase.survival >> live) & 1;
  }
  return table;
}

/** Column and row of the cell that each bit of an index stands for, in a square of 4x4 cells: by rows, from the top left. */
const BY_ROWS = Array.from({ length: 16 }, (_, bit) => [bit & 3, bit >> 2] as const);

/**
 * The 65,536-entry table of the HashLife works: a 4x4 square of cells to the 2x2 in its middle one generation later.
 * Index: bit (4 * row + column), row 0 on top, column 0 on the left, or as `cellOf` says. Result: bit (2 * row + column).
 */
export function blockTable(next: CellTable, cellOf: typeof BY_ROWS = BY_ROWS): Uint8Array {
  // The index of the 3x3 square around each of the four cells is the sum over the two halves of the bits.
  const part = (first: number, k: number): Uint16Array => {
    const indices = new Uint16Array(256);
    for (let bit = 0; bit < 8; bit++) {
      const [x, y] = cellOf[first + bit] as readonly [number, number];
      const [dx, dy] = [x - 1 - (k & 1), y - 1 - (k >> 1)];
      if (Math.abs(dx) > 1 || Math.abs(dy) > 1) continue;
      const weight = weightOf(dx, dy);
      for (let byte = 0; byte < 256; byte++) if ((byte >> bit) & 1) indices[byte] += weight;
    }
    return indices;
  };
  const parts = (first: number): readonly Uint16Array[] => [0, 1, 2, 3].map((k) => part(first, k));
  const [low0, low1, low2, low3] = parts(0);
  const high = parts(8);
  const table = new Uint8Array(65536);
  for (let v = 0, upper = 0; upper < 256; upper++) {
    const [high0, high1, high2, high3] = high.map((indices) => indices[upper] as number);
    for (let lower = 0; lower < 256; lower++)
      table[v++] =
        next[low0[lower] + high0] |
        (next[low1[lower] + high1] << 1) |
        (next[low2[lower] + high2] << 2) |
        (next[low3[lower] + high3] << 3);
  }
  return table;
}
