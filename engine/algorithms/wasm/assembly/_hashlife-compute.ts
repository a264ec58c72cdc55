/*
 * Round after round: the rows of a computation from beginning to end, whatever stops it in between. With threads, other
 * threads' rows belong to it too (_hashlife-threads.ts).
 */

import { AT_ROW, FULL, getMargin, OFFERS, partOf, PART, RECORD, ROW, ROWS, rowsOf } from "./_hashlife-memory";
import { offerRest } from "./_hashlife-offers";
import { giveUp, LEVEL, LIST, markRow, OPENED, openRow, round, STAGE } from "./_hashlife-rows";
import { getRoom, shareTable } from "./_hashlife-table";
import { eat, getThreads, hunger, nap, setThreads, steal } from "./_hashlife-threads";

export const FINISHED: u32 = 0;
export const MORE: u32 = 1;
export const NEEDS_ROOM: u32 = 2;
/** Rounds that a nap counts for. */
const NAP_FUEL: i32 = 16;

/** The present row; 0 for none. */
let current: u32 = 0;
/** Rounds that the last call of `run` did not use. */
let left: i32 = 0;

export function getLeft(): i32 { return left; }

/** The level of the square whose result was begun last. */
export function getRootLevel(): u32 { return load<u32>(ROWS, LEVEL); }

/** Begins to compute the result of a node of level 6 or more: `full` (mode 0) or the present step's residue (1). */
export function begin(n: u32, level: u32, part: u32): void {
  current = ROWS;
  store<u32>(ROWS, n, LIST);
  openRow(ROWS, level, part ? PART : FULL, ROWS + LIST, 1);
}

/** Continues what `begin` began, for at most `fuel` rounds. FINISHED: getAnswer() is the result. */
export function run(fuel: i32): u32 {
  let row = current;
  while (true) {
    if (getRoom() < getMargin() || --fuel < 0) {
      current = row;
      if (ASC_FEATURE_THREADS) eat();
      return fuel < 0 ? MORE : NEEDS_ROOM;
    }
    const next = round(row);
    if (ASC_FEATURE_THREADS) {
      if (next == row) {
        if (steal(row + ROW, load<u32>(row, LEVEL))) row += ROW;
        else if (!hunger()) {
          nap();
          fuel -= NAP_FUEL;
        } else fuel++;
        continue;
      }
      eat();
    }
    if (row == ROWS && next < row) {
      current = 0;
      left = fuel;
      return FINISHED;
    }
    row = next;
  }
}

@inline
function giveUpRows(first: u32, last: u32): void {
  if (!last) return;
  for (let row = first; row <= last; row += ROW) giveUp(row);
}

/** Gives up what `begin` began. Finished results stay known. */
export function cancel(): void {
  giveUpRows(ROWS, current);
  current = 0;
  if (!ASC_FEATURE_THREADS) return;
  for (let k: u32 = 0; k < getThreads(); k++) {
    const part = partOf(k);
    giveUpRows(rowsOf(k), load<u32>(part + RECORD, AT_ROW));
    store<u32>(part + RECORD, 0, AT_ROW);
    store<u64>(part, 0, OFFERS);
  }
}

@inline
function markRows(first: u32, last: u32): void {
  if (!last) return;
  for (let row = first; row <= last; row += ROW) markRow(row);
}

/** Marks every square that the computation under way holds. */
export function markHeld(): void {
  markRows(ROWS, current);
  if (!ASC_FEATURE_THREADS) return;
  for (let k: u32 = 1; k < getThreads(); k++) markRows(rowsOf(k), load<u32>(partOf(k) + RECORD, AT_ROW));
}

/** So many threads compute from here on, with the host's; no helper may have rows that it has not finished. */
export function share(count: u32): void {
  shareTable(count);
  setThreads(count, 0);
  store<u64>(0, 0, OFFERS);
  if (count == 1 || !current) return;
  for (let row = ROWS; row <= current; row += ROW) {
    if (load<u32>(row, STAGE) != OPENED) offerRest(row, load<u32>(row, LEVEL));
  }
}
