/*
 * Slots and the table that finds them.
 *
 * Every square is kept once: before making a node, the core asks the table for it. That look-up is most of what
 * HashLife does, and most of its time is waiting for memory, so the table is built around cache lines. Slots are 32
 * bytes and never straddle one. The index holds one word a slot: the slot's address, whose low five bits are free for
 * four bits of the hash and one that tells leaves from nodes. A probe goes from word to word (nearly always in one
 * line) and touches a slot only when the tag says that it is probably the right one.
 *
 * **Young nodes.** A new node has no older parent, so a parent of it is either just as young or does not exist. Such
 * keys go to an index of their own, of 16 KB. In the large index each of them would miss the cache and the next would
 * have to wait for it; it learns of them a thousand or two at a time (`settle`), when all those misses overlap. Young
 * are all slots at `young` or above, which were never in use before the last `settle`. Where questions come by the
 * dozen anyway, their misses overlap without that, and no node is young (_hashlife-questions.ts). Nor is any while threads share the table: others
 * would not find it, and `settle` enters slots that they are still writing or have taken back.
 *
 * Slots are handed out in rising order. After a collection the marks say which are still in use, and the allocator
 * goes around them from the bottom again: there is no list of free slots, and squares made together lie together.
 */

import { lingers } from "./_hashlife-delays";
import { hashLeaf, hashNode, key, leafTag, nodeTag } from "./_hashlife-keys";
import {
  batchAt, claim, ENTRIES_BYTES, entriesAt, getBit, getMargin, isAlone, leafAt, LIVE, NEXT, PARAMETERS, setAlone, setBit,
  YOUNG, YOUNG_END, YOUNG_MASK,
} from "./_hashlife-memory";

/** So many young nodes are settled; one batch of questions may still add 80. */
const MOST_YOUNG: u32 = 2048;
/** In place of the first young slot: no node is young. */
const NOBODY: u32 = 0xffffffff;
/** Bytes that the system maps at a time. */
const PAGE: u32 = 4096;

/** Slots that a thread takes at a time: a word of marks. */
const GROUP: u32 = 64;

/** Bitmaps, a bit a slot: in use after the last collection; is a leaf. */
let marks: u32 = 0;
let kinds: u32 = 0;
let index: u32 = 0;
let mask: u32 = 0;
/** The index's last word. */
let last: u32 = 0;
/** How far indexes have reached so far: nothing behind that was ever written. */
let reached: u32 = 0;
/** How far they have been touched. */
let touched: u32 = 0;
let slots: u32 = 0;
let capacity: u32 = 0;
let live: u32 = 0;
/** End of the slots ever used. */
let used: u32 = 0;
/** The first slot handed out since the last `settle`, and how many of those slots only the young index has. */
let young: u32 = NOBODY;
let unsettled: u32 = 0;
/** Slots that may still be handed out before the host must make room. */
let room: i32 = 0;
/** The allocator's position: byte offset of a group of 64 marks, and which of its slots are vacant. */
let group: u32 = 0;
let vacant: u64 = 0;

/** With threads: all slots that there may be, and those of them that are kept for rounds under way and count as live. */
let limit: i32 = 0;
let reserve: u32 = GROUP;
/** Counts collections: after one, a group that was taken before it is nobody's. */
let collections: u32 = 0;

export function getLive(): u32 { return ASC_FEATURE_THREADS ? atomic.load<u32>(LIVE) + reserve : live; }
export function getUsed(): u32 { return (endOfUsed() - slots) >> 5; }
export function getRoom(): i32 { return ASC_FEATURE_THREADS ? limit - i32(getLive()) : room; }

@inline
function endOfUsed(): u32 {
  // A byte of marks is eight slots of 32 bytes.
  if (ASC_FEATURE_THREADS) used = max(used, slots + (atomic.load<u32>(NEXT) << 8));
  return used;
}

export function initTable(marksAt: u32, kindsAt: u32, indexAt: u32, slotsAt: u32): void {
  marks = marksAt;
  kinds = kindsAt;
  index = indexAt;
  reached = indexAt;
  slots = slotsAt;
  used = slotsAt;
  young = isAlone() ? slotsAt : NOBODY;
  forgetLive();
  startHandingOut();
}

/** The index is at most five eighths full: beyond, probes get long. */
function setRoom(): void {
  const most: u32 = (mask >> 1) + (mask >> 3);
  if (ASC_FEATURE_THREADS) limit = i32(min(most, capacity));
  else room = i32(min(most, capacity)) - i32(live);
}

/** The number of slots that the memory has room for. */
export function setCapacity(count: u32): void {
  capacity = count;
  setRoom();
}

@inline
export function placeInIndex(h: u64): u32 { return index + ((u32(h) & mask) << 2); }

/** Where the search for a node begins. */
@inline
export function placeOf(h: u64, k0: u64, k1: u64): u32 {
  if (young != NOBODY) {
    const isYoung = u32(u32(k0) >= young) | u32(u32(k0 >> 32) >= young) | u32(u32(k1) >= young) | u32(u32(k1 >> 32) >= young);
    if (isYoung) return YOUNG + ((u32(h) & YOUNG_MASK) << 2);
  }
  return placeInIndex(h);
}

@inline
export function child(n: u32, k: u32): u32 { return load<u32>(n + (k << 2)); }

/**
 * Threads take groups of 64 slots, so each bit of the bitmaps has one thread that writes it. With threads the marks
 * always say which slots are in use, and LIVE counts whole groups.
 */
function takeGroup(): void {
  group = atomic.add<u32>(NEXT, 8);
  vacant = ~load<u64>(marks + group);
  atomic.add<u32>(LIVE, u32(popcnt(vacant)));
}

function allocate(): u32 {
  if (ASC_FEATURE_THREADS) {
    while (!vacant) takeGroup();
    const bit = u32(ctz(vacant));
    vacant &= vacant - 1;
    store<u64>(marks + group, ~vacant);
    return slots + (((group << 3) + bit) << 5);
  }
  while (!vacant) {
    group += 8;
    vacant = ~load<u64>(marks + group);
  }
  const bit = u32(ctz(vacant));
  vacant &= vacant - 1;
  room--;
  live++;
  const slot = slots + (((group << 3) + bit) << 5);
  if (slot >= used) used = slot + 32;
  return slot;
}

/** Takes back a slot that was the last to be handed out: another thread has made the same square first. */
function takeBack(slot: u32): void {
  vacant |= (<u64>1) << (numberOf(slot) & 63);
  store<u64>(marks + group, ~vacant);
}

/** The node of a key, found or made. `from` is the place in the index that its hash points to. */
export function lookUp(k0: u64, k1: u64, from: u32, tag: u32): u32 {
  let at = from;
  let made: u32 = 0;
  const isYoung = from < YOUNG_END;
  while (true) {
    let entry = load<u32>(at);
    if (!entry) {
      if (!made) made = allocate();
      store<u64>(made, k0);
      store<u64>(made, k1, 8);
      store<u64>(made, ~(<u64>0), 16);
      store<u64>(made, 0, 24);
      entry = claim(at, 0, made | tag);
      if (!entry) {
        unsettled += u32(isYoung);
        return made;
      }
    }
    if ((entry & 31) == tag) {
      const slot = entry & ~31;
      if (load<u64>(slot) == k0 && load<u64>(slot, 8) == k1) {
        if (ASC_FEATURE_THREADS && made) takeBack(made);
        return slot;
      }
    }
    at += 4;
    if (at > last) at = index;
    if (at == YOUNG_END) at = YOUNG;
  }
}

/** The node with these children, found or made. Needs room for one. */
export function node(nw: u32, ne: u32, sw: u32, se: u32): u32 {
  const k0 = key(nw, ne), k1 = key(sw, se);
  if (!(k0 | k1)) return 0;
  settleMany();
  const h = hashNode(k0, k1);
  return lookUp(k0, k1, placeOf(h, k0, k1), nodeTag(h));
}

@inline
export function settleMany(): void { if (unsettled >= MOST_YOUNG) settle(); }

/** Decides whether nodes are young from here on: `worth` says whether that pays off. */
export function preferYoung(worth: bool): void {
  // Only one thread would know them, and another would make them anew.
  if (!isAlone()) return;
  if (worth == (young != NOBODY)) return;
  if (!worth) settle();
  young = worth ? endOfUsed() : NOBODY;
}

// --- leaves ---------------------------------------------------------------------------------------------------------------

/** The leaf whose 32 bytes lie at leafAt(), found or made. Needs room for one. */
export function leaf(): u32 {
  const cells = leafAt();
  const a = load<u64>(cells), b = load<u64>(cells, 8), c = load<u64>(cells, 16), d = load<u64>(cells, 24);
  if (!(a | b | c | d)) return 0;
  const h = hashLeaf(a, b, c, d);
  return lookUpLeaf(a, b, c, d, placeInIndex(h), leafTag(h));
}

/** The leaf of these cells, found or made. `from` is the place in the index that their hash points to. Needs room for one. */
@inline
export function lookUpLeaf(a: u64, b: u64, c: u64, d: u64, from: u32, tag: u32): u32 {
  let at = from;
  let made: u32 = 0;
  while (true) {
    let entry = load<u32>(at);
    if (!entry) {
      if (!made) made = allocate();
      store<u64>(made, a);
      store<u64>(made, b, 8);
      store<u64>(made, c, 16);
      store<u64>(made, d, 24);
      entry = claim(at, 0, made | tag);
      if (!entry) {
        setBit(kinds, numberOf(made));
        return made;
      }
    }
    if ((entry & 31) == tag) {
      const slot = entry & ~31;
      if (load<u64>(slot) == a && load<u64>(slot, 8) == b && load<u64>(slot, 16) == c && load<u64>(slot, 24) == d) {
        if (ASC_FEATURE_THREADS && made) takeBack(made);
        return slot;
      }
    }
    at += 4;
    if (at > last) at = index;
  }
}

// --- all slots ------------------------------------------------------------------------------------------------------------

@inline
function numberOf(slot: u32): u32 { return (slot - slots) >> 5; }

@inline
export function slotOf(number: u32): u32 { return slots + (number << 5); }

@inline
export function isLeaf(number: u32): bool { return getBit(kinds, number) != 0; }

@inline
export function isMarked(slot: u32): bool { return getBit(marks, numberOf(slot)) != 0; }

/** Marks a slot; false when it was marked already. */
@inline
export function setMark(slot: u32): bool {
  const number = numberOf(slot);
  if (getBit(marks, number)) return false;
  setBit(marks, number);
  return true;
}

/** Whether a slot is in use: handed out since the last collection, or marked by it. */
@inline
export function isUsed(number: u32): bool {
  if (ASC_FEATURE_THREADS) return getBit(marks, number) != 0;
  const first = group << 3;
  if (number < first) return true;
  if (number < first + 64) return !((vacant >> (number & 63)) & 1);
  return getBit(marks, number) != 0;
}

/** Tells the index of the young nodes. Not while a question (_hashlife-questions.ts) is open: it would look in the wrong index. */
function settle(): void {
  const used = getUsed();
  let end = entriesAt();
  for (let number = numberOf(young); number < used; number++) {
    const slot = slotOf(number);
    const k0 = load<u64>(slot), k1 = load<u64>(slot, 8);
    if (isLeaf(number)) continue;
    const h = hashNode(k0, k1);
    if (placeOf(h, k0, k1) < YOUNG_END) end = addEntry(end, slot, h, nodeTag(h));
  }
  enterAll(end);
  growOld();
}

/** Ends the youth of all nodes. */
function growOld(): void {
  if (young != NOBODY) young = endOfUsed();
  unsettled = 0;
  memory.fill(YOUNG, 0, YOUNG_END - YOUNG);
}

/**
 * Makes the index one of 2^bits words, with nothing in it. The caller enters every slot in use anew, the young ones
 * too. Memory that was never written is empty already.
 */
export function clearIndex(bits: u32): void {
  growOld();
  mask = (1 << bits) - 1;
  last = index + (mask << 2);
  const end = last + 4;
  memory.fill(index, 0, min(end, reached) - index);
  touched = reached;
  reached = max(end, reached);
  setRoom();
}

/**
 * Touches so many bytes of what `clearIndex` has taken of memory that was never written, and returns how many are left. What is read before it is written is
 * mapped twice, and the second time every thread has to hear of it.
 */
export function touchSome(most: u32): u32 {
  const end = min(reached, touched + most);
  for (; touched < end; touched += PAGE) store<u32>(touched, 0);
  return reached > touched ? reached - touched : 0;
}

export function clearMarks(): void {
  memory.fill(marks, 0, ((getUsed() >> 6) + 1) << 3);
}

@inline
function hashOfSlot(slot: u32, isOfLeaf: bool): u64 {
  const a = load<u64>(slot), b = load<u64>(slot, 8);
  return isOfLeaf ? hashLeaf(a, b, load<u64>(slot, 16), load<u64>(slot, 24)) : hashNode(a, b);
}

@inline
function tagOf(h: u64, isOfLeaf: bool): u32 { return nodeTag(h) | u32(isOfLeaf); }

/** Puts an entry into the index, at this place or behind it. */
@inline
function enter(place: u32, entry: u32): void {
  let at = place;
  while (true) {
    if (!load<u32>(at)) {
      if (ASC_FEATURE_THREADS) lingers();
      // Another thread may have entered a square there.
      if (!claim(at, 0, entry)) return;
    }
    at += 4;
    if (at > last) at = index;
  }
}

/**
 * Puts entries into the index that lie at entriesAt() with their places. It fetches all places first, in a loop of few instructions: the machine then has
 * as many misses under way as it can.
 */
export function enterAll(end: u32): void {
  const first = entriesAt();
  let seen: u32 = 0;
  for (let at = first; at < end; at += 8) seen += load<u32>(load<u32>(at));
  store<u32>(batchAt() - 32, seen);
  for (let at = first; at < end; at += 8) enter(load<u32>(at), load<u32>(at, 4));
}

/** Adds an entry to those at entriesAt(), which is not in the index yet, and returns their end. */
@inline
function addEntry(end: u32, slot: u32, h: u64, tag: u32): u32 {
  store<u32>(end, placeInIndex(h));
  store<u32>(end, slot | tag, 4);
  if (end + 8 < entriesAt() + ENTRIES_BYTES) return end + 8;
  enterAll(end + 8);
  return entriesAt();
}

/** The same for a slot. */
@inline
function addSlot(end: u32, number: u32): u32 {
  const slot = slotOf(number);
  const isOfLeaf = isLeaf(number);
  const h = hashOfSlot(slot, isOfLeaf);
  return addEntry(end, slot, h, tagOf(h, isOfLeaf));
}

/** Enters every used slot of [from, to) into the index. */
export function indexUsed(from: u32, to: u32): void {
  let end = entriesAt();
  for (let number = from; number < to; number++) if (isUsed(number)) end = addSlot(end, number);
  enterAll(end);
}

/** A slot that survives a collection gets back into the index, with the other entries up to `end`. */
@inline
export function keepSlot(number: u32, end: u32): u32 {
  if (ASC_FEATURE_THREADS) store<u32>(LIVE, load<u32>(LIVE) + 1);
  else live++;
  return addSlot(end, number);
}

/** A slot that does not; the next square there decides anew whether it is a leaf. */
@inline
export function dropSlot(number: u32): void {
  const byte = kinds + (number >> 3);
  store<u8>(byte, load<u8>(byte) & ~u8(1 << u8(number & 7)));
}

/** Before the slots are kept or dropped one by one: the count of live slots starts at 0. */
export function forgetLive(): void {
  if (ASC_FEATURE_THREADS) store<u32>(LIVE, 0);
  else live = 0;
}

/** After that: handing out starts from the bottom, around the marked slots. */
export function restart(): void {
  startHandingOut();
  setRoom();
}

@inline
function startHandingOut(): void {
  group = 0;
  if (ASC_FEATURE_THREADS) {
    endOfUsed();
    vacant = 0;
    collections++;
    atomic.store<u32>(NEXT, 0);
  } else vacant = ~load<u64>(marks);
}

// --- threads (_hashlife-threads.ts) ---------------------------------------------------------------------------------------

/** Between two calls of `run`: so many threads, with the host's, will look up and make squares. */
export function shareTable(threads: u32): void {
  if (threads > 1 && young != NOBODY) {
    settle();
    young = NOBODY;
  }
  setAlone(threads == 1);
  // Each may be in the middle of a round, and leave most of a group unused.
  reserve = threads * (GROUP + getMargin()) - getMargin();
}

/** Where everything is, for other threads. */
export function lendTable(): void {
  store<u32>(PARAMETERS, marks, 16);
  store<u32>(PARAMETERS, kinds, 20);
  store<u32>(PARAMETERS, index, 24);
  store<u32>(PARAMETERS, mask, 28);
  store<u32>(PARAMETERS, slots, 32);
  store<i32>(PARAMETERS, limit, 36);
  store<u32>(PARAMETERS, reserve, 40);
  store<u32>(PARAMETERS, collections, 44);
}

export function borrowTable(): void {
  marks = load<u32>(PARAMETERS, 16);
  kinds = load<u32>(PARAMETERS, 20);
  index = load<u32>(PARAMETERS, 24);
  mask = load<u32>(PARAMETERS, 28);
  last = index + (mask << 2);
  slots = load<u32>(PARAMETERS, 32);
  limit = load<i32>(PARAMETERS, 36);
  reserve = load<u32>(PARAMETERS, 40);
  const count = load<u32>(PARAMETERS, 44);
  if (collections != count) vacant = 0;
  collections = count;
}
