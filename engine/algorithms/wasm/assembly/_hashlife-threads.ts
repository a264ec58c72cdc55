/*
 * Threads: others help the host's thread with a computation under way. Each has an instance of the kernel, over one memory.
 *
 * **Stealing** (R. D. Blumofe and C. E. Leiserson, "Scheduling multithreaded computations by work stealing", J. ACM 46, 1999).
 * Every thread has rows of its own, and a result that is not known is claimed by whoever lists it first: NONE becomes BUSY by a
 * compare-and-exchange. A thread without rows takes squares from another's list (_hashlife-offers.ts) and computes their
 * results with all that is below them. Whoever needs a result that another thread has claimed does the same meanwhile, but only with
 * squares of a lower level than its row. So levels fall along the rows of every thread, and whoever waits, waits for somebody at work on a lower
 * level: they cannot wait in a circle.
 *
 * **Nothing else is shared but the table.** An entry of the index is put there by a compare-and-exchange, after its slot is written, and
 * results are published after theirs; whoever comes second takes the first one's square. So which slot a square gets depends on chance, and what
 * it holds does not. Both are read by plain loads: what they lead to is read through the address that they hold, which no processor
 * reads first, and a word read too early only says "unknown", which the compare-and-exchange puts right.
 *
 * **Rest.** Between two calls of `run` the phase is RESTING: helpers stop after their present round, and their rows
 * stay. `halt` waits for that. Then the host may collect, grow or cancel, with the rows of all threads before it. The phase
 * HUSHED lets them finish what they have, to measure what they are worth.
 *
 * **Sleep.** A helper that finds nothing looks for some fifty microseconds and then sleeps until a long list is offered; one that
 * waits for a result sleeps a little at a time.
 */

import { pause } from "./_hashlife-delays";
import {
  ACTIVE, ASLEEP, AT_ROW, HUNGRY, isAlone, OFFERED_ROWS, OFFERS, PARAMETERS, partOf, PHASE, RECORD, RESULT_BELL,
  ROW, ROWS_DONE, THEFTS, WAITERS, WORK_BELL, WORKS_DONE,
} from "./_hashlife-memory";
import { ENDED, RESTING, ring, stateFor, takeFrom, takenFrom } from "./_hashlife-offers";
import { LEVEL, LIST, openRow, WANTED } from "./_hashlife-rows";

/** Looks for work, some tenths of a microsecond each, before a thread sleeps. */
const PATIENCE: u32 = 150;
/** Nanoseconds of a nap. */
const NAP: i64 = 200000;
const MOST_TRIES: u32 = 8;

let threads: u32 = 1;
let self: u32 = 0;
let chance: u32 = 1;
let isHungry: bool = false;
let looks: u32 = 0;

/** How many threads there are, and which this is. */
export function setThreads(count: u32, thread: u32): void {
  threads = count;
  self = thread;
  chance = thread * 2654435761 + 1;
}

export function getThreads(): u32 { return threads; }

export function lendThreads(): void { store<u32>(PARAMETERS, threads, 48); }

export function borrowThreads(): void { threads = load<u32>(PARAMETERS, 48); }

/** Results that a thread has computed, modulo 2^32. */
export function getWorks(thread: u32): u32 { return load<u32>(partOf(thread) + RECORD, WORKS_DONE); }

/** Rows that a thread has gone through, modulo 2^32. */
export function getRows(thread: u32): u32 { return load<u32>(partOf(thread) + RECORD, ROWS_DONE); }

/** How often a thread took squares from another's list. */
export function getThefts(thread: u32): u32 { return load<u32>(partOf(thread) + RECORD, THEFTS); }

/** Whether a helper has rows to go on with. True only at rest. */
export function isHelped(): bool {
  for (let k: u32 = 1; k < threads; k++) if (load<u32>(partOf(k) + RECORD, AT_ROW)) return true;
  return false;
}

/** Lets the helpers work, and wakes those that have stopped in the middle of something. */
export function rouse(phase: u32): void {
  atomic.store<u32>(PHASE, phase);
  if (atomic.load<u32>(ASLEEP) && isHelped()) ring(WORK_BELL, -1);
}

/** Waits until no helper touches anything. */
export function halt(): void {
  atomic.store<u32>(PHASE, RESTING);
  for (let k = 0; atomic.load<u32>(ACTIVE); k++) {
    if (k < 1000) pause(1);
    else atomic.wait<i32>(ACTIVE, atomic.load<u32>(ACTIVE), NAP);
  }
}

/** The thread has something to do again. */
@inline
export function eat(): void {
  if (!isHungry) return;
  isHungry = false;
  atomic.sub<u32>(HUNGRY, 1);
}

/** There was nothing to do; false once it has looked long enough. */
export function hunger(): bool {
  if (!isHungry) {
    isHungry = true;
    looks = 0;
    atomic.add<u32>(HUNGRY, 1);
  }
  pause(1);
  return ++looks < PATIENCE;
}

/** Sleeps a little while another thread computes a result. */
export function nap(): void {
  looks = 0;
  atomic.add<u32>(WAITERS, 1);
  atomic.wait<i32>(RESULT_BELL, atomic.load<u32>(RESULT_BELL), NAP);
  atomic.sub<u32>(WAITERS, 1);
}

/** Opens `row` with squares of a level below `below` from another thread's list, the highest there is; false where there is none. */
export function steal(row: u32, below: u32): bool {
  if (isAlone()) return false;
  const wanted: u64 = below > 63 ? ~(<u64>0) : ((<u64>1) << below) - 1;
  chance = chance * 1664525 + 1013904223;
  const start = (chance >> 16) % threads;
  for (let tries: u32 = 0; tries < MOST_TRIES; tries++) {
    let from: u32 = 0;
    let state: u64 = 0;
    let best: u32 = 0;
    for (let k: u32 = 0; k < threads; k++) {
      let victim = start + k;
      if (victim >= threads) victim -= threads;
      if (victim == self) continue;
      const part = partOf(victim);
      for (let offers = atomic.load<u64>(part, OFFERS) & wanted; offers; ) {
        const level: u32 = 63 - u32(clz(offers));
        if (level <= best) break;
        const candidate = load<u32>(part + OFFERED_ROWS + (level << 2));
        const stands = stateFor(candidate, level + 1);
        if (stands) {
          from = candidate;
          state = stands;
          best = level;
          break;
        }
        offers ^= (<u64>1) << level;
      }
    }
    if (!from) return false;
    const count = takeFrom(from, state);
    if (!count) continue;
    memory.copy(row + LIST, from + LIST + (takenFrom << 2), count << 2);
    openRow(row, best, load<u32>(from, WANTED), row + LIST, count);
    const record = partOf(self) + RECORD;
    store<u32>(record, load<u32>(record, THEFTS) + 1, THEFTS);
    return true;
  }
  return false;
}

/** Sleeps until work is offered, but not while a helper at `row` may go on, or may leave. */
export function sleep(row: u32): void {
  atomic.add<u32>(ASLEEP, 1);
  const bell = atomic.load<u32>(WORK_BELL);
  const phase = atomic.load<u32>(PHASE);
  if (phase == RESTING || (!row && phase != ENDED)) atomic.wait<i32>(WORK_BELL, bell, -1);
  atomic.sub<u32>(ASLEEP, 1);
}
