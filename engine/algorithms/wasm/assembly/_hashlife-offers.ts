/*
 * What a row lists, threads take from: its own thread so much at a time, others half of what is left. Rows of high levels
 * offer their lists, and others look for them there, level by level.
 *
 * A word of 64 bits says how a list stands: how many lists the row has had, the row's level, how many squares are taken and
 * how many there are. Whoever takes some replaces the whole word by one compare-and-exchange, and so finds out whether it still is
 * the list that it saw. A list cannot end before the results of all its squares are known: a thief may read it at leisure.
 */

import {
  ASLEEP, HUNGRY, isAlone, OFFERED_ROWS, OFFERS, ownPart, PHASE, SHARED_LEVELS, WIDTH, WORK_BELL,
} from "./_hashlife-memory";

/** Of rows. */
const STATE: u32 = 32;
/** Rows of lower levels keep their lists: what is below is done sooner than stolen. */
const LOWEST: u32 = 9;
/** So many squares are worth waking a helper for. */
const LONG: u32 = 8;
/** A thread leaves some to hungry others, but takes this many, since one square at a time costs more. */
const FEWEST: u32 = 4;

export const RESTING: u32 = 0;
export const WORKING: u32 = 1;
/** Threads finish what they have, and begin nothing else. */
export const HUSHED: u32 = 2;
/** Helpers leave for good. */
export const ENDED: u32 = 3;
/** Threads enter squares into the index. */
export const INDEXING: u32 = 4;

/** The first of the squares that `take` or `takeFrom` took. */
export let takenFrom: u32 = 0;

@inline
function takenOf(state: u64): u32 { return u32(state >> 8) & 255; }

@inline
function listedOf(state: u64): u32 { return u32(state) & 255; }

export function listedIn(row: u32): u32 { return listedOf(load<u64>(row, STATE)); }

export function ring(bell: u32, count: i32): void {
  atomic.add<u32>(bell, 1);
  atomic.notify(bell, count);
}

/** The row has listed so many squares. */
export function publish(row: u32, level: u32, count: u32): void {
  const state = (((load<u64>(row, STATE) >> 24) + 1) << 24) | (u64(min(level, 255)) << 16) | count;
  if (isAlone()) {
    store<u64>(row, state, STATE);
    return;
  }
  atomic.store<u64>(row, state, STATE);
  if (count > 1 && atomic.load<u32>(PHASE) != HUSHED) offer(row, level, count);
}

/** Offers a row's list, of which so much is left. */
function offer(row: u32, level: u32, count: u32): void {
  if (level < LOWEST || level > SHARED_LEVELS) return;
  const own = ownPart();
  store<u32>(own + OFFERED_ROWS + ((level - 1) << 2), row);
  atomic.store<u64>(own, load<u64>(own, OFFERS) | ((<u64>1) << (level - 1)), OFFERS);
  if (count >= LONG && atomic.load<u32>(ASLEEP)) ring(WORK_BELL, 1);
}

/** Offers what is left of a list that began when there was nobody to offer it to. */
export function offerRest(row: u32, level: u32): void {
  const state = load<u64>(row, STATE);
  const rest = listedOf(state) - takenOf(state);
  if (rest) offer(row, level, rest);
}

/** Squares that the row's own thread goes on with, up to WIDTH; 0 when all are taken. */
export function take(row: u32, level: u32): u32 {
  let state = load<u64>(row, STATE);
  while (true) {
    const taken = takenOf(state);
    const rest = listedOf(state) - taken;
    takenFrom = taken;
    let count = min(rest, WIDTH);
    if (isAlone()) {
      if (count) store<u64>(row, state + (count << 8), STATE);
      return count;
    }
    const isShared = level >= LOWEST && level <= SHARED_LEVELS;
    if (isShared) {
      const hungry = atomic.load<u32>(HUNGRY);
      if (hungry) count = min(count, max(FEWEST, rest / (hungry + 1) + 1));
      if (count == rest) withdraw(level);
    }
    if (!count) return 0;
    const seen = atomic.cmpxchg<u64>(row, state, state + (count << 8), STATE);
    if (seen == state) return count;
    state = seen;
  }
}

@inline
function withdraw(level: u32): void {
  const own = ownPart();
  const offers = load<u64>(own, OFFERS);
  const bit = (<u64>1) << (level - 1);
  if (offers & bit) atomic.store<u64>(own, offers ^ bit, OFFERS);
}

/** How a row's list stands, or 0 where nothing is left of it or it is not that level's. */
export function stateFor(row: u32, level: u32): u64 {
  const state = atomic.load<u64>(row, STATE);
  return takenOf(state) < listedOf(state) && (u32(state >> 16) & 255) == level ? state : 0;
}

/** Takes half of what is left of another thread's list, or 0 where that does not stand as it did any more. */
export function takeFrom(row: u32, state: u64): u32 {
  takenFrom = takenOf(state);
  const count = min((listedOf(state) - takenFrom + 1) >> 1, WIDTH);
  return atomic.cmpxchg<u64>(row, state, state + (count << 8), STATE) == state ? count : 0;
}
