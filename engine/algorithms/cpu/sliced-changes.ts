/**
 * What a walk over a tile changed (sliced-sleep.ts). The kernel keeps the bits that the walk writes over, compares them with what stands there afterwards
 * and notes where they differ (wasm/assembly/_sum-bands.ts). That the walk itself does nothing for it leaves one loop to be compiled, which is what a
 * short run pays for most.
 */

/**
 * Where a tile's notes lie: the columns of cells in which bits changed; the rows in which they did, up to 64, the last one lowest; and whether cells fade.
 */
const NOTES = { columns: 0, rows: 16, fading: 24 } as const;
export const NOTE_BYTES = 32;

/** The cells of a tile in which something changed: columns and rows, counted from its first ones. */
export interface ChangedCells {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What is other than it was in a tile of so many rows and columns, by its notes; null for nothing. */
export function changedCells(
  memory: Uint32Array,
  notes: number,
  rows: number,
  columns: number,
): ChangedCells | null {
  const at = notes + NOTES.columns;
  const left = lowestBit(memory, at, columns);
  if (left < 0) return null;
  const [up, last] = [notes + NOTES.rows, rows - 1];
  // The last row's bit is the lowest one.
  return {
    left,
    right: highestBit(memory, at, columns),
    top: last - highestBit(memory, up, rows),
    bottom: last - lowestBit(memory, up, rows),
  };
}

/** Whether any cell of a tile is in a state above 1, which no bits tell. */
export function hasFading(memory: Uint32Array, notes: number): boolean {
  return memory[(notes + NOTES.fading) >> 2] !== 0;
}

/** Of so many bits the lowest one that is set; -1 for none. */
function lowestBit(memory: Uint32Array, address: number, bits: number): number {
  for (let i = 0; 32 * i < bits; i++) {
    const word = wordOf(memory, address, i, bits);
    if (word !== 0) return 32 * i + 31 - Math.clz32(word & -word);
  }
  return -1;
}

function highestBit(memory: Uint32Array, address: number, bits: number): number {
  for (let i = Math.ceil(bits / 32) - 1; i >= 0; i--) {
    const word = wordOf(memory, address, i, bits);
    if (word !== 0) return 32 * i + 31 - Math.clz32(word);
  }
  return -1;
}

/** A word of so many bits, without those behind the last. */
function wordOf(memory: Uint32Array, address: number, i: number, bits: number): number {
  const left = bits - 32 * i;
  return memory[(address >> 2) + i] & (left < 32 ? 2 ** left - 1 : -1);
}
