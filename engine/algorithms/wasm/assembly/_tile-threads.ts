/*
 * Threads that compute a generation together. A generation only reads the plane that the one before it wrote, so its tiles can
 * be computed in any order, side by side. What threads have in common is which tiles are due next.
 *
 * **Owners.** The memory of the tiles is cut into as many parts as there are threads, and each thread owns the tiles of one. Which bands of a tile
 * are due is written by its owner alone, so that takes plain loads and stores. Whoever computes a tile and wakes one that it does not own, at the border of
 * its part or because it took the tile from another, writes a letter to the owner (_tile-letters.ts).
 *
 * **Bunches.** The owner puts a tile that was not due into a bunch: some tiles linked like the queue, which take a
 * few microseconds. Full bunches, and the last one, are laid on its pile for the next generation. There a thread first sorts the letters to it: tiles that are
 * due by letters alone go on the pile as well. Then it takes bunches of its own
 * pile, whose tiles and most of their neighbours its core's cache has, and after them those of others, each by a
 * compare-and-exchange of the pile's head; where an owner has not come yet, somebody else sorts its letters. Nothing is put on a pile while bunches are taken from it, so a head that stands has
 * not been away.
 *
 * **A generation is open or closed**, and helpers come in while it is open (_gate.ts). They leave when they find no bunch.
 *
 * **Full sheets.** A thread that has too few blank sheets for the letters of another bunch stops. When the host's thread does, it closes the generation, sorts
 * the letters of the next one ahead of time, and opens the generation again.
 *
 * **Few tiles** are not opened to helpers: then the host's thread puts tiles into the bunches of all owners itself.
 */

import { loseTime, losesSome, setChance } from "./_delays";
import { closeGate, comeIn, dismissAll, getLost, goOut, isStillOpen, NAP, openGate, placeGate } from "./_gate";
import {
  ALL_BANDS, AREA, AREA_BUNCHES, AREAS, BANDS, CHAIN, COMPUTED, END, GATE, PARAMETERS, PAUSE, PILES, PUT, QUEUE, RECORD, RECORDS, REQUESTED,
  SHEET_HEAD, SHEET_LETTERS, SHEETS, SORTED,
} from "./_tile-layout";
import {
  forgetLetters, getEdition, hasSheets, lastSheet, lettersOnLast, readEdition, useArea, write,
} from "./_tile-letters";
import { getRequests, hasRoom, setRequests, useHelperRequests } from "./_tile-requests";

/** Looks at whether letters are sorted, a tenth of a microsecond each, before naps. */
const SORTING = 200;

placeGate(GATE);

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
let bunches: u32 = AREAS + AREA_BUNCHES;
/** Whether no other thread computes, so that this one may do what owners do. */
let alone: bool = true;
/** Where the first owner's tiles begin, and the reciprocal of a part's bytes. */
let base: u32 = 0;
let reciprocal: u64 = 0;
/** The tiles of this thread: where they begin, and how many bytes they take. */
let own: u32 = 0;
let ownBytes: u32 = 0;
/** Sheets that the letters of one bunch may need. */
let sheetsABunch: u32 = 0;
/** Whether this thread stopped for want of sheets. */
let wantsSheets: bool = false;
/** Tiles that this thread put into bunches or letters and has not entered into its record. */
let put: u32 = 0;
/** Tiles that were due in the present generation when it began, or since; and all that have been put. */
let due: u32 = 0;
let allPut: u32 = 0;
/** What helpers had computed when the present run began, and when the present generation was opened. */
let computedBefore: u32 = 0;
let computedAtOpening: u32 = 0;

export function isShared(): bool { return shared; }

/** Tiles that are in bunches of the present generation, or were. */
export function getDue(): u32 { return due; }

export function getThreads(): u32 { return threads; }

// --- bunches --------------------------------------------------------------------------------------------------------

/** Makes bands of a tile due at that parity: puts a tile that was not due into a bunch, or writes to its owner. */
@inline
export function putDue(tile: u32, at: u32, bands: u32): void {
  if (tile - own >= ownBytes) putElsewhere(tile, at, bands);
  else putHere(tile, at, bands, self);
}

/** A tile outside of this thread's part, which may be its own nevertheless: since the parts were made there are more tiles. */
function putElsewhere(tile: u32, at: u32, bands: u32): void {
  const owner = ownerOf(tile);
  if (alone || owner == self) {
    putHere(tile, at, bands, owner);
    return;
  }
  losesSome(record + PAUSE);
  write(owner, tile, at, bands);
  put++;
}

@inline
function putHere(tile: u32, at: u32, bands: u32, owner: u32): void {
  const before = <u32>load<u8>(tile + BANDS + at);
  store<u8>(tile + BANDS + at, <u8>(before | bands));
  if (before) return;
  put++;
  const bunch = bunches + (owner << 3);
  const filled = load<u32>(bunch, 4) + 1;
  store<u32>(tile + QUEUE + (at << 2), filled > 1 ? load<u32>(bunch) : END);
  store<u32>(bunch, tile);
  store<u32>(bunch, filled, 4);
  if (filled == most) layBunch(owner, at);
}

/** Makes all bands of a tile due in the present generation. At rest. */
export function putNow(tile: u32, at: u32): void {
  const before = put;
  putHere(tile, at, ALL_BANDS, ownerOf(tile));
  due += put - before;
  put = before;
  layBunches(at);
}

function ownerOf(tile: u32): u32 {
  const part = u32((u64(tile - base) * reciprocal) >> 32);
  return part < threads ? part : part % threads;
}

/** Lays the bunch that is being filled for a thread on its pile. Nobody else lays any there. */
function layBunch(owner: u32, at: u32): void {
  const bunch = bunches + (owner << 3);
  const first = load<u32>(bunch);
  store<u32>(bunch, 0, 4);
  layOn(RECORDS + owner * RECORD + PILES + (at << 2), first, at);
}

function layOn(pile: u32, first: u32, at: u32): void {
  losesSome(record + PAUSE);
  store<u32>(first + CHAIN + (at << 2), load<u32>(pile));
  store<u32>(pile, first);
}

/** Lays all bunches that are being filled. */
export function layBunches(at: u32): void {
  for (let owner: u32 = 0; owner < threads; owner++) if (load<u32>(bunches + (owner << 3), 4)) layBunch(owner, at);
  store<u32>(record, load<u32>(record, PUT) + put, PUT);
  put = 0;
}

/** The first tile of a bunch that nobody else takes, or 0 where no pile has one. */
export function takeBunch(at: u32): u32 {
  let looks = 0;
  while (true) {
    let sorting: u32 = 0;
    let thread = self;
    for (let k: u32 = 0; k < threads; k++) {
      if (isSorted(thread, at)) {
        const pile = RECORDS + thread * RECORD + PILES + (at << 2);
        let first = atomic.load<u32>(pile);
        while (first) {
          const next = load<u32>(first + CHAIN + (at << 2));
          losesSome(record + PAUSE);
          const found = atomic.cmpxchg<u32>(pile, first, next);
          if (found == first) return first;
          first = found;
        }
      } else sorting = RECORDS + thread * RECORD + SORTED;
      if (++thread == threads) thread = 0;
    }
    // Who broke down while it sorted does not end it.
    if (!sorting || getLost()) return 0;
    if (looks++ < SORTING) loseTime(record + PAUSE, 1);
    else atomic.wait<i32>(sorting, 2 * getEdition(), NAP);
  }
}

// --- letters --------------------------------------------------------------------------------------------------------

/** Whether the letters to an owner are sorted; sorts them where nobody else does. */
function isSorted(owner: u32, at: u32): bool {
  if (threads == 1) return true;
  const state = RECORDS + owner * RECORD + SORTED;
  const begun = 2 * getEdition();
  const seen = atomic.load<u32>(state);
  if (seen == begun + 1) return true;
  if (seen == begun) return false;
  losesSome(record + PAUSE);
  if (atomic.cmpxchg<u32>(state, seen, begun) != seen) return false;
  sort(owner, at);
  atomic.store<u32>(state, begun + 1);
  return true;
}

/** Makes due what letters to an owner name, and lays on its pile what was not. Nobody else touches that pile. */
function sort(owner: u32, at: u32): void {
  const pile = RECORDS + owner * RECORD + PILES + (at << 2);
  let first: u32 = END;
  let filled: u32 = 0;
  for (let thread: u32 = 0; thread < threads; thread++) {
    let sheet = lastSheet(thread, owner, at);
    if (!sheet) continue;
    for (let count = lettersOnLast(thread, owner, at); sheet; count = SHEET_LETTERS) {
      const end = sheet + SHEET_HEAD + (count << 3);
      for (let letter = sheet + SHEET_HEAD; letter < end; letter += 8) {
        const tile = load<u32>(letter);
        const before = <u32>load<u8>(tile + BANDS + at);
        store<u8>(tile + BANDS + at, <u8>(before | load<u32>(letter, 4)));
        if (before) continue;
        store<u32>(tile + QUEUE + (at << 2), first);
        first = tile;
        if (++filled < most) continue;
        layOn(pile, first, at);
        first = END;
        filled = 0;
      }
      sheet = load<u32>(sheet);
    }
    forgetLetters(thread, owner, at);
  }
  if (filled) layOn(pile, first, at);
}

/** Sorts all letters of that parity. At rest. */
export function sortAll(at: u32): void {
  if (threads > 1) for (let owner: u32 = 0; owner < threads; owner++) sort(owner, at);
}

/** Where the host's thread wanted blank sheets: sorts the letters of the next generation, at that parity. At rest. */
export function getsSheets(at: u32): bool {
  if (!wantsSheets) return false;
  wantsSheets = false;
  sortAll(at);
  readEdition(getEdition() + 1);
  return true;
}

/** The next generation begins. */
export function turnOver(): void {
  const sum = total(PUT);
  due = sum - allPut;
  allPut = sum;
  readEdition(getEdition() + 1);
}

/** Forgets all bunches, letters and requests. */
export function forgetBunches(): void {
  for (let thread: u32 = 0; thread < threads; thread++) {
    store<u64>(RECORDS + thread * RECORD, 0, PILES);
    store<u32>(RECORDS + thread * RECORD, 0, REQUESTED);
    if (threads == 1) continue;
    for (let owner: u32 = 0; owner < threads; owner++) {
      forgetLetters(thread, owner, 0);
      forgetLetters(thread, owner, 1);
    }
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
 * Lets helpers compute along in generations of at least so many tiles, in bunches; `count` threads in all. Most tiles lie
 * from `from` to `end`, and one wakes at most `woken` others. All that is due has been taken off the piles (`takeAll`) and is put there again (`putAll`).
 */
export function setOwners(count: u32, leastTiles: u32, bunchTiles: u32, from: u32, end: u32, woken: u32): void {
  shared = true;
  threads = count;
  least = leastTiles;
  // Half of the sheets for one bunch at most.
  // A tile that is due whatever it holds tells so by letters of its own: that it was, and that it is.
  const letters = woken + 2;
  most = min(bunchTiles, (SHEET_LETTERS * SHEETS / 2) / letters);
  sheetsABunch = most * letters / SHEET_LETTERS + threads + 1;
  base = from;
  // Rounded up, so that the last tiles are still the last thread's.
  reciprocal = ((<u64>1) << 32) / ((end - from) / threads + 1);
  findOwn();
  due = 0;
  allPut = total(PUT);
}

/** Where `ownerOf` finds this thread, but for tiles behind the last part. */
function findOwn(): void {
  const first = firstOf(self);
  own = base + first;
  ownBytes = firstOf(self + 1) - first;
}

function firstOf(part: u32): u32 {
  return u32(min<u64>((((<u64>part) << 32) + reciprocal - 1) / reciprocal, u32.MAX_VALUE));
}

/** No helper computes along from here on. What lies on piles and in letters stays. */
export function stopSharing(): void { shared = false; }

/** Links all tiles that are due at that parity with those of a list, and takes them off the piles. At rest. */
export function takeAll(at: u32, list: u32): u32 {
  sortAll(at);
  let all = list;
  for (let thread: u32 = 0; thread < threads; thread++) {
    const pile = RECORDS + thread * RECORD + PILES + (at << 2);
    for (let first = load<u32>(pile); first; ) {
      const next = load<u32>(first + CHAIN + (at << 2));
      let last = first;
      while (load<u32>(last + QUEUE + (at << 2)) != END) last = load<u32>(last + QUEUE + (at << 2));
      store<u32>(last + QUEUE + (at << 2), all);
      all = first;
      first = next;
    }
    store<u32>(pile, 0);
  }
  return all;
}

/** Puts the tiles of such a list into bunches of their owners. `isPresent`: they are due in the present generation. */
export function putAll(list: u32, at: u32, isPresent: bool): void {
  for (let tile = list; tile != END; ) {
    const next = load<u32>(tile + QUEUE + (at << 2));
    const bands = <u32>load<u8>(tile + BANDS + at);
    store<u8>(tile + BANDS + at, 0);
    putHere(tile, at, bands, ownerOf(tile));
    tile = next;
  }
  if (isPresent) {
    due += put;
    put = 0;
  }
  layBunches(at);
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
  store<u32>(PARAMETERS, getEdition(), 20);
  store<u64>(PARAMETERS, reciprocal, 24);
  store<u32>(PARAMETERS, sheetsABunch, 32);
  alone = false;
  openGate();
  return true;
}

/** Closes it, and waits until no helper touches anything. Whether helpers have computed some of it. */
export function rest(): bool {
  closeGate(record + PAUSE);
  alone = true;
  return total(COMPUTED) != computedAtOpening;
}

/** Sends the helpers away. At rest. */
export function dismiss(): void {
  shared = false;
  dismissAll();
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
  bunches = AREAS + thread * AREA + AREA_BUNCHES;
  shared = true;
  alone = false;
  useArea(thread);
  useHelperRequests(thread);
}

/** A word for this thread to lose time on. */
export function getPause(): u32 { return record + PAUSE; }

/** Takes part in the generation of that phase, if it is still open. */
export function enter(phase: u32, team: u32): bool {
  if (!comeIn(phase, team, record + PAUSE)) return false;
  threads = load<u32>(PARAMETERS, 4);
  most = load<u32>(PARAMETERS, 12);
  base = load<u32>(PARAMETERS, 16);
  reciprocal = load<u64>(PARAMETERS, 24);
  sheetsABunch = load<u32>(PARAMETERS, 32);
  findOwn();
  readEdition(load<u32>(PARAMETERS, 20));
  setChance(load<u32>(PARAMETERS, 8) * (2 * self + 1));
  setRequests(load<u32>(record, REQUESTED));
  return true;
}

/** Leaves it, with the tiles that it has computed. */
export function leave(computed: u32): void {
  store<u32>(record, load<u32>(record, COMPUTED) + computed, COMPUTED);
  store<u32>(record, getRequests(), REQUESTED);
  goOut();
}

/** Whether this thread goes on with another bunch: the generation may have been closed, and letters or requests may not fit. */
export function mayTake(): bool {
  if (alone) return true;
  wantsSheets = !hasSheets(sheetsABunch);
  return !wantsSheets && (!self || (isStillOpen() && hasRoom(most)));
}
