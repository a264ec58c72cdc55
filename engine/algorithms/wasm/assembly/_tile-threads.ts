/*
 * Threads that compute a generation together. A generation only reads the plane that the one before it wrote, so its tiles can
 * be computed in any order, side by side. What threads have in common is which tiles are due next.
 *
 * **Bunches.** The memory of the tiles is cut into as many parts as there are threads, and each thread owns the tiles of one. Whoever wakes a sleeping
 * tile (its due bands were 0 before an atomic OR) puts it into a bunch for its owner: some tiles linked like the queue, which take a
 * few microseconds. Full bunches, and the last ones, are laid on the owner's pile for the next generation. Then a thread takes those of its own
 * pile first, whose tiles and most of their neighbours its core's cache has, and after them those of others, each by a
 * compare-and-exchange of the pile's head. Nothing is put on a pile while bunches are taken from it, so a head that stands has
 * not been away.
 *
 * **A generation is open or closed** (PHASE, counted up: odd is open). A helper takes part by counting itself in (ACTIVE), looking
 * once more whether that generation is open, and counting itself out when it finds no bunch. The host's thread takes bunches like
 * all others, closes the generation, and waits until nobody is in it. A helper that comes late is not waited for, and between
 * two calls of `run` no helper touches anything. All that one thread wrote is therefore seen by all in the next generation, and plain
 * loads and stores suffice for cells.
 *
 * **Few tiles** are not opened to helpers. These look for the next generation for some fifty microseconds and then sleep.
 */

import { loseTime, losesSome, setChance } from "./_delays";
import {
  ACTIVE, ASLEEP, BANDS, BUNCHES, CHAIN, COMPUTED, END, HELPER_BUNCHES, HELPER_BYTES, HELPERS, LOST, PARAMETERS, PAUSE,
  PHASE, PILES, PUT, QUEUE, READY, RECORD, RECORDS, REQUESTED, TEAM,
} from "./_tile-layout";
import { getRequests, hasRoom, setRequests, useHelperRequests } from "./_tile-requests";

/** Looks for news, a tenth of a microsecond each, before a thread sleeps. */
const PATIENCE: u32 = 500;
/** Nanoseconds of a nap. */
const NAP: i64 = 200000;

let self: u32 = 0;
let threads: u32 = 1;
let record: u32 = RECORDS;
/** Whether tiles are put into bunches. */
let shared: bool = false;
/** Tiles of a generation from which on it is opened to helpers. */
let least: u32 = 0;
/** Most tiles of a bunch. */
let most: u32 = 64;
/** The bunches being filled, one for each owner: the first tile, and how many there are. */
let bunches: u32 = BUNCHES;
/** Where the first owner's tiles begin, and the reciprocal of a part's bytes. */
let base: u32 = 0;
let reciprocal: u64 = 0;
/** Tiles in the bunches of the present generation, and in all bunches there have been. */
let due: u32 = 0;
let allPut: u32 = 0;
/** What helpers had computed when the present run began, and when the present generation was opened. */
let computedBefore: u32 = 0;
let computedAtOpening: u32 = 0;
/** Of a helper: the phase in which it counted itself in. */
let entered: u32 = 0;
/** Whether the host waits for this helper. */
let isIn: bool = false;

export function isShared(): bool { return shared; }

/** Tiles that are in bunches of the present generation, or were. */
export function getDue(): u32 { return due; }

export function getThreads(): u32 { return threads; }

// --- bunches --------------------------------------------------------------------------------------------------------

/** Makes bands of a tile due at that parity, and puts a tile that was not due into this thread's bunch. */
@inline
export function putDue(tile: u32, at: u32, bands: u32): void {
  // Bits only come: what is seen here is there.
  if ((<u32>load<u8>(tile + BANDS + at) & bands) == bands) return;
  losesSome(record + PAUSE);
  if (atomic.or<u8>(tile + BANDS + at, <u8>bands)) return;
  const owner = ownerOf(tile);
  const bunch = bunches + (owner << 3);
  const filled = load<u32>(bunch, 4) + 1;
  store<u32>(tile + QUEUE + (at << 2), filled > 1 ? load<u32>(bunch) : END);
  store<u32>(bunch, tile);
  store<u32>(bunch, filled, 4);
  if (filled == most) layBunch(owner, at);
}

@inline
function ownerOf(tile: u32): u32 {
  const part = u32((u64(tile - base) * reciprocal) >> 32);
  return part < threads ? part : part % threads;
}

/** Lays the bunch that is being filled for a thread on its pile. */
function layBunch(owner: u32, at: u32): void {
  const bunch = bunches + (owner << 3);
  const first = load<u32>(bunch);
  const pile = RECORDS + owner * RECORD + PILES + (at << 2);
  let below = atomic.load<u32>(pile);
  while (true) {
    store<u32>(first + CHAIN + (at << 2), below);
    losesSome(record + PAUSE);
    const found = atomic.cmpxchg<u32>(pile, below, first);
    if (found == below) break;
    below = found;
  }
  store<u32>(record, load<u32>(record, PUT) + load<u32>(bunch, 4), PUT);
  store<u32>(bunch, 0, 4);
}

/** Lays all bunches that are being filled. */
export function layBunches(at: u32): void {
  for (let owner: u32 = 0; owner < threads; owner++) if (load<u32>(bunches + (owner << 3), 4)) layBunch(owner, at);
}

/** The first tile of a bunch that nobody else takes, or 0 where no pile has one. */
export function takeBunch(at: u32): u32 {
  let thread = self;
  for (let k: u32 = 0; k < threads; k++) {
    const pile = RECORDS + thread * RECORD + PILES + (at << 2);
    let first = atomic.load<u32>(pile);
    while (first) {
      const next = load<u32>(first + CHAIN + (at << 2));
      losesSome(record + PAUSE);
      const found = atomic.cmpxchg<u32>(pile, first, next);
      if (found == first) return first;
      first = found;
    }
    if (++thread == threads) thread = 0;
  }
  return 0;
}

/** The next generation begins. */
export function turnOver(): void {
  const sum = total(PUT);
  due = sum - allPut;
  allPut = sum;
}

/** Forgets all bunches and requests. */
export function forgetBunches(): void {
  for (let thread: u32 = 0; thread < threads; thread++) {
    store<u64>(RECORDS + thread * RECORD, 0, PILES);
    store<u32>(RECORDS + thread * RECORD, 0, REQUESTED);
  }
  allPut = total(PUT);
  due = 0;
}

function total(count: u32): u32 {
  let sum: u32 = 0;
  for (let thread: u32 = 0; thread < threads; thread++) sum += load<u32>(RECORDS + thread * RECORD + count);
  return sum;
}

// --- the host's thread ----------------------------------------------------------------------------------------------

/**
 * Lets helpers compute along in generations of at least so many tiles, in bunches; `count` threads in all, 1 for none. Most tiles lie
 * from `from` to `end`.
 */
export function share(count: u32, leastTiles: u32, bunchTiles: u32, from: u32, end: u32): void {
  shared = count > 1;
  // Those of others may still lie on their piles.
  threads = max(threads, count);
  least = leastTiles;
  most = bunchTiles;
  base = from;
  // Rounded up, so that the last tiles are still the last thread's.
  reciprocal = ((<u64>1) << 32) / ((end - from) / threads + 1);
}

export function beginRun(): void { computedBefore = total(COMPUTED); }

/** Tiles that helpers computed since the last run began. */
export function getHelped(): u32 { return total(COMPUTED) - computedBefore; }

/** Opens the generation to helpers, if it is large enough. */
export function letHelp(parity: u32): bool {
  if (!shared || due < least) return false;
  computedAtOpening = total(COMPUTED);
  store<u32>(PARAMETERS, parity);
  store<u32>(PARAMETERS, threads, 4);
  store<u32>(PARAMETERS, most, 12);
  store<u32>(PARAMETERS, base, 16);
  store<u64>(PARAMETERS, reciprocal, 24);
  atomic.add<u32>(PHASE, 1);
  if (atomic.load<u32>(ASLEEP)) atomic.notify(PHASE, -1);
  return true;
}

/** Closes it, and waits until no helper touches anything. Whether helpers have computed some of it. */
export function rest(): bool {
  atomic.add<u32>(PHASE, 1);
  for (let k = 0; ; k++) {
    const active = atomic.load<u32>(ACTIVE);
    if (!active) break;
    if (k < 1000) loseTime(record + PAUSE, 1);
    else atomic.wait<i32>(ACTIVE, active, NAP);
  }
  return total(COMPUTED) != computedAtOpening;
}

/** Helpers that have begun so far. */
export function getReady(): u32 { return atomic.load<u32>(READY); }

/** The number of the present team: helpers of another leave. */
export function getTeam(): u32 { return atomic.load<u32>(TEAM); }

/** Sends the helpers away. At rest. */
export function dismiss(): void {
  shared = false;
  atomic.add<u32>(TEAM, 1);
  atomic.store<u32>(READY, 0);
  atomic.add<u32>(PHASE, 2);
  atomic.notify(PHASE, -1);
}

/** For tests: threads lose time at chance moments; 0 for none. */
export function setDelays(seed: u32): void {
  store<u32>(PARAMETERS, seed, 8);
  setChance(seed);
}

// --- a helper -------------------------------------------------------------------------------------------------------

export function beHelper(thread: u32): void {
  self = thread;
  record = RECORDS + thread * RECORD;
  bunches = HELPERS + (thread - 1) * HELPER_BYTES + HELPER_BUNCHES;
  shared = true;
  useHelperRequests(thread);
}

export function isTeam(team: u32): bool { return atomic.load<u32>(TEAM) == team; }

export function getPhase(): u32 { return atomic.load<u32>(PHASE); }

/** Counts this helper in, if the generation of that phase is still open. */
export function enter(phase: u32, team: u32): bool {
  losesSome(record + PAUSE);
  atomic.add<u32>(ACTIVE, 1);
  // In this order: a phase of another team is found out by the second look.
  if (atomic.load<u32>(PHASE) == phase && isTeam(team)) {
    entered = phase;
    threads = load<u32>(PARAMETERS, 4);
    most = load<u32>(PARAMETERS, 12);
    base = load<u32>(PARAMETERS, 16);
    reciprocal = load<u64>(PARAMETERS, 24);
    setChance(load<u32>(PARAMETERS, 8) * (2 * self + 1));
    setRequests(load<u32>(record, REQUESTED));
    isIn = true;
    return true;
  }
  atomic.sub<u32>(ACTIVE, 1);
  return false;
}

/** Counts it out, with the tiles that it has computed. */
export function leave(computed: u32): void {
  store<u32>(record, load<u32>(record, COMPUTED) + computed, COMPUTED);
  store<u32>(record, getRequests(), REQUESTED);
  isIn = false;
  atomic.sub<u32>(ACTIVE, 1);
}

/** Called where `help` trapped: nobody waits for this thread, and the host learns of it where the generation is lost. */
export function breakDown(): void {
  if (!isIn) return;
  atomic.add<u32>(LOST, 1);
  isIn = false;
  atomic.sub<u32>(ACTIVE, 1);
}

/** Helpers that broke down in the middle of a generation. */
export function getLost(): u32 { return atomic.load<u32>(LOST); }

/** Whether this thread goes on with another bunch: the generation may have been closed, and requests may not fit. */
export function mayTake(): bool {
  return !self || (atomic.load<u32>(PHASE) == entered && hasRoom(most));
}

/** Waits for another phase: looks for it for a while, then sleeps. */
export function awaitPhase(phase: u32): void {
  for (let k: u32 = 0; k < PATIENCE; k++) {
    if (atomic.load<u32>(PHASE) != phase) return;
    loseTime(record + PAUSE, 1);
  }
  atomic.add<u32>(ASLEEP, 1);
  atomic.wait<i32>(PHASE, phase, -1);
  atomic.sub<u32>(ASLEEP, 1);
}
