/*
 * Step after step: the root before a step and after it, and many steps in one call.
 *
 * Before a step the root needs an empty border, so that nothing reaches beyond its result (`pad`); after it, `trim`
 * cuts off borders wider than the next step needs. Short steps of a large universe change little, and the host's work
 * for each would be a good part of the whole. `run` therefore continues with further steps by itself, as long as
 * there is fuel and room. Unusual cases (no room, nothing alive, a very high root) go back to the host, between two
 * steps.
 */

import { begin, FINISHED, getLeft, getRootLevel, run as compute } from "./_hashlife-compute";
import { endHelp, letHelp } from "./_hashlife-help";
import { getMargin, isAlone, MAX_LEVEL } from "./_hashlife-memory";
import { getAnswer } from "./_hashlife-rows";
import { child, getRoom, node } from "./_hashlife-table";

let square: u32 = 0;
let steps: u32 = 0;

/** The square that `pad` or `trim` made; after `run` the root whose result is under way or was computed last. */
export function getSquare(): u32 { return square; }

/** The number of steps that the last `run` completed besides the given one. */
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

/** Cuts off empty borders while the level is above `least` and the rest is still padded; returns the level. */
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

/** Whether only the middle four of a node's 8 x 8 parts hold cells. */
function isPadded(n: u32): bool {
  for (let k: u32 = 0; k < 4; k++) {
    const quarter = child(n, k);
    if (!onlyHas(quarter, 3 - k) || !onlyHas(child(quarter, 3 - k), 3 - k)) return false;
  }
  return true;
}

/** The same for 16 x 16 parts, in a node of level 8 or more. */
function isPaddedTwice(n: u32): bool {
  if (!isPadded(n)) return false;
  for (let k: u32 = 0; k < 4; k++) {
    if (!onlyHas(child(child(child(n, k), 3 - k), 3 - k), 3 - k)) return false;
  }
  return true;
}

/**
 * Continues what `begin` began, for at most `fuel` rounds. When that is finished, it goes on with up to `more` steps
 * of the same length, whose roots have at least the level `least` and are `full` results on the level of that name.
 * Returns the same codes as `_hashlife-compute`, for the step under way; getSteps() says how many came before.
 */
export function run(fuel: i32, more: u32, least: u32, full: u32): u32 {
  if (!ASC_FEATURE_THREADS || isAlone()) return runSteps(fuel, more, least, full);
  letHelp();
  const outcome = runSteps(fuel, more, least, full);
  endHelp();
  return outcome;
}

function runSteps(fuel: i32, more: u32, least: u32, full: u32): u32 {
  steps = 0;
  while (true) {
    const outcome = compute(fuel);
    if (outcome != FINISHED || steps == more) return outcome;
    const root = getAnswer();
    const level = getRootLevel() - 1;
    // Trimming takes a slot per level; padding takes five for each level that it adds: four, or up to the least.
    const needed = getMargin() + i32(level) + 5 * max(4, i32(least) - i32(level) + 4);
    if (!root || level > MAX_LEVEL - 64 || getRoom() < needed) return outcome;
    const trimmed = trim(root, level, least);
    const padded = pad(square, trimmed, least);
    begin(square, padded, padded == full ? 0 : 1);
    fuel = getLeft();
    steps++;
  }
}
