/*
 * What the host's thread tells helpers at the beginning of a call of `run`, and they take over when they begin to work.
 */

import { borrowRule, lendRule } from "./_hashlife-base";
import { borrowDelays } from "./_hashlife-delays";
import { ASLEEP, isAlone, LAST_ENTRY, NEXT_ENTRY, PHASE, READY, WORK_BELL } from "./_hashlife-memory";
import { ENDED, HUSHED, INDEXING, RESTING, ring, WORKING } from "./_hashlife-offers";
import { borrowPlanes, lendPlanes } from "./_hashlife-planes";
import { borrowStep, lendStep } from "./_hashlife-rows";
import { borrowTable, indexUsed, lendTable } from "./_hashlife-table";
import { borrowThreads, halt, lendThreads, rouse } from "./_hashlife-threads";

/** Squares that a thread enters into the index at a time. */
const ENTRIES: u32 = 512;

let isHushed: bool = false;

/** Whether the next calls of `run` let helpers finish what they have and nothing else. */
export function hush(hushed: u32): void { isHushed = hushed != 0; }

/** The host's thread begins or ends a call of `run`. */
export function letHelp(): void {
  lendRule();
  lendPlanes();
  lendStep();
  lendTable();
  lendThreads();
  rouse(isHushed ? HUSHED : WORKING);
}

export function endHelp(): void { atomic.store<u32>(PHASE, RESTING); }

/** Sends the helpers away; none may be in the middle of anything that is wanted. */
export function dismiss(): void {
  atomic.store<u32>(PHASE, ENDED);
  ring(WORK_BELL, -1);
}

/** Helpers that have begun so far. */
export function getReady(): u32 { return atomic.load<u32>(READY); }

/** Takes over what the host's thread has told. */
export function borrowAll(): void {
  borrowRule();
  borrowPlanes();
  borrowStep();
  borrowTable();
  borrowThreads();
  borrowDelays();
}

/** Enters every used slot of [from, to) into the index, on all threads. At rest. */
export function indexTogether(from: u32, to: u32): void {
  if (isAlone()) {
    indexUsed(from, to);
    return;
  }
  lendTable();
  store<u32>(NEXT_ENTRY, from);
  store<u32>(LAST_ENTRY, to);
  atomic.store<u32>(PHASE, INDEXING);
  if (atomic.load<u32>(ASLEEP)) ring(WORK_BELL, -1);
  enterSome();
  halt();
}

/** A thread's share of that. */
export function helpToIndex(): void {
  borrowTable();
  borrowDelays();
  enterSome();
}

function enterSome(): void {
  const end = load<u32>(LAST_ENTRY);
  while (true) {
    const from = atomic.add<u32>(NEXT_ENTRY, ENTRIES);
    if (from >= end) return;
    indexUsed(from, min(end, from + ENTRIES));
  }
}
