/** Rings a byte a cell, straight from the definition: what the packed steppers are held against. */

import type { Ring } from "./ring.ts";
import { endsOf, ringWords } from "./ring.ts";
import { ringWindow } from "./ring-rule.ts";

/** The next state of all cells, 0 or 1 a byte. */
export function stepReference({ cells, boundary, rules }: Ring, from: Uint8Array): Uint8Array {
  const { radius } = rules[0];
  const ends = endsOf(boundary, from[0], from[cells - 1]);
  const at = (i: number): number => {
    if (i >= 0 && i < cells) return from[i];
    if (ends) return i < 0 ? ends[0] : ends[1];
    return from[(i + cells) % cells];
  };
  const to = new Uint8Array(cells);
  for (let i = 0; i < cells; i++) {
    let neighbourhood = 0;
    for (let k = 0; k < ringWindow(radius); k++) neighbourhood = (neighbourhood << 1) | at(i - radius + k);
    const rule = rules.length === 1 ? rules[0] : rules[i];
    to[i] = rule.table[neighbourhood];
  }
  return to;
}

/** A packed state, a byte a cell. */
export function unpackState(state: Uint32Array, cells: number): Uint8Array {
  return Uint8Array.from({ length: cells }, (_, i) => (state[i >>> 5] >>> (i & 31)) & 1);
}

/** A state of a byte a cell, packed. */
export function packState(bytes: Uint8Array): Uint32Array<ArrayBuffer> {
  const state = new Uint32Array(ringWords(bytes.length));
  bytes.forEach((cell, i) => {
    state[i >>> 5] |= cell << (i & 31);
  });
  return state;
}
