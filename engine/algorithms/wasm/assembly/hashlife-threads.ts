// asc: --enable threads --sharedMemory --importTable --importMemory --initialMemory 4 --maximumMemory 65536

/*
 * HashLife on threads: the kernel of hashlife.ts over a shared memory, compiled with what ASC_FEATURE_THREADS leaves out there.
 * _hashlife-threads.ts explains how they work together. The host's thread calls all but `help`, which each helper's thread calls.
 */

import { pause } from "./_hashlife-delays";
import { borrowAll, helpToIndex } from "./_hashlife-help";
import { ACTIVE, AT_ROW, getMargin, LOST, ownPart, PHASE, READY, RECORD, ROW, rowsAt, setAlone, setThread } from "./_hashlife-memory";
import { ENDED, HUSHED, INDEXING, RESTING } from "./_hashlife-offers";
import { LEVEL, round } from "./_hashlife-rows";
import { getRoom } from "./_hashlife-table";
import { eat, hunger, nap, setThreads, sleep, steal } from "./_hashlife-threads";

export * from "./hashlife";
export { share } from "./_hashlife-compute";
export { setDelays } from "./_hashlife-delays";
export { dismiss, getReady, hush, indexTogether } from "./_hashlife-help";
export { getRows, getThefts, getWorks, halt, isHelped } from "./_hashlife-threads";

/** Looks whether the host goes on, a tenth of a microsecond each, before a helper sleeps. */
const PATIENCE: u32 = 500;

/** Whether the host waits for this thread. */
let isIn: bool = false;

/** Works on, from a row or from none, until told to rest, short of room or without luck for a while. The row to go on with, or 0. */
function toil(from: u32): u32 {
  const none = rowsAt() - ROW;
  let row = from ? from : none;
  while (getRoom() >= getMargin()) {
    const phase = atomic.load<u32>(PHASE);
    if (phase == RESTING || phase == ENDED || (phase == HUSHED && row == none)) break;
    const next = row == none ? row : round(row);
    if (next != row) row = next;
    else if (steal(row + ROW, row == none ? 64 : load<u32>(row, LEVEL))) row += ROW;
    else if (hunger()) continue;
    else break;
    eat();
  }
  eat();
  return row == none ? 0 : row;
}

function leave(): void {
  isIn = false;
  atomic.sub<u32>(ACTIVE, 1);
}

/** Called where `help` trapped: nobody waits for this thread, and the host learns that what it had begun is lost. */
export function breakDown(): void {
  atomic.add<u32>(LOST, 1);
  if (isIn) leave();
}

/** Helpers that broke down. */
export function getLost(): u32 { return atomic.load<u32>(LOST); }

/** What a helper's thread does until it is dismissed. `thread`: 1 or more. */
export function help(thread: u32): void {
  setThread(thread);
  setAlone(false);
  setThreads(1, thread);
  const record = ownPart() + RECORD;
  atomic.add<u32>(READY, 1);
  while (true) {
    let row = load<u32>(record, AT_ROW);
    let isShort = false;
    atomic.add<u32>(ACTIVE, 1);
    isIn = true;
    // From here on the host waits for this thread, unless it rests already.
    const entered = atomic.load<u32>(PHASE);
    if (entered == INDEXING) helpToIndex();
    else if (entered != RESTING) {
      borrowAll();
      // The host may have given it up meanwhile.
      row = load<u32>(record, AT_ROW);
      store<u32>(record, 0, AT_ROW);
      row = toil(row);
      store<u32>(record, row, AT_ROW);
      isShort = getRoom() < getMargin();
    }
    leave();
    const phase = atomic.load<u32>(PHASE);
    if (phase == ENDED) return;
    if (phase != entered) continue;
    if (phase == RESTING || phase == INDEXING) {
      for (let k: u32 = 0; k < PATIENCE && atomic.load<u32>(PHASE) == phase; k++) pause(1);
      if (atomic.load<u32>(PHASE) == phase) sleep(row);
    } else if (isShort) pause(10);
    else if (row) nap();
    else sleep(0);
  }
}
