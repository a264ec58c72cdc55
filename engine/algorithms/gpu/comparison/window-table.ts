/**
 * The tables that the look-up kernels read on the GPU, compiled from a rule. Four next cells per entry, eight entries
 * per word (shaders/comparison/lookup/table.wgsl).
 */

import type { PhaseTable } from "../../../rules/phases.ts";
import type { Neighbourhood } from "../../../rules/rule.ts";
import { NEIGHBOURS } from "../../../rules/rule.ts";
import { blockTable, nextStateTable } from "../../../rules/tables.ts";

/**
 * Bits that decide about four cells of a row: those above, in the row and below
 * (shaders/comparison/lookup/window-*.wgsl).
 */
interface Window {
  readonly above: number;
  readonly below: number;
  /** The cells by which the rows above and below begin west of the first cell: 1 or 0. */
  readonly aboveWest: number;
  readonly belowWest: number;
}

const ROW = 6;

const WINDOWS: Readonly<Record<Neighbourhood, Window>> = {
  moore: { above: 6, below: 6, aboveWest: 1, belowWest: 1 },
  hex: { above: 5, below: 5, aboveWest: 1, belowWest: 0 },
  "von-neumann": { above: 4, below: 4, aboveWest: 0, belowWest: 0 },
};

/** Bits of the window: 18, 16 or 14. */
export function windowBits(neighbourhood: Neighbourhood): number {
  const { above, below } = WINDOWS[neighbourhood];
  return above + ROW + below;
}

/** From a window to the next states of its four cells, the first one in the lowest bit. */
export function windowTable(neighbourhood: Neighbourhood, phase: PhaseTable): Uint32Array<ArrayBuffer> {
  const { above, aboveWest, belowWest } = WINDOWS[neighbourhood];
  const squares = squareTable(neighbourhood, phase);
  return packEntries(2 ** windowBits(neighbourhood), (window) => {
    // All three rows from one west of the first cell on. Cells that the window leaves out do not count.
    const north = (window & ((1 << above) - 1)) << (1 - aboveWest);
    const middle = (window >> above) & ((1 << ROW) - 1);
    const south = (window >> (above + ROW)) << (1 - belowWest);
    let next = 0;
    for (let k = 0; k < 4; k++) {
      const square = ((north >> k) & 7) | (((middle >> k) & 7) << 3) | (((south >> k) & 7) << 6);
      next |= squares[square] << k;
    }
    return next;
  });
}

/** From a 4 x 4 square to the 2 x 2 in its middle (rules/tables.ts). */
export function packedBlockTable(neighbourhood: Neighbourhood, phase: PhaseTable): Uint32Array<ArrayBuffer> {
  const table = blockTable(neighbourhood, phase);
  return packEntries(table.length, (square) => table[square]);
}

/** From a 3 x 3 square, bit 3 * row + column, to the next state of its middle. */
function squareTable(neighbourhood: Neighbourhood, phase: PhaseTable): Uint8Array {
  const next = nextStateTable(neighbourhood, phase);
  const table = new Uint8Array(512);
  for (let square = 0; square < 512; square++) {
    let live = 0;
    for (const [dx, dy] of NEIGHBOURS[neighbourhood]) live += (square >> (4 + 3 * dy + dx)) & 1;
    table[square] = next[live + (next.length / 2) * ((square >> 4) & 1)];
  }
  return table;
}

function packEntries(count: number, entry: (index: number) => number): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(count / 8);
  for (let index = 0; index < count; index++) words[index >> 3] |= entry(index) << (4 * (index & 7));
  return words;
}
