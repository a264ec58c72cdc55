// asc: --importTable --importMemory --initialMemory 4 --maximumMemory 65536

/*
 * The stepping kernel of the `bitwise` algorithm, which decides which tiles to compute when.
 * (engine/algorithms/cpu/bitwise-universe.ts owns the memory and explains tiles; _tile-layout.ts says where things lie;
 * _tile-rows.ts counts neighbours.)
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
 */

import {
  ALL, ALL_BANDS, BAND, BANDS, BOTTOM_BAND, COLUMN, E, EMITTED, EMPTY, END, FLAGS, FORCE, GATHER, HEX, LINKS, MASK,
  MAX_REQUESTS, MOORE, N, NE, NW, PIECES, PLAN, PLANE, QUEUE, REQUESTS, RULES, RULE_BYTES, S, SCRATCH, SE, SOURCES, STRIP,
  STRIP_ROWS, SW, TOP_BAND, VOID, VON_NEUMANN, W,
} from "./_tile-layout";
import { changedColumns, changedRows, stepBands, stepBandsEmitted } from "./_tile-rows";

let parity: u32 = 0;
let kind: u32 = MOORE;
let current: u32 = END; // tiles still to do in this generation
let upcoming: u32 = END; // tiles to do in the next one
let requests: u32 = 0;
let generations: u32 = 0;
let computed: u32 = 0;
let started: u32 = 0; // whether this generation has tiles that are already done

export function getRequests(): u32 { return requests; }
export function clearRequests(): void { requests = 0; }
export function getGenerations(): u32 { return generations; }
/** Tiles that the last run computed. */
export function getComputed(): u32 { return computed; }
/** Whether anything can change in the generations to come. */
export function isIdle(): u32 { return u32(current == END && upcoming == END && !started); }

/** Sets the kind of rule and the parity of the present generation. */
export function configure(ruleKind: u32, generationParity: u32): void {
  kind = ruleKind;
  parity = generationParity;
}

/** Forgets both queues; the caller clears the tiles' queue words. */
export function resetQueues(): void {
  current = END;
  upcoming = END;
  started = 0;
  requests = 0;
}

/** Queues a tile for the generation that is about to be (or being) computed. */
export function enqueue(tile: u32): void {
  current = queued(tile, parity, ALL_BANDS, current);
}

/** Queues the tiles that a tile is linked with, stand-ins left out. */
export function enqueueLinked(tile: u32): void {
  for (let d: u32 = 0; d < 8; d++) {
    const link = load<u32>(tile + LINKS + (d << 2));
    if (link > VOID) enqueue(link);
  }
}

/** Queues a tile for the generation after that. */
export function enqueueUpcoming(tile: u32): void {
  wake(tile, ALL_BANDS);
}

/** Whether a generation is under way: some of its tiles are done, others are not. */
export function isStarted(): u32 { return started; }

/** Adds bands of a tile to the due ones at that parity; returns the queue's new head. */
@inline
function queued(tile: u32, at: u32, bands: u32, head: u32): u32 {
  const due = load<u8>(tile + BANDS + at);
  store<u8>(tile + BANDS + at, due | bands);
  if (due) return head;
  store<u32>(tile + QUEUE + (at << 2), head);
  return tile;
}

@inline
function wake(tile: u32, bands: u32): void {
  upcoming = queued(tile, parity ^ 1, bands, upcoming);
}

@inline
function wakeLink(tile: u32, direction: u32, bands: u32): void {
  const neighbour = load<u32>(tile + LINKS + (direction << 2));
  if (neighbour > VOID) wake(neighbour, bands);
  // Also where cells only died: in the missing tile, cells that read them may now be born.
  else if (neighbour == EMPTY) request(tile | direction);
}

@inline
function request(entry: u32): void {
  store<u32>(REQUESTS + (requests << 2), entry);
  requests++;
}

/**
 * Computes up to `maxTiles` tiles and at most `maxGenerations` whole generations. Returns early when a tile asks for a
 * neighbour that does not exist yet (answer the requests, then call again) and when nothing is left to change.
 * getGenerations() tells how many generations were completed.
 */
export function run(maxGenerations: u32, maxTiles: u32): void {
  generations = 0;
  computed = 0;
  while (generations < maxGenerations) {
    const rule = RULES + parity * RULE_BYTES;
    if (kind == EMITTED) drainEmitted(maxTiles);
    else if (kind == MOORE) drainMoore(rule, maxTiles);
    else if (kind == HEX) drainHex(rule, maxTiles);
    else drainVonNeumann(rule, maxTiles);
    if (current != END) return;
    current = upcoming;
    upcoming = END;
    parity ^= 1;
    started = 0;
    generations++;
    if (requests || current == END) return;
  }
}

// A function for each kind, so that only the loop that is used gets compiled twice.

function drainEmitted(maxTiles: u32): void { drain(0, maxTiles, EMITTED); }
function drainMoore(rule: u32, maxTiles: u32): void { drain(rule, maxTiles, MOORE); }
function drainHex(rule: u32, maxTiles: u32): void { drain(rule, maxTiles, HEX); }
function drainVonNeumann(rule: u32, maxTiles: u32): void { drain(rule, maxTiles, VON_NEUMANN); }

/** Processes the current queue. */
@inline
function drain(rule: u32, maxTiles: u32, kind: u32): void {
  const slot = QUEUE + (parity << 2);
  while (current != END) {
    // A tile can make eight requests.
    if (computed >= maxTiles || requests + 8 > MAX_REQUESTS) return;
    const tile = current;
    current = load<u32>(tile + slot);
    started = 1;
    computed++;
    stepTile(tile, rule, kind);
  }
}

// --- one tile -------------------------------------------------------------------------------------------------------

@inline
function stepTile(tile: u32, rule: u32, kind: u32): void {
  const bands = <u32>load<u8>(tile + BANDS + parity);
  store<u8>(tile + BANDS + parity, 0);
  const now = parity * PLANE;
  const target = tile + (now ^ PLANE);
  const flags = <u32>load<u8>(tile + FLAGS);
  // One stretch from the first band to the last: computing a gap takes less time than starting two loops.
  const first = ctz(bands) << 4;
  const last = (31 - clz(bands)) << 4;
  let centre = tile + now;
  let west = load<u32>(tile + LINKS + (W << 2)) + now;
  let east = load<u32>(tile + LINKS + (E << 2)) + now;
  if (flags & GATHER) {
    gather(tile, now);
    west = SCRATCH + 4;
    centre = SCRATCH + COLUMN + 4;
    east = SCRATCH + 2 * COLUMN + 4;
  }
  let nw: u32, n: u32, ne: u32, sw: u32, s: u32, se: u32;
  if (first || flags & GATHER) {
    nw = load<u32>(west + first - 4);
    n = load<u32>(centre + first - 4);
    ne = load<u32>(east + first - 4);
  } else {
    nw = load<u32>(load<u32>(tile + LINKS + (NW << 2)) + now + 124);
    n = load<u32>(load<u32>(tile + LINKS + (N << 2)) + now + 124);
    ne = load<u32>(load<u32>(tile + LINKS + (NE << 2)) + now + 124);
  }
  if (last < 112 || flags & GATHER) {
    sw = load<u32>(west + last + BAND);
    s = load<u32>(centre + last + BAND);
    se = load<u32>(east + last + BAND);
  } else {
    sw = load<u32>(load<u32>(tile + LINKS + (SW << 2)) + now);
    s = load<u32>(load<u32>(tile + LINKS + (S << 2)) + now);
    se = load<u32>(load<u32>(tile + LINKS + (SE << 2)) + now);
  }
  const top = load<u32>(target), bottom = load<u32>(target + 124);
  const mask = load<u32>(tile + MASK);
  if (kind == EMITTED) stepBandsEmitted(parity, first, last, centre, west, east, target, mask, nw, n, ne, sw, s, se);
  else stepBands(first, last, centre, west, east, target, mask, rule, nw, n, ne, sw, s, se, kind);
  if (flags & FORCE) {
    // The plane that the next step overwrites was written, not computed: it proves nothing.
    store<u8>(tile + FLAGS, flags & ~FORCE);
    wake(tile, ALL_BANDS);
  }
  if (changedRows) spread(tile, flags, top ^ load<u32>(target), bottom ^ load<u32>(target + 124));
}

/** Wakes the bands, here and in the neighbours, that read a changed cell; `top` and `bottom` are outer rows. */
@inline
function spread(tile: u32, flags: u32, top: u32, bottom: u32): void {
  const bands = bandsOf(changedRows | (changedRows << 1) | (changedRows >> 1));
  wake(tile, bands);
  if (flags & GATHER) {
    wakeSources(tile);
    return;
  }
  // Beside the tile, the same bands: finding which rows changed in the outer columns costs more than it saves.
  if (changedColumns & 1) wakeLink(tile, W, bands);
  if (changedColumns >> 31) wakeLink(tile, E, bands);
  if (top) {
    wakeLink(tile, N, BOTTOM_BAND);
    if (top & 1) wakeLink(tile, NW, BOTTOM_BAND);
    if (top >> 31) wakeLink(tile, NE, BOTTOM_BAND);
  }
  if (bottom) {
    wakeLink(tile, S, TOP_BAND);
    if (bottom & 1) wakeLink(tile, SW, TOP_BAND);
    if (bottom >> 31) wakeLink(tile, SE, TOP_BAND);
  }
}

/** The bands of a set of rows: bit i is set where any of the four rows of band i is. */
@inline
function bandsOf(rows: u32): u32 {
  let any = rows | (rows >> 1);
  any = (any | (any >> 2)) & 0x11111111;
  // One bit a nibble, gathered into the low byte.
  any = (any | (any >> 3)) & 0x03030303;
  any = (any | (any >> 6)) & 0x000f000f;
  return (any | (any >> 12)) & 0xff;
}

/** A tile at a seam wakes every tile its window reaches: that relation is symmetric. */
function wakeSources(tile: u32): void {
  let at = load<u32>(tile + PLAN) + (load<u32>(tile + PIECES) << 4);
  const end = at + (load<u32>(tile + SOURCES) << 2);
  let missing = false;
  for (; at < end; at += 4) {
    const source = load<u32>(at);
    if (source > VOID) wake(source, ALL_BANDS);
    else missing = true;
  }
  if (missing) request(tile | ALL);
}

/**
 * Copies the 34 x 34 window of a tile at a seam into SCRATCH: pieces of 16 bytes (target, source, shift, mask), where a
 * positive shift moves left. Sources are addresses in plane 0 of some tile.
 */
function gather(tile: u32, now: u32): void {
  memory.fill(SCRATCH, 0, 3 * COLUMN);
  let piece = load<u32>(tile + PLAN);
  const end = piece + (load<u32>(tile + PIECES) << 4);
  for (; piece < end; piece += 16) {
    const target = load<u32>(piece);
    const shift = load<i32>(piece + 8);
    const word = load<u32>(load<u32>(piece + 4) + now);
    const moved = shift >= 0 ? word << shift : word >> -shift;
    store<u32>(target, load<u32>(target) | (moved & load<u32>(piece + 12)));
  }
}

/** Live cells of one plane of a tile. */
export function population(tile: u32, plane: u32): u32 {
  let sum = i32x4.splat(0);
  const at = tile + plane * PLANE;
  for (let k: u32 = 0; k < PLANE; k += 16) {
    const bytes = v128.popcnt<i8>(v128.load(at + k));
    sum = v128.add<i32>(sum, v128.extadd_pairwise<i16>(v128.extadd_pairwise<u8>(bytes)));
  }
  return (
    i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3)
  );
}

/**
 * Writes the rows of the tiles listed at STRIP to STRIP_ROWS, row after row, a word a tile; `tiles` is a multiple of
 * four. Four words of four tiles are transposed at a time. With a `shift` each row moves that many cells to the left,
 * and the vacated bits of its last word stay empty.
 */
export function readStrip(tiles: u32, plane: u32, shift: u32): void {
  const stride = tiles << 2;
  for (let k: u32 = 0; k < stride; k += 16) {
    const a = load<u32>(STRIP + k) + plane * PLANE;
    const b = load<u32>(STRIP + k + 4) + plane * PLANE;
    const c = load<u32>(STRIP + k + 8) + plane * PLANE;
    const d = load<u32>(STRIP + k + 12) + plane * PLANE;
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

/** Whether both planes of a tile are empty and it is in no queue, so that it can be given back. */
export function isDisposable(tile: u32): u32 {
  if (load<u16>(tile + BANDS)) return 0;
  let any = v128.load(tile);
  for (let k: u32 = 16; k < 256; k += 16) any = v128.or(any, v128.load(tile + k));
  return u32(!v128.any_true(any));
}
