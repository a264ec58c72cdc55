/** Rule tables that algorithms look things up in. */

import { popcount32 } from "../core/block.ts";
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
export function blockTable(neighbourhood: Neighbourhood, phase: PhaseTable): Uint8Array {
  const next = nextStateTable(neighbourhood, phase);
  const half = next.length / 2;
  const masks = [0, 1, 2, 3].map((k) => {
    const row = 1 + (k >> 1);
    const column = 1 + (k & 1);
    const centre = 4 * row + column;
    const around = NEIGHBOURS[neighbourhood].reduce((m, [dx, dy]) => m | (1 << (centre + 4 * dy + dx)), 0);
    return { centre, around };
  });
  const table = new Uint8Array(65536);
  masks.forEach(({ centre, around }, k) => {
    // Live neighbours, and `half` for a live centre, add up over the square's upper and lower two rows.
    const part = (shift: number): Uint8Array =>
      Uint8Array.from({ length: 256 }, (_, byte) => {
        const v = byte << shift;
        return popcount32(v & around) + half * ((v >> centre) & 1);
      });
    const [upper, lower] = [part(0), part(8)];
    for (let v = 0; v < 65536; v++) table[v] |= next[upper[v & 255] + lower[v >> 8]] << k;
  });
  return table;
}
