/*
 * Threads that compute the bands of a generation together. A generation reads the bits that the one before it wrote, and each band writes rows of its
 * own, so bands can be computed in any order, side by side. What a walk keeps lies in a part of the memory that each thread has for itself.
 *
 * Each thread has a share of bands that follow on each other, and takes them from the top, so that its walks go on from band to band. Who has none left takes
 * the lower half of what another has left, and begins its walks anew there. A share is one word, changed by compare-and-exchange, and a band
 * that was taken does not come back to any share in this generation, so a word that stands has not been away. Helpers come in through
 * the gate (_gate.ts).
 */

import { setChance, losesSome } from "./_delays";
import { closeGate, comeIn, dismissAll, goOut, openGate, placeGate } from "./_gate";
import { beThread, beginAnew, computeBand, getRecord, takeComputed } from "./_sum-bands";
import { AWAKE, COLUMN, COMPUTED, GATE, IS_NOTED, PAUSE, RECORD, RECORDS, SEED, SHARE, THREADS, WIDTH } from "./_sum-layout";

placeGate(GATE);

let threads: u32 = 1;
let self: u32 = 0;
/** Tiles from which on helpers are let in. */
let least: u32 = 0;

/** So many threads from here on, in runs of at least so many tiles; 1: no helpers. At rest. */
export function share(count: u32, leastTiles: u32): void {
  threads = count;
  least = leastTiles;
}

/** Sends the helpers away. At rest. */
export function dismiss(): void {
  threads = 1;
  dismissAll();
}

/** For tests: threads lose time at chance moments; 0 for none. */
export function setDelays(seed: u32): void {
  store<u32>(SEED, seed);
  setChance(seed);
}

/** Computes bands, with helpers where that is worth it. */
export function runTogether(first: u32, end: u32): void {
  if (threads == 1 || tilesIn(first, end) < least) {
    for (let band = first; band < end; band++) computeBand(band);
    store<u32>(RECORDS, takeComputed(), COMPUTED);
    for (let thread: u32 = 1; thread < 16; thread++) store<u32>(RECORDS + thread * RECORD, 0, COMPUTED);
    return;
  }
  for (let thread: u32 = 0; thread < threads; thread++) {
    store<u32>(shareOf(thread), wordOf(boundOf(thread, first, end), boundOf(thread + 1, first, end)));
    store<u32>(RECORDS + thread * RECORD, 0, COMPUTED);
  }
  store<u32>(THREADS, threads);
  openGate();
  takeAll();
  closeGate(RECORDS + PAUSE);
  store<u32>(RECORDS, takeComputed(), COMPUTED);
}

/** Tiles that are computed in these bands. */
function tilesIn(first: u32, end: u32): u32 {
  const columns = (load<u32>(WIDTH) + COLUMN - 1) / COLUMN;
  if (!load<u32>(IS_NOTED)) return (end - first) * columns;
  const awake = load<u32>(AWAKE);
  let count: u32 = 0;
  for (let tile = first * columns; tile < end * columns; tile++) count += load<u8>(awake + tile);
  return count;
}

/** Tiles that helpers computed in the last run. */
export function getHelped(): u32 {
  let sum: u32 = 0;
  for (let thread: u32 = 1; thread < 16; thread++) sum += load<u32>(RECORDS + thread * RECORD, COMPUTED);
  return sum;
}

// --- shares ---------------------------------------------------------------------------------------------------------

@inline
function shareOf(thread: u32): u32 { return RECORDS + thread * RECORD + SHARE; }

@inline
function wordOf(first: u32, end: u32): u32 { return (first << 16) | end; }

@inline
function firstIn(word: u32): u32 { return word >> 16; }

@inline
function endOf(word: u32): u32 { return word & 0xffff; }

function boundOf(thread: u32, first: u32, end: u32): u32 { return first + (end - first) * thread / threads; }

/** Computes bands until none is left. */
function takeAll(): void {
  do {
    const own = shareOf(self);
    for (let word = atomic.load<u32>(own); firstIn(word) < endOf(word); ) {
      losesSome(getRecord() + PAUSE);
      const found = atomic.cmpxchg<u32>(own, word, wordOf(firstIn(word) + 1, endOf(word)));
      if (found == word) {
        computeBand(firstIn(word));
        word = atomic.load<u32>(own);
      } else word = found;
    }
  } while (takesFromAnother());
}

/** Takes the lower half of the largest share that is left; whether there was one. */
function takesFromAnother(): bool {
  while (true) {
    let most: u32 = 0;
    let from: u32 = 0;
    let word: u32 = 0;
    for (let thread: u32 = 0; thread < threads; thread++) {
      const each = atomic.load<u32>(shareOf(thread));
      if (endOf(each) - firstIn(each) <= most) continue;
      most = endOf(each) - firstIn(each);
      from = shareOf(thread);
      word = each;
    }
    if (!most) return false;
    losesSome(getRecord() + PAUSE);
    const middle = firstIn(word) + most / 2;
    if (atomic.cmpxchg<u32>(from, word, wordOf(firstIn(word), middle)) != word) continue;
    // Nobody takes from an empty share.
    atomic.store<u32>(shareOf(self), wordOf(middle, endOf(word)));
    return true;
  }
}

// --- a helper -------------------------------------------------------------------------------------------------------

export function beHelper(thread: u32): void { self = thread; }

/** A word for this thread to lose time on. */
export function getPause(): u32 { return RECORDS + self * RECORD + PAUSE; }

/** Takes part in the run of that phase, if it is still open. */
export function help(phase: u32, team: u32): void {
  if (!comeIn(phase, team, getPause())) return;
  threads = load<u32>(THREADS);
  setChance(load<u32>(SEED) * (2 * self + 1));
  beThread(self);
  beginAnew();
  takeAll();
  store<u32>(RECORDS + self * RECORD, takeComputed(), COMPUTED);
  goOut();
}
