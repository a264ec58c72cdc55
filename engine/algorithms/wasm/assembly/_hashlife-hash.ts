/*
 * The state hash of small squares of cells in more than two states (engine/core/state-hash.ts): a sum over live cells of factors
 * modulo 2^61 - 1. The host lays the factors out at DESK: of the 64 cells of a square of level 3, row by row, of the planes, and of
 * the moves by half a side, right, down and both, of levels 4 and 5. It adds up what lies above.
 */

import { DESK } from "./_hashlife-memory";
import { getPlanes, planeOf } from "./_hashlife-planes";
import { child } from "./_hashlife-table";

const PRIME: u64 = (1 << 61) - 1;
const PLANE_FACTORS: u32 = DESK + 64 * 8;
const MOVES: u32 = PLANE_FACTORS + 8 * 8;
/** For each row of eight cells, and each byte that it may be, the sum of its cells' factors. */
const ROWS: u32 = MOVES + 64;
const ROW_BYTES: u32 = 256 * 8;

@inline
function reduced(v: u64): u64 { return v >= PRIME ? v - PRIME : v; }

@inline
function times(a: u64, b: u64): u64 {
  const a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
  const low = a0 * b0, cross = a1 * b0 + (low >> 32), middle = a0 * b1 + (cross & 0xffffffff);
  // The product is high * 2^64 + a * b, and 2^64 is 8 here.
  const high = a1 * b1 + (cross >> 32) + (middle >> 32), rest = a * b;
  return reduced(reduced((rest & PRIME) + (rest >> 61)) + (high << 3));
}

/** Takes the factors. They last until anything else uses the place. */
export function beginHash(): void {
  for (let row: u32 = 0; row < 8; row++) {
    const sums = ROWS + row * ROW_BYTES;
    store<u64>(sums, 0);
    for (let byte: u32 = 1; byte < 256; byte++) {
      const factor = load<u64>(DESK + (row << 6) + (u32(ctz(byte)) << 3));
      store<u64>(sums + (byte << 3), reduced(load<u64>(sums + ((byte & (byte - 1)) << 3)) + factor));
    }
  }
}

function hashOfPlane(at: u32): u64 {
  let sum: u64 = 0;
  // Eight numbers below 2^61 fit.
  for (let row: u32 = 0; row < 8; row++) sum += load<u64>(ROWS + row * ROW_BYTES + (u32(load<u8>(at + row)) << 3));
  return reduced((sum & PRIME) + (sum >> 61));
}

/** The hash of a square of level 3 to 5 whose corner is (0, 0). */
export function hashOf(n: u32, level: u32): u64 {
  if (!n) return 0;
  let sum: u64 = 0;
  if (level == 3) {
    for (let b: u32 = 0; b < getPlanes(); b++) {
      const plane = hashOfPlane(planeOf(n, b));
      if (plane) sum = reduced(sum + times(plane, load<u64>(PLANE_FACTORS + (b << 3))));
    }
    return sum;
  }
  const moves = MOVES + (level - 4) * 24;
  sum = hashOf(child(n, 0), level - 1);
  for (let k: u32 = 1; k < 4; k++) {
    const part = hashOf(child(n, k), level - 1);
    if (part) sum = reduced(sum + times(part, load<u64>(moves + ((k - 1) << 3))));
  }
  return sum;
}
