/*
 * The state hash of small squares (engine/core/state-hash.ts): a sum over live cells of factors modulo 2^61 - 1. The host lays the
 * factors out at HASHES: of the 64 cells of a square of level 3, row by row, of the planes, and of the moves by half a side, right,
 * down and both, of levels 4 to HIGHEST. It adds up what lies above.
 *
 * Squares are met again and again. Of levels 5 to 8 a place in KNOWN keeps the last square whose address led to it, with its hash; one that
 * is not there any more is computed anew, some hundreds of leaves at most. Those above stay in UPPER, each at the first free place from its own on,
 * and the host goes on by itself once that is full.
 */

import { HASHES } from "./_hashlife-memory";
import { getPlanes, isStated, planeOf } from "./_hashlife-planes";
import { child } from "./_hashlife-table";

/** The largest squares that are hashed here, and the largest of which only the latest are kept. */
const HIGHEST: u32 = 40;
const HIGHEST_KNOWN: u32 = 8;

const PRIME: u64 = (1 << 61) - 1;
const PLANE_FACTORS: u32 = HASHES + 64 * 8;
const MOVES: u32 = PLANE_FACTORS + 8 * 8;
const MOVES_BYTES: u32 = 3 * 8;
/** For each row of eight cells, and each byte that it may be, the sum of its cells' factors. */
const ROWS: u32 = MOVES + (HIGHEST - 3) * MOVES_BYTES;
const ROW_BYTES: u32 = 256 * 8;
/** Places of 16 bytes: a square and its hash. */
const KNOWN: u32 = HASHES + 32768;
const PLACES: u32 = 65536;
/** Below, a square is as soon computed as found. */
const LOWEST_KNOWN: u32 = 5;
/** Places alike, and how many are taken at most. */
const UPPER: u32 = KNOWN + (PLACES << 4);
const UPPER_PLACES: u32 = 32768;
const MOST_UPPER: u32 = 24576;
let upper: u32 = 0;
/** In place of a hash: UPPER is full. */
const FULL: u64 = u64.MAX_VALUE;

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

/** Takes the factors, and forgets all squares. */
export function beginHash(): void {
  memory.fill(KNOWN, 0, (PLACES + UPPER_PLACES) << 4);
  upper = 0;
  for (let row: u32 = 0; row < 8; row++) {
    const sums = ROWS + row * ROW_BYTES;
    store<u64>(sums, 0);
    for (let byte: u32 = 1; byte < 256; byte++) {
      const factor = load<u64>(HASHES + (row << 6) + (u32(ctz(byte)) << 3));
      store<u64>(sums + (byte << 3), reduced(load<u64>(sums + ((byte & (byte - 1)) << 3)) + factor));
    }
  }
}

/** Of 8 x 8 cells, whose rows are bytes that lie 2^apart bytes apart. */
@inline
function hashOfPlane(at: u32, apart: u32): u64 {
  let sum: u64 = 0;
  // Eight numbers below 2^61 fit.
  for (let row: u32 = 0; row < 8; row++) {
    sum += load<u64>(ROWS + row * ROW_BYTES + (u32(load<u8>(at + (row << apart))) << 3));
  }
  return reduced((sum & PRIME) + (sum >> 61));
}

/** The hash of a part, moved to quarter k of a square of that level. */
@inline
function moved(part: u64, k: u32, level: u32): u64 {
  return k && part ? times(part, load<u64>(MOVES + (level - 4) * MOVES_BYTES + ((k - 1) << 3))) : part;
}

/**
 * The hash of a square of level HIGHEST or less whose corner is (0, 0), or FULL, which those of level HIGHEST_KNOWN or less never are; of level 3
 * only where cells have more than two states.
 */
export function hashOf(n: u32, level: u32): u64 {
  if (!n) return 0;
  let sum: u64 = 0;
  if (level == 3) {
    for (let b: u32 = 0; b < getPlanes(); b++) {
      const plane = hashOfPlane(planeOf(n, b), 0);
      if (plane) sum = reduced(sum + times(plane, load<u64>(PLANE_FACTORS + (b << 3))));
    }
    return sum;
  }
  if (level == 4 && !isStated()) {
    for (let k: u32 = 0; k < 4; k++) sum = reduced(sum + moved(hashOfPlane(n + ((k >> 1) << 4) + (k & 1), 1), k, 4));
    return sum;
  }
  if (level > HIGHEST_KNOWN) return hashOfUpper(n, level);
  const place = KNOWN + (((n >> 5) & (PLACES - 1)) << 4);
  const keeps = level >= LOWEST_KNOWN;
  if (keeps && load<u32>(place) == n) return load<u64>(place, 8);
  for (let k: u32 = 0; k < 4; k++) sum = reduced(sum + moved(hashOf(child(n, k), level - 1), k, level));
  if (keeps) {
    store<u32>(place, n);
    store<u64>(place, sum, 8);
  }
  return sum;
}

function hashOfUpper(n: u32, level: u32): u64 {
  const first = placeOf(n);
  if (load<u32>(first) == n) return load<u64>(first, 8);
  let sum: u64 = 0;
  for (let k: u32 = 0; k < 4; k++) {
    const part = hashOf(child(n, k), level - 1);
    if (part == FULL) return FULL;
    sum = reduced(sum + moved(part, k, level));
  }
  if (upper == MOST_UPPER) return FULL;
  upper++;
  // Squares below it may have taken its place meanwhile.
  const place = placeOf(n);
  store<u32>(place, n);
  store<u64>(place, sum, 8);
  return sum;
}

/** Where UPPER has that square, or would have it. */
function placeOf(n: u32): u32 {
  let at = ((n >> 5) * 0x9e3779b1) >> 17;
  while (true) {
    const place = UPPER + (at << 4), found = load<u32>(place);
    if (!found || found == n) return place;
    at = (at + 1) & (UPPER_PLACES - 1);
  }
}
