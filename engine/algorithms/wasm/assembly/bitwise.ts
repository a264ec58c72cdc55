// asc: --importTable --importMemory --initialMemory 4 --maximumMemory 65536

/*
 * The stepping kernel of the `bitwise` algorithm, which decides which tiles to compute when.
 * (engine/algorithms/cpu/bitwise-universe.ts owns the memory and explains tiles; _tile-layout.ts says where things lie;
 * _tile-steps.ts steps tiles, _tile-rows.ts counts neighbours.)
 *
 * A tile is 32 x 32 cells, one u32 a row, lowest bit = lowest x. It has two planes: plane g & 1 holds generation g,
 * the other one generation g - 1 until g + 1 overwrites it. That is how tiles are skipped: a tile whose new plane
 * equals the one that it overwrites repeats with period 1 or 2, and if that holds for everything the tile reads, the
 * plane already holds the right answer for ever. So only tiles near a change are queued; still lifes, blinkers and
 * empty space cost nothing.
 *
 * The argument holds for any part of a tile as well, so a queue entry is a tile with a set of its eight *bands*, four
 * rows each (one vector). A change wakes the bands that read it: its own, the one above where the band's first row
 * changed, the one below where its last did, and those of a neighbour only across an edge that changed. A glider thus
 * costs three or four bands a generation instead of one to four tiles.
 *
 * Of more than two states a tile has two such planes for each bit of a cell's state. Only the loop that the host emits for the rule
 * looks at them all; it takes addresses of rows instead of words.
 *
 * bitwise-threads.ts is the same on threads; what only that needs stands behind ASC_FEATURE_THREADS, and _tile-threads.ts
 * explains it.
 */

import {
  BANDS, BITS, BIT_1, EMPTY, FLAGS, FORCE, GATHER, LINKS, MASK, PLANE, planeOf, STRIP, STRIP_ROWS,
} from "./_tile-layout";
import { enqueue, enqueueLinked } from "./_tile-steps";

export {
  clearRequests, configure, enqueue, enqueueLinked, enqueueUpcoming, getComputed, getGenerations, getRequests, isIdle,
  isStarted, resetQueues, run, tellTiles,
} from "./_tile-steps";

/** Live cells of a tile: those that are not 0. `parity`: 0 of an even and 1 of an odd generation. */
export function population(tile: u32, parity: u32): u32 {
  const bits = load<u32>(BITS);
  return bits > 1 ? count(tile + parity * PLANE, bits) : count(tile + parity * PLANE, 1);
}

@inline
function count(at: u32, bits: u32): u32 {
  let sum = i32x4.splat(0);
  for (let k: u32 = 0; k < PLANE; k += 16) {
    let live = v128.load(at + k);
    for (let bit: u32 = 1; bit < bits; bit++) live = v128.or(live, v128.load(at + planeOf(bit) + k));
    const bytes = v128.popcnt<i8>(live);
    sum = v128.add<i32>(sum, v128.extadd_pairwise<i16>(v128.extadd_pairwise<u8>(bytes)));
  }
  return (
    i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3)
  );
}

/**
 * Writes the rows of the tiles listed at STRIP to STRIP_ROWS, row after row, a word a tile; `tiles` is a multiple of
 * four, and `plane` says where in a record the rows are. Four words of four tiles are transposed at a time. With a `shift` each row moves that many cells to the left,
 * and the vacated bits of its last word stay empty.
 */
export function readStrip(tiles: u32, plane: u32, shift: u32): void {
  const stride = tiles << 2;
  for (let k: u32 = 0; k < stride; k += 16) {
    const a = load<u32>(STRIP + k) + plane;
    const b = load<u32>(STRIP + k + 4) + plane;
    const c = load<u32>(STRIP + k + 8) + plane;
    const d = load<u32>(STRIP + k + 12) + plane;
    let out = STRIP_ROWS + k;
    for (let row: u32 = 0; row < PLANE; row += 16) {
      const va = v128.load(a + row), vb = v128.load(b + row), vc = v128.load(c + row), vd = v128.load(d + row);
      const ab = v128.shuffle<i32>(va, vb, 0, 4, 1, 5), cd = v128.shuffle<i32>(vc, vd, 0, 4, 1, 5);
      const efAB = v128.shuffle<i32>(va, vb, 2, 6, 3, 7), efCD = v128.shuffle<i32>(vc, vd, 2, 6, 3, 7);
      v128.store(out, v128.shuffle<i64>(ab, cd, 0, 2));
      v128.store(out + stride, v128.shuffle<i64>(ab, cd, 1, 3));
      v128.store(out + 2 * stride, v128.shuffle<i64>(efAB, efCD, 0, 2));
      v128.store(out + 3 * stride, v128.shuffle<i64>(efAB, efCD, 1, 3));
      out += stride << 2;
    }
  }
  if (!shift) return;
  for (let row = STRIP_ROWS; row < STRIP_ROWS + (stride << 5); row += stride) {
    const last = row + stride - 4;
    for (let at = row; at < last; at += 4) store<u32>(at, <u32>(load<u64>(at) >> shift));
    store<u32>(last, load<u32>(last) >> shift);
  }
}

/**
 * Writes rows `first` to `end` - 1 of the tiles listed at STRIP from STRIP_ROWS, where they lie as `readStrip` leaves them. A tile whose
 * cells change is queued with those that it is linked with. Stays in the list only if the host has to see to its neighbours as well:
 * some are missing, or they are those of a seam. Stand-ins keep their rows. Returns how many tiles stay.
 */
export function writeStrip(tiles: u32, plane: u32, first: u32, end: u32): u32 {
  let stay: u32 = 0;
  for (let k: u32 = 0; k < tiles; k++) {
    const tile = load<u32>(STRIP + (k << 2));
    store<u32>(STRIP + (k << 2), EMPTY);
    if (tile <= EMPTY) continue;
    const mask = load<u32>(tile + MASK);
    let changed: u32 = 0;
    let from = STRIP_ROWS + ((first * tiles + k) << 2);
    for (let row = first << 2; row < end << 2; row += 4) {
      const word = load<u32>(from) & load<u32>(mask + row);
      changed |= word ^ load<u32>(tile + plane + row);
      store<u32>(tile + plane + row, word);
      from += tiles << 2;
    }
    if (!changed) continue;
    const flags = <u32>load<u8>(tile + FLAGS);
    store<u8>(tile + FLAGS, flags | FORCE);
    enqueue(tile);
    let isOpen = (flags & GATHER) != 0;
    for (let link: u32 = 0; link < 32; link += 4) isOpen = isOpen || load<u32>(tile + LINKS + link) == EMPTY;
    if (isOpen) store<u32>(STRIP + (stay++ << 2), tile);
    else enqueueLinked(tile);
  }
  return stay;
}

/** Whether all planes of a tile are empty and it is in no queue, so that it can be given back. */
export function isDisposable(tile: u32): u32 {
  if (load<u16>(tile + BANDS)) return 0;
  let any = v128.load(tile);
  for (let k: u32 = 16; k < 2 * PLANE; k += 16) any = v128.or(any, v128.load(tile + k));
  const end = planeOf(load<u32>(BITS));
  for (let k = BIT_1; k < end; k += 16) any = v128.or(any, v128.load(tile + k));
  return u32(!v128.any_true(any));
}
