/*
 * Collecting what nobody needs any more.
 *
 * Marking goes from the roots (which the host names, one by one) and from the rows of a computation under way to
 * everything below. A child or a result lies exactly one level lower than its node, so the stack of nodes still to visit
 * never holds more than six for each level. With `keepResults` a node's results count as below it, and what the tree will
 * probably be asked next stays known; without, only the bare trees stay.
 *
 * Then every slot is looked at in order: marked ones get back into the (emptied) index, the others are free. Nothing
 * moves, so addresses that rows and hosts hold stay right. A result whose node went is forgotten.
 *
 * Both halves stop after a given amount of work and go on when called again. In between the trees can be read, since
 * children are never touched, but nothing may be looked up.
 */

import { BUSY, FULL, MARK_STACK, NONE, PART } from "./_hashlife-memory";
import { forEachHeld } from "./_hashlife-rows";
import { child, clearMarks, dropSlot, forgetLive, getUsed, isLeaf, isMarked, keepSlot, restart, setMark, slotOf } from "./_hashlife-table";

const LEAF_LEVEL: u32 = 4;

let keeping: bool = false;
let top: u32 = MARK_STACK;
/** The next slot to keep or drop. */
let swept: u32 = 0;

function mark(n: u32, level: u32): void {
  if (!n || n >= BUSY || !setMark(n) || level == LEAF_LEVEL) return;
  store<u32>(top, n);
  store<u32>(top, level, 4);
  top += 8;
}

/** Begins a collection; the rows' squares are marked. Then `markRoot` for each root, `markSome`, `sweepSome`. */
export function beginCollection(keepResults: u32): void {
  keeping = keepResults != 0;
  top = MARK_STACK;
  swept = 0;
  clearMarks();
  forEachHeld(mark);
}

export function markRoot(n: u32, level: u32): void {
  mark(n, level);
}

/** Visits up to `most` nodes; 1 while there are more. */
export function markSome(most: i32): u32 {
  while (top > MARK_STACK) {
    if (--most < 0) return 1;
    top -= 8;
    const n = load<u32>(top);
    const below = load<u32>(top, 4) - 1;
    mark(child(n, 0), below);
    mark(child(n, 1), below);
    mark(child(n, 2), below);
    mark(child(n, 3), below);
    if (keeping) {
      mark(load<u32>(n, FULL), below);
      mark(load<u32>(n, PART), below);
    }
  }
  return 0;
}

/** Keeps or drops up to `most` slots; 1 while there are more. The index has been cleared before the first call. */
export function sweepSome(most: u32): u32 {
  if (!swept) forgetLive();
  const total = getUsed();
  const end = min(total, swept + most);
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
    keepSlot(swept);
  }
  if (swept < total) return 1;
  restart();
  return 0;
}

@inline
function forgetLost(at: u32): void {
  const q = load<u32>(at);
  if (q && q < BUSY && !isMarked(q)) store<u32>(at, NONE);
}
