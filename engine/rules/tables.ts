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

/**
 * The 65,536-entry table of the HashLife works: a 4x4 square of cells to the 2x2 in its middle one generation later.
 * Index: bit (4 * row + column), row 0 on top, column 0 on the left. Result: bit (2 * row + column).
 */
export function blockTable(next: CellTable): Uint8Array {
  const table = new Uint8Array(65536);
  for (let k = 0; k < 4; k++) {
    const [row, column] = [1 + (k >> 1), 1 + (k & 1)];
    // The index of the 3x3 square around a cell is the sum over the upper and the lower two rows.
    const part = (first: number): Uint16Array =>
      Uint16Array.from({ length: 256 }, (_, byte) => {
        let index = 0;
        for (let bit = 0; bit < 8; bit++) {
          const dx = (bit & 3) - column;
          const dy = first + (bit >> 2) - row;
          if ((byte >> bit) & 1 && Math.abs(dx) <= 1 && Math.abs(dy) <= 1) index += weightOf(dx, dy);
        }
        return index;
      });
    const [upper, lower] = [part(0), part(2)];
    for (let v = 0; v < 65536; v++)
      table[v] |= (next[(upper[v & 255] as number) + (lower[v >> 8] as number)] as number) << k;
  }
  return table;
}
