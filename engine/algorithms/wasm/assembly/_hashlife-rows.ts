/*
 * Computing results, without recursion and many at a time.
 *
 * The textbook goes down the tree one node at a time, and then every look-up waits for the one before it. Here up to WIDTH
 * nodes of one level, a *row* of *works*, go through the same stages together:
 *
 *   open      ask the table for the five sub-squares between the children of every work (children are four of the nine)
 *   gather    list the sub-squares whose results are not known yet (on the lowest level, compute them on the spot)
 *   descend   a row below for each WIDTH of these, until none is pending
 *   fetch     now all nine results are known
 *   openFour, gather, descend, fetch once more for the second half of the time, or centres, where there is none
 *   close     the four results become a node: the work's result
 *
 * The look-ups of a stage are then all under way at once. A result requested twice is computed once: BUSY in its slot
 * says that some row above has it on its list. The rows are the whole state of a computation under way: it can stop after
 * any round and continue later, the collector finds everything it holds, and its depth is bounded by the level and not by
 * a stack.
 *
 * In a short step, cells far from the middle cannot reach it. Around a thin stream of ships half of all sub-squares have
 * cells in their outermost eighth only. Steps of an eighth of the side or less leave the middle of those empty, so they
 * are neither made nor computed (`staysOut`).
 */

import { base32, middleOfLeaves } from "./_hashlife-base";
import { lingers } from "./_hashlife-delays";
import { mark } from "./_hashlife-marks";
import {
  batchAt, BUSY, claim, FULL, isAlone, LEVELS, NONE, ownPart, PARAMETERS, PART, RECORD, RESULT_BELL, ROW, ROWS_DONE,
  storeShared, WAITERS, WIDTH, WORKS_DONE,
} from "./_hashlife-memory";
import { listedIn, publish, ring, take, takenFrom } from "./_hashlife-offers";
import { key } from "./_hashlife-keys";
import { baseOfStates, basesOfStates, getLowestRow, isStated, middleOfStates, slotsBelow } from "./_hashlife-planes";
import { ANSWER, answerAll, ask } from "./_hashlife-questions";
import { child, leaf } from "./_hashlife-table";

// A row: what it computes (FULL or PART), what the nine contribute, its stage, and what is pending.
export const LEVEL: u32 = 0;
export const MODE: u32 = 4;
const NINE: u32 = 8;
export const STAGE: u32 = 12;
const COUNT: u32 = 16;
const PENDING: u32 = 20;
const TAKEN: u32 = 24;
/** Which results of the listed squares are wanted. With threads, _hashlife-offers.ts keeps what is pending and taken behind it. */
export const WANTED: u32 = 28;
export const LIST: u32 = 64; // 9 * WIDTH nodes
const WORKS: u32 = LIST + 36 * WIDTH;

// A work: nine sub-squares, their results, the node, and which results are missing (bit k: result k).
const WORK: u32 = 80;
const RESULTS: u32 = 36;
const NODE: u32 = 72;
const LACKS: u32 = 76;

export const OPENED: u32 = 0;
const IN_NINE: u32 = 1;
const IN_FOUR: u32 = 2;
const DONE_FOUR: u32 = 3;

// A `part` step in LEVELS: the nine advance by the part below (else the full), and whether there is a second half,
// which is always the part below.
const NINE_PART: u32 = 1;
const HAS_FOUR: u32 = 2;

let answer: u32 = 0;
/** Generations of a `part` base case, and the parity of the generation that the step starts from. */
let residue: u32 = 0;
let parity: u32 = 0;

/** The result that was computed last. */
export function getAnswer(): u32 { return answer; }

export function setStep(baseResidue: u32, generationParity: u32): void {
  residue = baseResidue;
  parity = generationParity;
}

/** The step, for other threads. */
export function lendStep(): void {
  store<u32>(PARAMETERS, residue, 8);
  store<u32>(PARAMETERS, parity, 12);
}

export function borrowStep(): void {
  setStep(load<u32>(PARAMETERS, 8), load<u32>(PARAMETERS, 12));
}

/** Sets a row of `count` nodes from `list` on to work on their results: FULL or PART. */
export function openRow(row: u32, level: u32, mode: u32, list: u32, count: u32): void {
  store<u32>(row, level, LEVEL);
  store<u32>(row, mode, MODE);
  open(row, list, count);
}

@inline
function endOf(row: u32): u32 { return row + WORKS + load<u32>(row, COUNT) * WORK; }

@inline
function result(work: u32, k: u32): u32 { return load<u32>(work + (k << 2), RESULTS); }

/** Records sub-square k and its result, and returns a bit that says whether the result is missing. */
@inline
function put(work: u32, k: u32, n: u32, slot: u32): u32 {
  const q = load<u32>(n + slot);
  store<u32>(work + (k << 2), n);
  store<u32>(work + (k << 2), q, RESULTS);
  return u32(q >= BUSY) << k;
}

/** Whether n, quarter k of a square, has cells only in the outermost ring of the square's 8 x 8 parts. */
function isOutside(n: u32, k: u32): bool {
  if (!n) return true;
  if (child(n, 3 - k) || child(child(n, k), 3 - k)) return false;
  const beside = child(n, k ^ 1), beyond = child(n, k ^ 2);
  return !(child(beside, k ^ 2) || child(beside, k ^ 3) || child(beyond, k ^ 1) || child(beyond, k ^ 3));
}

/**
 * Whether the middle of a square of these quarters is certainly empty after a step of at most an eighth of its side.
 * Called only where half of it is empty: elsewhere it rarely is, and a look would cost a cache line per quarter.
 */
function staysOut(nw: u32, ne: u32, sw: u32, se: u32): bool {
  if (u32(nw != 0) + u32(ne != 0) + u32(sw != 0) + u32(se != 0) > 2) return false;
  return isOutside(nw, 0) && isOutside(ne, 1) && isOutside(sw, 2) && isOutside(se, 3);
}

/** Asks for a sub-square, or instead for the empty one where that has the same result. */
@inline
function askFor(at: u32, short: bool, nw: u32, ne: u32, sw: u32, se: u32): void {
  if (short && staysOut(nw, ne, sw, se)) ask(at, 0, 0);
  else ask(at, key(nw, ne), key(sw, se));
}

/** Like `put`, for a child of the node. */
@inline
function putChild(work: u32, k: u32, n: u32, slot: u32, short: bool): u32 {
  if (short && load<u32>(n + slot) == NONE && staysOut(child(n, 0), child(n, 1), child(n, 2), child(n, 3))) {
    // Another thread may have listed it meanwhile, and no list may end before all that it lists is computed.
    claim(n + slot, NONE, 0);
  }
  return put(work, k, n, slot);
}

/** Makes a row of `count` nodes from `list` on, with their nine sub-squares. Its level and mode are set. */
function open(row: u32, list: u32, count: u32): void {
  const mode = load<u32>(row, MODE);
  const part = mode == PART && load<u8>(LEVELS + load<u32>(row, LEVEL)) & NINE_PART;
  const slot: u32 = part ? PART : FULL;
  // The nine advance by an eighth of their side at most, and consist of 8 x 8 squares.
  const below = load<u32>(row, LEVEL) - 1;
  const short = slot == PART && below >= 7 && !(load<u8>(LEVELS + below) & HAS_FOUR);
  store<u32>(row, slot, NINE);
  store<u32>(row, OPENED, STAGE);
  store<u32>(row, count, COUNT);
  // Touches the children of all works before reading the first, so their cache misses overlap.
  let touched: u32 = 0;
  for (let j: u32 = 0; j < count; j++) {
    const n = load<u32>(list + (j << 2));
    touched += load<u32>(child(n, 0)) + load<u32>(child(n, 1)) + load<u32>(child(n, 2)) + load<u32>(child(n, 3));
  }
  store<u32>(batchAt() - 32, touched);
  let at = batchAt();
  let work = row + WORKS;
  for (let j: u32 = 0; j < count; j++) {
    const n = load<u32>(list + (j << 2));
    store<u32>(work, n, NODE);
    const nw = child(n, 0), ne = child(n, 1), sw = child(n, 2), se = child(n, 3);
    // The four grandchildren around the centre.
    const a = child(nw, 3), b = child(ne, 2), c = child(sw, 1), d = child(se, 0);
    askFor(at, short, child(nw, 1), child(ne, 0), a, b);
    askFor(at + 32, short, child(nw, 2), a, child(sw, 0), c);
    askFor(at + 64, short, a, b, c, d);
    askFor(at + 96, short, b, child(ne, 3), d, child(se, 1));
    askFor(at + 128, short, c, d, child(sw, 3), child(se, 2));
    at += 160;
    work += WORK;
  }
  answerAll(at);
  at = batchAt();
  work = row + WORKS;
  for (let j: u32 = 0; j < count; j++) {
    const n = load<u32>(work, NODE);
    const lacks =
      putChild(work, 0, child(n, 0), slot, short) | put(work, 1, load<u32>(at, ANSWER), slot) |
      putChild(work, 2, child(n, 1), slot, short) | put(work, 3, load<u32>(at, 32 + ANSWER), slot) |
      put(work, 4, load<u32>(at, 64 + ANSWER), slot) | put(work, 5, load<u32>(at, 96 + ANSWER), slot) |
      putChild(work, 6, child(n, 2), slot, short) | put(work, 7, load<u32>(at, 128 + ANSWER), slot) |
      putChild(work, 8, child(n, 3), slot, short);
    store<u32>(work, lacks, LACKS);
    at += 160;
    work += WORK;
  }
}

/** Computes the missing results of a lowest row of cells in states that no thread is at work on, many at a time. `gather` does the rest. */
function gatherBases(row: u32, slot: u32): void {
  const end = endOf(row);
  let list = row + LIST;
  for (let work = row + WORKS; work < end; work += WORK) {
    for (let rest = load<u32>(work, LACKS); rest; rest &= rest - 1) {
      const n = load<u32>(work + (u32(ctz(rest)) << 2));
      // A work before this one may have had the same sub-square.
      if (load<u32>(n + slot) != NONE || claim(n + slot, NONE, BUSY) != NONE) continue;
      store<u32>(list, n);
      list += 4;
    }
  }
  basesOfStates(row + LIST, list, slot, slot == FULL ? 4 : residue);
}

/** Lists the missing results that no row is at work on yet. */
@inline
function gather(row: u32, slot: u32): void {
  const bottom = load<u32>(row, LEVEL) == getLowestRow();
  if (bottom && isStated()) gatherBases(row, slot);
  const end = endOf(row);
  let list = row + LIST;
  for (let work = row + WORKS; work < end; work += WORK) {
    let lacks = load<u32>(work, LACKS);
    for (let rest = lacks; rest; rest &= rest - 1) {
      const k = u32(ctz(rest));
      const n = load<u32>(work + (k << 2));
      // A work before this one may have had the same sub-square.
      let q = load<u32>(n + slot);
      if (q >= BUSY) {
        if (bottom) q = base(n, slot);
        else {
          if (q == NONE) {
            q = claim(n + slot, NONE, BUSY);
            if (q == NONE) {
              store<u32>(list, n);
              list += 4;
            }
          }
          if (q >= BUSY) continue;
        }
      }
      store<u32>(work + (k << 2), q, RESULTS);
      lacks ^= 1 << k;
    }
    store<u32>(work, lacks, LACKS);
  }
  const pending = (list - row - LIST) >> 2;
  if (ASC_FEATURE_THREADS) {
    lingers();
    store<u32>(row, slot, WANTED);
    publish(row, load<u32>(row, LEVEL), pending);
  } else {
    store<u32>(row, pending, PENDING);
    store<u32>(row, 0, TAKEN);
  }
}

@inline
function baseOfLeaves(n: u32, generations: u32): u32 {
  base32(child(n, 0), child(n, 1), child(n, 2), child(n, 3), generations, parity);
  return leaf();
}

/** A result straight from the leaves: that of a level-5 node, or of a level-4 one where cells have more than two states. */
@inline
function base(n: u32, slot: u32): u32 {
  const q = isStated() ? baseOfStates(n, slot == FULL ? 4 : residue) : baseOfLeaves(n, slot == FULL ? 8 : residue);
  storeShared(n + slot, q);
  return q;
}

/** Opens the row below for some of the pending results; false when none is pending. */
@inline
function descend(row: u32, slot: u32): bool {
  let taken: u32, count: u32;
  if (ASC_FEATURE_THREADS) {
    count = take(row, load<u32>(row, LEVEL));
    taken = takenFrom;
  } else {
    taken = load<u32>(row, TAKEN);
    count = min(load<u32>(row, PENDING) - taken, WIDTH);
    store<u32>(row, taken + count, TAKEN);
  }
  if (!count) return false;
  openRow(row + ROW, load<u32>(row, LEVEL) - 1, slot, row + LIST + (taken << 2), count);
  return true;
}

/** Reads a result that this thread waits for. */
@inline
function loadResult(at: u32): u32 { return isAlone() ? load<u32>(at) : atomic.load<u32>(at); }

/** Takes the missing results, which rows below have computed; false while another thread still computes one of them. */
@inline
function fetch(row: u32, slot: u32): bool {
  if (!ASC_FEATURE_THREADS && !load<u32>(row, PENDING)) return true;
  let waits: u32 = 0;
  const end = endOf(row);
  for (let work = row + WORKS; work < end; work += WORK) {
    for (let rest = load<u32>(work, LACKS); rest; rest &= rest - 1) {
      const k = u32(ctz(rest)) << 2;
      const q = loadResult(load<u32>(work + k) + slot);
      store<u32>(work + k, q, RESULTS);
      if (ASC_FEATURE_THREADS) waits |= u32(q >= BUSY);
    }
  }
  return ASC_FEATURE_THREADS ? !waits : true;
}

/** The nine results make four squares, whose results are the second half of the time. */
function openFour(row: u32, slot: u32): void {
  const end = endOf(row);
  let at = batchAt();
  for (let work = row + WORKS; work < end; work += WORK) {
    const north = result(work, 1), middle = result(work, 4), south = result(work, 7);
    const west = key(result(work, 3), middle), east = key(middle, result(work, 5));
    ask(at, key(result(work, 0), north), west);
    ask(at + 32, key(north, result(work, 2)), east);
    ask(at + 64, west, key(result(work, 6), south));
    ask(at + 96, east, key(south, result(work, 8)));
    at += 128;
  }
  answerAll(at);
  at = batchAt();
  for (let work = row + WORKS; work < end; work += WORK) {
    const lacks =
      put(work, 0, load<u32>(at, ANSWER), slot) | put(work, 1, load<u32>(at, 32 + ANSWER), slot) |
      put(work, 2, load<u32>(at, 64 + ANSWER), slot) | put(work, 3, load<u32>(at, 96 + ANSWER), slot);
    store<u32>(work, lacks, LACKS);
    at += 128;
  }
}

@inline
function setFour(work: u32, nw: u32, ne: u32, sw: u32, se: u32): void {
  store<u32>(work, nw, RESULTS);
  store<u32>(work, ne, RESULTS + 4);
  store<u32>(work, sw, RESULTS + 8);
  store<u32>(work, se, RESULTS + 12);
}

/** The leaf in the middle of four, or what is in its place where cells have more than two states. */
@inline
function middleOf(nw: u32, ne: u32, sw: u32, se: u32): u32 {
  return isStated() ? middleOfStates(nw, ne, sw, se) : middleOfLeaves(nw, ne, sw, se);
}

/** Without a second half: the middles of the four squares that openFour would have made. */
function centres(row: u32): void {
  const end = endOf(row);
  if (load<u32>(row, LEVEL) == getLowestRow()) {
    for (let work = row + WORKS; work < end; work += WORK) {
      const middle = result(work, 4);
      setFour(
        work,
        middleOf(result(work, 0), result(work, 1), result(work, 3), middle),
        middleOf(result(work, 1), result(work, 2), middle, result(work, 5)),
        middleOf(result(work, 3), middle, result(work, 6), result(work, 7)),
        middleOf(middle, result(work, 5), result(work, 7), result(work, 8)),
      );
    }
    return;
  }
  let touched: u32 = 0;
  for (let work = row + WORKS; work < end; work += WORK) {
    for (let k: u32 = 0; k < 9; k++) touched += load<u32>(result(work, k));
  }
  store<u32>(batchAt() - 32, touched);
  let at = batchAt();
  for (let work = row + WORKS; work < end; work += WORK) {
    const n = result(work, 1), w = result(work, 3), m = result(work, 4), e = result(work, 5), s = result(work, 7);
    ask(at, key(child(result(work, 0), 3), child(n, 2)), key(child(w, 1), child(m, 0)));
    ask(at + 32, key(child(n, 3), child(result(work, 2), 2)), key(child(m, 1), child(e, 0)));
    ask(at + 64, key(child(w, 3), child(m, 2)), key(child(result(work, 6), 1), child(s, 0)));
    ask(at + 96, key(child(m, 3), child(e, 2)), key(child(s, 1), child(result(work, 8), 0)));
    at += 128;
  }
  answerAll(at);
  at = batchAt();
  for (let work = row + WORKS; work < end; work += WORK) {
    setFour(
      work, load<u32>(at, ANSWER), load<u32>(at, 32 + ANSWER), load<u32>(at, 64 + ANSWER), load<u32>(at, 96 + ANSWER),
    );
    at += 128;
  }
}

/** The four results become the works' results. */
function close(row: u32, mode: u32): void {
  const end = endOf(row);
  let at = batchAt();
  for (let work = row + WORKS; work < end; work += WORK) {
    ask(at, key(result(work, 0), result(work, 1)), key(result(work, 2), result(work, 3)));
    at += 32;
  }
  answerAll(at);
  at = batchAt();
  for (let work = row + WORKS; work < end; work += WORK) {
    answer = load<u32>(at, ANSWER);
    storeShared(load<u32>(work, NODE) + mode, answer);
    at += 32;
  }
  if (ASC_FEATURE_THREADS) {
    const record = ownPart() + RECORD;
    store<u32>(record, load<u32>(record, WORKS_DONE) + load<u32>(row, COUNT), WORKS_DONE);
    store<u32>(record, load<u32>(record, ROWS_DONE) + 1, ROWS_DONE);
    if (!isAlone() && atomic.load<u32>(WAITERS)) ring(RESULT_BELL, -1);
  }
}

/**
 * Brings a row as far as it comes by itself, and returns the row to go on with: the one below, which it has opened; the one
 * above, when it is done; or with threads the same, when it waits for a result that another thread computes.
 */
@inline
export function round(row: u32): u32 {
  if (ASC_FEATURE_THREADS) lingers();
  const mode = load<u32>(row, MODE);
  const nine = load<u32>(row, NINE);
  let stage = load<u32>(row, STAGE);
  if (stage == OPENED) {
    gather(row, nine);
    store<u32>(row, IN_NINE, STAGE);
    stage = IN_NINE;
  }
  if (stage == IN_NINE) {
    if (descend(row, nine)) return row + ROW;
    if (!fetch(row, nine)) return row;
    if (mode == PART && !(load<u8>(LEVELS + load<u32>(row, LEVEL)) & HAS_FOUR)) {
      centres(row);
      stage = DONE_FOUR;
    } else {
      openFour(row, mode);
      gather(row, mode);
      stage = IN_FOUR;
    }
    store<u32>(row, stage, STAGE);
  }
  if (stage == IN_FOUR) {
    if (descend(row, mode)) return row + ROW;
    if (!fetch(row, mode)) return row;
  }
  close(row, mode);
  return row - ROW;
}

/** Gives up a row: nobody is at work on what it lists. */
export function giveUp(row: u32): void {
  const stage = load<u32>(row, STAGE);
  if (stage == OPENED) return;
  const slot = stage == IN_NINE ? load<u32>(row, NINE) : load<u32>(row, MODE);
  const end = (ASC_FEATURE_THREADS ? listedIn(row) : load<u32>(row, PENDING)) << 2;
  for (let k: u32 = 0; k < end; k += 4) {
    const at = load<u32>(row + k, LIST) + slot;
    if (load<u32>(at) == BUSY) store<u32>(at, NONE);
  }
}

/**
 * Marks every square that a row holds. That includes results that rows below have computed but it has not fetched yet: they are
 * recorded only in the sub-squares' own slots.
 */
export function markRow(row: u32): void {
  const level = load<u32>(row, LEVEL) + slotsBelow();
  const nine = load<u32>(row, STAGE) <= IN_NINE;
  const slot = nine ? load<u32>(row, NINE) : load<u32>(row, MODE);
  const parts: u32 = nine ? 36 : 16;
  const end = endOf(row);
  for (let work = row + WORKS; work < end; work += WORK) {
    mark(load<u32>(work, NODE), level);
    for (let k: u32 = 0; k < parts; k += 4) {
      const n = load<u32>(work + k);
      mark(n, level - 1);
      mark(load<u32>(n + slot), level - 2);
      mark(load<u32>(work + k, RESULTS), level - 2);
    }
  }
}

