/*
 * The life of a helper: a thread that computes whenever the host's thread does (_hashlife-threads.ts).
 */

import { borrowRule, lendRule } from "./_hashlife-base";
import { borrowDelays, pause } from "./_hashlife-delays";
import { ACTIVE, AT_ROW, ownPart, PHASE, READY, RECORD, ROW, rowsAt, setAlone, setThread, WORK_BELL } from "./_hashlife-memory";
import { ENDED, HUSHED, RESTING, ring, WORKING } from "./_hashlife-offers";
import { borrowStep, LEVEL, lendStep, round } from "./_hashlife-rows";
import { borrowTable, getRoom, lendTable, MARGIN } from "./_hashlife-table";
import { borrowThreads, eat, hunger, lendThreads, nap, rouse, setThreads, sleep, steal } from "./_hashlife-threads";

/** Looks whether the host goes on, a tenth of a microsecond each, before a helper sleeps. */
const PATIENCE: u32 = 500;

let isHushed: bool = false;

/** Whether the next calls of `run` let helpers finish what they have and nothing else. */
export function hush(hushed: u32): void { isHushed = hushed != 0; }

/** The host's thread begins or ends a call of `run`. */
export function letHelp(): void {
  lendRule();
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

/** Works on, from a row or from none, until told to rest, short of room or without luck for a while. The row to go on with, or 0. */
function toil(from: u32): u32 {
  const none = rowsAt() - ROW;
  let row = from ? from : none;
  while (getRoom() >= MARGIN) {
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

/** What a helper's thread does until it is dismissed. `thread`: 1 or more. */
export function help(thread: u32): void {
  setThread(thread);
  setAlone(false);
  setThreads(1, thread);
  const record = ownPart() + RECORD;
  atomic.add<u32>(READY, 1);
  while (true) {
    let row: u32 = 0;
    let isShort = false;
    atomic.add<u32>(ACTIVE, 1);
    // From here on the host waits for this thread, unless it rests already.
    if (atomic.load<u32>(PHASE) != RESTING) {
      borrowRule();
      borrowStep();
      borrowTable();
      borrowThreads();
      borrowDelays();
      row = load<u32>(record, AT_ROW);
      store<u32>(record, 0, AT_ROW);
      row = toil(row);
      store<u32>(record, row, AT_ROW);
      isShort = getRoom() < MARGIN;
    }
    atomic.sub<u32>(ACTIVE, 1);
    const phase = atomic.load<u32>(PHASE);
    if (phase == ENDED) return;
    if (phase == RESTING) {
      for (let k: u32 = 0; k < PATIENCE && atomic.load<u32>(PHASE) == RESTING; k++) pause(1);
      if (atomic.load<u32>(PHASE) == RESTING) sleep(row);
    } else if (isShort) pause(10);
    else if (row) nap();
    else sleep(0);
  }
}
