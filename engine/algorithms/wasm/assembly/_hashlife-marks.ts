/*
 * The marking half of a collection (_hashlife-collect.ts): the stack of marked nodes whose children are not marked
 * yet.
 */

import { BUSY, FULL, MARK_STACK, PART } from "./_hashlife-memory";
import { child, setMark } from "./_hashlife-table";

const LEAF_LEVEL: u32 = 4;

let top: u32 = MARK_STACK;

export function clearMarkStack(): void { top = MARK_STACK; }

/**
 * Marks a square of that level; skips the placeholder of an unknown result. Where level-4 squares have slots below them, levels count
 * by as many more (`slotsBelow` in _hashlife-planes.ts).
 */
export function mark(n: u32, level: u32): void {
  if (!n || n >= BUSY || !setMark(n) || level == LEAF_LEVEL) return;
  store<u32>(top, n);
  store<u32>(top, level, 4);
  top += 8;
}

/** Marks downward from up to `most` nodes, through their results too with `results`; 1 while there are more. */
export function markSomeBelow(most: i32, results: bool): u32 {
  while (top > MARK_STACK) {
    if (--most < 0) return 1;
    top -= 8;
    const n = load<u32>(top);
    const below = load<u32>(top, 4) - 1;
    mark(child(n, 0), below);
    mark(child(n, 1), below);
    mark(child(n, 2), below);
    mark(child(n, 3), below);
    if (results) {
      mark(load<u32>(n, FULL), below);
      mark(load<u32>(n, PART), below);
    }
  }
  return 0;
}
