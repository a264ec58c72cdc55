/*
 * Collecting squares that are no longer needed.
 *
 * Marking goes from the roots (which the host names, one by one) and from the rows of a computation under way to
 * everything below. A child or a result lies exactly one level lower than its node, so the stack of nodes still to
 * visit never holds more than six for each level. With `keepResults` a node's results count as below it, so the
 * results that the tree will probably need next survive; without, only the bare trees stay.
 *
 * The sweep then visits every slot in order: marked slots get back into the (emptied) index, the others are free.
 * Nothing moves, so addresses in rows and hosts stay valid. A result whose node is gone is forgotten.
 *
 * Both halves stop after a given amount of work and continue at the next call. In between the host may read the
 * trees, since the collection never changes children, but it must not look anything up.
 */

import { clearMarkStack, mark, markSomeBelow } from "./_hashlife-marks";
import { BUSY, entriesAt, FULL, NONE, PART } from "./_hashlife-memory";
import { markHeld } from "./_hashlife-compute";
import { clearMarks, dropSlot, enterAll, forgetLive, getUsed, isLeaf, isMarked, keepSlot, restart, slotOf } from "./_hashlife-table";

let keeping: bool = false;
/** The next slot to keep or drop. */
let swept: u32 = 0;

/** Begins a collection; the rows' squares are marked. Then `markRoot` for each root, `markSome`, `sweepSome`. */
export function beginCollection(keepResults: u32): void {
  keeping = keepResults != 0;
  swept = 0;
  clearMarks();
  clearMarkStack();
  markHeld();
}

export function markRoot(n: u32, level: u32): void {
  mark(n, level);
}

/** Visits up to `most` nodes; 1 while there are more. */
export function markSome(most: i32): u32 {
  return markSomeBelow(most, keeping);
}

/** Keeps or drops up to `most` slots; 1 while there are more. The host clears the index before the first call. */
export function sweepSome(most: u32): u32 {
  if (!swept) forgetLive();
  const total = getUsed();
  const end = min(total, swept + most);
  let kept = entriesAt();
  for (; swept < end; swept++) {
    const slot = slotOf(swept);
    if (!isMarked(slot)) {
      dropSlot(swept);
      continue;
    }
    if (!keeping && !isLeaf(swept)) {
      forgetLost(slot + FULL);
      forgetLost(slot + PART);
    }
    kept = keepSlot(swept, kept);
  }
  enterAll(kept);
  if (swept < total) return 1;
  restart();
  return 0;
}

@inline
function forgetLost(at: u32): void {
  const q = load<u32>(at);
  if (q && q < BUSY && !isMarked(q)) store<u32>(at, NONE);
}
