/*
 * Step after step: the root before a step and after it, and many steps in one call.
 *
 * Before a step the root needs an empty border, so that nothing reaches beyond its result (`pad`); after it, borders that
 * are wider than the next step needs are cut off (`trim`). Short steps of a large universe change little, and what the host
 * does for each would be a good part of the whole: `run` therefore goes on with further steps by itself, as long as there is
 * fuel and room. Whatever is unusual (no room, nothing alive, a very high root) it leaves to the host, between two steps.
 */

import { begin, FINISHED, getAnswer, getLeft, getRootLevel, MARGIN, run as compute } from "./_hashlife-rows";
import { MAX_LEVEL } from "./_hashlife-memory";
import { child, getRoom, node } from "./_hashlife-table";

let square: u32 = 0;
let steps: u32 = 0;

/** What `pad` or `trim` made; after `run` the root whose result it is at, or was at last. */
export function getSquare(): u32 { return square; }

/** How many steps the last `run` completed beside the one that it was given. */
export function getSteps(): u32 { return steps; }

/** Adds empty borders until the level is `least` or more and all cells lie in the middle quarter; returns the level. */
export function pad(n: u32, level: u32, least: u32): u32 {
  while (level < least || !isPadded(n)) {
    n = node(
      node(0, 0, 0, child(n, 0)), node(0, 0, child(n, 1), 0),
      node(0, child(n, 2), 0, 0), node(child(n, 3), 0, 0, 0),
    );
    level++;
  }
  square = n;
  return level;
}

/** Cuts empty borders off while the level is above `least` and what remains is padded still; returns the level. */
export function trim(n: u32, level: u32, least: u32): u32 {
  while (level > least && isPaddedTwice(n)) {
    n = node(child(child(n, 0), 3), child(child(n, 1), 2), child(child(n, 2), 1), child(child(n, 3), 0));
    level--;
  }
  square = n;
  return level;
}

/** Whether child k is the only one that may hold cells. */
@inline
function onlyHas(n: u32, k: u32): bool {
  return !((k != 0 && child(n, 0)) || (k != 1 && child(n, 1)) || (k != 2 && child(n, 2)) || (k != 3 && child(n, 3)));
}

/** Whether of the 8 x 8 squares that a node consists of only the middle four hold cells. */
function isPadded(n: u32): bool {
  for (let k: u32 = 0; k < 4; k++) {
    const quarter = child(n, k);
    if (!onlyHas(quarter, 3 - k) || !onlyHas(child(quarter, 3 - k), 3 - k)) return false;
  }
  return true;
}

/** The same of 16 x 16 squares, of a node of level 8 or more. */
function isPaddedTwice(n: u32): bool {
  if (!isPadded(n)) return false;
  for (let k: u32 = 0; k < 4; k++) {
    if (!onlyHas(child(child(child(n, k), 3 - k), 3 - k), 3 - k)) return false;
  }
  return true;
}

/**
 * Goes on with what `begin` began, for at most `fuel` rounds, and when that is finished with up to `more` steps of the same
 * length, whose roots have at least the level `least` and are `full` results on the level of that name. Answers as
 * `_hashlife-rows` does, of the step that it is at; getSteps() says how many came before.
 */
export function run(fuel: i32, more: u32, least: u32, full: u32): u32 {
  steps = 0;
  while (true) {
    const outcome = compute(fuel);
    if (outcome != FINISHED || steps == more) return outcome;
    const root = getAnswer();
    const level = getRootLevel() - 1;
    // Trimming takes a slot a level, padding five for each that it adds: four, or up to the least.
    const needed = MARGIN + i32(level) + 5 * max(4, i32(least) - i32(level) + 4);
    if (!root || level > MAX_LEVEL - 64 || getRoom() < needed) return outcome;
    const trimmed = trim(root, level, least);
    const padded = pad(square, trimmed, least);
    begin(square, padded, padded == full ? 0 : 1);
    fuel = getLeft();
    steps++;
  }
}
