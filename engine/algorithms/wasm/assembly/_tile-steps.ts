/*
 * Which tiles are computed when, and how one is: bitwise.ts explains it.
 */

import {
  ALL, ALL_BANDS, BAND, BANDS, BIT, BITS, BIT_1, BOTTOM_BAND, COLUMN, E, EMITTED, EMPTY, END, FLAGS, FORCE, GATHER, HEX,
  LINKS, MASK, MOORE, N, NE, NW, PIECE, PLAN, PLANE, planeOf, PLAN_HEAD, PLAN_PIECES, PLAN_SOURCES, QUEUE, RULES, RULE_BYTES, S,
  SCRATCH, SE, STATED, STATED_COLUMN, SW, TOP_BAND, VOID, VON_NEUMANN, W,
} from "./_tile-layout";
import {
  changedBottom, changedColumns, changedRows, changedTop, stepBands, stepBandsEmitted, stepBandsStated,
} from "./_tile-rows";
import { gatherRequests, getRequests as getOwnRequests, hasRoom, request, setRequests } from "./_tile-requests";
import { getLost } from "./_gate";
import {
  beginRun, forgetBunches, getDue, getsSheets, getThreads, isShared, layBunches, letHelp, mayTake, putAll, putDue, putNow,
  rest, setOwners, sortAll, stopSharing, takeAll, takeBunch, turnOver,
} from "./_tile-threads";

let parity: u32 = 0;
let kind: u32 = MOORE;
let current: u32 = END; // tiles still to do in this generation
let upcoming: u32 = END; // tiles to do in the next one
let generations: u32 = 0;
let computed: u32 = 0;
let started: u32 = 0; // whether this generation has tiles that are already done
/** How far from SCRATCH this thread gathers its windows. */
let away: u32 = 0;

/** Requests that wait at REQUESTS; there may be more once they are cleared. */
export function getRequests(): u32 {
  if (ASC_FEATURE_THREADS) gatherRequests(getThreads());
  return getOwnRequests();
}
export function clearRequests(): void { setRequests(0); }
export function getGenerations(): u32 { return generations; }
/** Tiles that this thread computed in the last run. */
export function getComputed(): u32 { return computed; }
/** Whether anything can change in the generations to come. */
export function isIdle(): u32 {
  return u32(current == END && upcoming == END && !started && !(ASC_FEATURE_THREADS && getDue()));
}

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
  setRequests(0);
  if (ASC_FEATURE_THREADS) forgetBunches();
}

/** Queues a tile for the generation that is about to be (or being) computed. */
export function enqueue(tile: u32): void {
  if (ASC_FEATURE_THREADS && isShared()) putNow(tile, parity);
  else current = queued(tile, parity, ALL_BANDS, current);
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
  if (ASC_FEATURE_THREADS && isShared()) {
    wake(tile, ALL_BANDS, true);
    layBunches(parity ^ 1);
  } else wake(tile, ALL_BANDS, false);
}

/** Tells all tiles that are due of it: before then a letter may say so. */
export function tellTiles(): void {
  if (!ASC_FEATURE_THREADS) return;
  sortAll(0);
  sortAll(1);
}

/**
 * So many threads compute from here on; the rest is said where owners are set. 1: no helper does, and what is due stays with those who own it.
 * At rest.
 */
export function share(count: u32, leastTiles: u32, bunchTiles: u32, from: u32, end: u32, woken: u32): void {
  if (count == 1) {
    stopSharing();
    return;
  }
  const now = takeAll(parity, current);
  const then = takeAll(parity ^ 1, upcoming);
  current = END;
  upcoming = END;
  setOwners(count, leastTiles, bunchTiles, from, end, woken);
  putAll(now, parity, true);
  putAll(then, parity ^ 1, false);
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

// `shared`, a constant at each call: other threads wake tiles at the same time.

@inline
function wake(tile: u32, bands: u32, shared: bool): void {
  if (ASC_FEATURE_THREADS && shared) putDue(tile, parity ^ 1, bands);
  else upcoming = queued(tile, parity ^ 1, bands, upcoming);
}

@inline
function wakeLink(tile: u32, direction: u32, bands: u32, shared: bool): void {
  const neighbour = load<u32>(tile + LINKS + (direction << 2));
  if (neighbour > VOID) wake(neighbour, bands, shared);
  // Also where cells only died: in the missing tile, cells that read them may now be born.
  else if (neighbour == EMPTY) request(tile | direction);
}

/**
 * Computes up to `maxTiles` tiles on this thread and at most `maxGenerations` whole generations. Returns early when a tile asks for a
 * neighbour that does not exist yet (answer the requests, then call again) and when nothing is left to change.
 * getGenerations() tells how many generations were completed.
 */
export function run(maxGenerations: u32, maxTiles: u32): void {
  generations = 0;
  computed = 0;
  if (ASC_FEATURE_THREADS) beginRun();
  while (generations < maxGenerations) {
    if (ASC_FEATURE_THREADS) {
      do {
        const isOpen = kind >= EMITTED && letHelp(parity);
        drainAll(maxTiles);
        if (isOpen && rest()) started = 1;
        if (getLost()) return;
      } while (getsSheets(parity ^ 1));
    } else drainAll(maxTiles);
    // With nothing left in this thread's queue there are no bunches left either: it takes those of others.
    if (current != END) return;
    current = upcoming;
    upcoming = END;
    parity ^= 1;
    started = 0;
    generations++;
    if (ASC_FEATURE_THREADS) turnOver();
    if (getRequests() || isIdle()) return;
  }
}

/** What a helper does of a generation. Answers how many tiles. */
export function work(): u32 {
  computed = 0;
  if (load<u32>(BITS) > 1) shareStated(u32.MAX_VALUE);
  else shareEmitted(u32.MAX_VALUE);
  return computed;
}

/** A helper computes a generation of that parity, with a window of its own. */
export function become(generationParity: u32, window: u32): void {
  parity = generationParity;
  away = window - SCRATCH;
}

function drainAll(maxTiles: u32): void {
  const rule = RULES + parity * RULE_BYTES;
  if (kind == EMITTED && ASC_FEATURE_THREADS && isShared()) shareEmitted(maxTiles);
  else if (kind == EMITTED) drainEmitted(maxTiles);
  else if (kind == STATED && ASC_FEATURE_THREADS && isShared()) shareStated(maxTiles);
  else if (kind == STATED) drainStated(maxTiles);
  else if (kind == MOORE) drainMoore(rule, maxTiles);
  else if (kind == HEX) drainHex(rule, maxTiles);
  else drainVonNeumann(rule, maxTiles);
}

// A function for each kind, so that only the loop that is used gets compiled twice.

function drainEmitted(maxTiles: u32): void { drain(0, maxTiles, EMITTED, false); }
function drainStated(maxTiles: u32): void { drain(0, maxTiles, STATED, false); }
function drainMoore(rule: u32, maxTiles: u32): void { drain(rule, maxTiles, MOORE, false); }
function drainHex(rule: u32, maxTiles: u32): void { drain(rule, maxTiles, HEX, false); }
function drainVonNeumann(rule: u32, maxTiles: u32): void { drain(rule, maxTiles, VON_NEUMANN, false); }

/** Threads share emitted loops only: where compiling is forbidden, one thread does it all. */
function shareEmitted(maxTiles: u32): void {
  drain(0, maxTiles, EMITTED, true);
  if (ASC_FEATURE_THREADS) layBunches(parity ^ 1);
}

function shareStated(maxTiles: u32): void {
  drain(0, maxTiles, STATED, true);
  if (ASC_FEATURE_THREADS) layBunches(parity ^ 1);
}

/** Processes the current queue. */
@inline
function drain(rule: u32, maxTiles: u32, kind: u32, shared: bool): void {
  const slot = QUEUE + (parity << 2);
  while (true) {
    if (current == END) {
      if (!ASC_FEATURE_THREADS || (shared && !mayTake())) return;
      const bunch = takeBunch(parity);
      if (!bunch) return;
      current = bunch;
    }
    if (computed >= maxTiles || !hasRoom(1)) return;
    const tile = current;
    current = load<u32>(tile + slot);
    started = 1;
    computed++;
    stepTile(tile, rule, kind, shared);
  }
}

// --- one tile -------------------------------------------------------------------------------------------------------

@inline
function stepTile(tile: u32, rule: u32, kind: u32, shared: bool): void {
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
    if (kind == STATED) gatherStated(tile, now, shared ? away : 0);
    else if (shared) gatherAway(tile, now);
    else gather(tile, now);
    const window = SCRATCH + (shared ? away : 0);
    const column = kind == STATED ? STATED_COLUMN : COLUMN;
    west = window + 4;
    centre = window + column + 4;
    east = window + 2 * column + 4;
  }
  let nw: u32, n: u32, ne: u32, sw: u32, s: u32, se: u32;
  if (first || flags & GATHER) {
    nw = outer(west + first - 4, kind);
    n = outer(centre + first - 4, kind);
    ne = outer(east + first - 4, kind);
  } else {
    nw = outer(load<u32>(tile + LINKS + (NW << 2)) + now + 124, kind);
    n = outer(load<u32>(tile + LINKS + (N << 2)) + now + 124, kind);
    ne = outer(load<u32>(tile + LINKS + (NE << 2)) + now + 124, kind);
  }
  if (last < 112 || flags & GATHER) {
    sw = outer(west + last + BAND, kind);
    s = outer(centre + last + BAND, kind);
    se = outer(east + last + BAND, kind);
  } else {
    sw = outer(load<u32>(tile + LINKS + (SW << 2)) + now, kind);
    s = outer(load<u32>(tile + LINKS + (S << 2)) + now, kind);
    se = outer(load<u32>(tile + LINKS + (SE << 2)) + now, kind);
  }
  const top = kind == STATED ? 0 : load<u32>(target), bottom = kind == STATED ? 0 : load<u32>(target + 124);
  const mask = load<u32>(tile + MASK);
  if (kind == EMITTED) stepBandsEmitted(parity, first, last, centre, west, east, target, mask, nw, n, ne, sw, s, se);
  else if (kind == STATED) stepBandsStated(parity, first, last, centre, west, east, target, mask, nw, n, ne, sw, s, se);
  else stepBands(first, last, centre, west, east, target, mask, rule, nw, n, ne, sw, s, se, kind);
  if (flags & FORCE) {
    // The plane that the next step overwrites was written, not computed: it proves nothing.
    store<u8>(tile + FLAGS, flags & ~FORCE);
    wake(tile, ALL_BANDS, shared);
  }
  if (!changedRows) return;
  if (kind == STATED) spread(tile, flags, shared, changedTop, changedBottom);
  else spread(tile, flags, shared, top ^ load<u32>(target), bottom ^ load<u32>(target + 124));
}

/** A word of the row above or below: the loops of more than two states look it up by themselves, in all planes. */
@inline
function outer(at: u32, kind: u32): u32 { return kind == STATED ? at : load<u32>(at); }

/** Wakes the bands, here and in the neighbours, that read a changed cell; `top` and `bottom` are outer rows. */
@inline
function spread(tile: u32, flags: u32, shared: bool, top: u32, bottom: u32): void {
  const bands = bandsOf(changedRows | (changedRows << 1) | (changedRows >> 1));
  wake(tile, bands, shared);
  if (flags & GATHER) {
    if (shared) wakeSourcesShared(tile);
    else wakeSources(tile);
    return;
  }
  // Beside the tile, the same bands: finding which rows changed in the outer columns costs more than it saves.
  if (changedColumns & 1) wakeLink(tile, W, bands, shared);
  if (changedColumns >> 31) wakeLink(tile, E, bands, shared);
  if (top) {
    wakeLink(tile, N, BOTTOM_BAND, shared);
    if (top & 1) wakeLink(tile, NW, BOTTOM_BAND, shared);
    if (top >> 31) wakeLink(tile, NE, BOTTOM_BAND, shared);
  }
  if (bottom) {
    wakeLink(tile, S, TOP_BAND, shared);
    if (bottom & 1) wakeLink(tile, SW, TOP_BAND, shared);
    if (bottom >> 31) wakeLink(tile, SE, TOP_BAND, shared);
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
function wakeSources(tile: u32): void { wakeEachSource(tile, false); }
function wakeSourcesShared(tile: u32): void { wakeEachSource(tile, true); }

@inline
function wakeEachSource(tile: u32, shared: bool): void {
  const plan = load<u32>(tile + PLAN);
  let at = plan + PLAN_HEAD + load<u32>(plan, PLAN_PIECES) * PIECE;
  const end = at + (load<u32>(plan, PLAN_SOURCES) << 2);
  let missing = false;
  for (; at < end; at += 4) {
    const source = load<u32>(at);
    if (source > VOID) wake(source, ALL_BANDS, shared);
    else missing = true;
  }
  if (missing) request(tile | ALL);
}

/**
 * Copies the 34 x 34 window of a tile at a seam into SCRATCH, or to a helper's: pieces of 16 bytes (target, source, shift, mask),
 * where a positive shift moves left. Sources are addresses in plane 0 of some tile.
 */
function gather(tile: u32, now: u32): void { gatherAt(tile, now, 0); }
function gatherAway(tile: u32, now: u32): void { gatherAt(tile, now, away); }

/** Of more than two states each bit has a window; both they and the sources' planes follow each other in the same steps. */
function gatherStated(tile: u32, now: u32, further: u32): void {
  memory.fill(SCRATCH + further, 0, 3 * STATED_COLUMN);
  const end = planeOf(load<u32>(BITS));
  for (let plane: u32 = 0; plane < end; plane += plane ? BIT : BIT_1) copyPieces(tile, now + plane, further + plane);
}

@inline
function gatherAt(tile: u32, now: u32, further: u32): void {
  memory.fill(SCRATCH + further, 0, 3 * COLUMN);
  copyPieces(tile, now, further);
}

@inline
function copyPieces(tile: u32, now: u32, further: u32): void {
  const plan = load<u32>(tile + PLAN);
  let piece = plan + PLAN_HEAD;
  const end = piece + load<u32>(plan, PLAN_PIECES) * PIECE;
  for (; piece < end; piece += PIECE) {
    const target = load<u32>(piece) + further;
    const shift = load<i32>(piece + 8);
    const word = load<u32>(load<u32>(piece + 4) + now);
    const moved = shift >= 0 ? word << shift : word >> -shift;
    store<u32>(target, load<u32>(target) | (moved & load<u32>(piece + 12)));
  }
}
