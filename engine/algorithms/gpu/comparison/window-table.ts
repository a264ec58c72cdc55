/**
 * The tables that the look-up kernels read on the GPU, compiled from a rule. Four next cells per entry, eight entries
 * per word (shaders/comparison/lookup/table.wgsl).
 */

import { tableOfCounts } from "../../../rules/cell-table.ts";
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

/** The same for eight cells, four more in each row: 30, 28 or 26. */
export function wideWindowBits(neighbourhood: Neighbourhood): number {
  return windowBits(neighbourhood) + 3 * 4;
}

/** From a window to the next states of its four cells, the first one in the lowest bit. */
export function windowTable(neighbourhood: Neighbourhood, phase: PhaseTable): Uint32Array<ArrayBuffer> {
  const entries = nextOfWindows(neighbourhood, phase);
  return packEntries(entries.length, (window) => entries[window]);
}

/** From a window of eight cells to their next states: the windows of four that its two ends are say them. A byte an entry. */
export function wideWindowTable(neighbourhood: Neighbourhood, phase: PhaseTable): Uint32Array<ArrayBuffer> {
  const { above, below } = WINDOWS[neighbourhood];
  const four = nextOfWindows(neighbourhood, phase);
  const table = new Uint8Array(2 ** wideWindowBits(neighbourhood));
  const [northMask, middleMask, southMask] = [2 ** above - 1, 2 ** ROW - 1, 2 ** below - 1];
  let window = 0;
  for (let south = 0; south < 2 ** (below + 4); south++) {
    for (let middle = 0; middle < 2 ** (ROW + 4); middle++) {
      const west = ((middle & middleMask) << above) | ((south & southMask) << (above + ROW));
      const east = ((middle >> 4) << above) | ((south >> 4) << (above + ROW));
      for (let north = 0; north < 2 ** (above + 4); north++) {
        table[window++] = four[west | (north & northMask)] | (four[east | (north >> 4)] << 4);
      }
    }
  }
  return new Uint32Array(table.buffer);
}

/** The next states of the four cells of each window. */
function nextOfWindows(neighbourhood: Neighbourhood, phase: PhaseTable): Uint8Array {
  const { above, aboveWest, belowWest } = WINDOWS[neighbourhood];
  const squares = squareTable(neighbourhood, phase);
  return Uint8Array.from({ length: 2 ** windowBits(neighbourhood) }, (_, window) => {
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
  const table = blockTable(tableOfCounts(neighbourhood, phase));
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
