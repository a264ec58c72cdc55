/**
 * The rules under which a pattern runs through the same generations. A running pattern uses only some digits of its rule: a
 * glider in Life never gives a dead cell seven live neighbours, so it does not depend on B7. This file records each digit that
 * the pattern uses and whether the rule has it. Exactly the rules that agree in these digits run the pattern the same way.
 * The other digits are free, so the rules are a power of two in number, from the one with the fewest digits to the one with
 * the most.
 *
 * The cells are a set, and each generation counts the neighbours of live cells only. Empty space costs nothing, and rules
 * with B0, which fill it, are refused.
 */

import { popcount32 } from "../core/block.ts";
import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { Runs } from "../core/runs.ts";
import { forEachRun } from "../core/runs.ts";
import type { OuterTotalistic } from "./outer-totalistic.ts";
import { countsOf, outerTotalistic, outerTotalisticRule } from "./outer-totalistic.ts";
import type { Neighbourhood, Rule } from "./rule.ts";
import { NEIGHBOURS, neighbourCount } from "./rule.ts";

/** Digits that a rule must have and must not have, as masks. */
export interface Demand {
  readonly in: number;
  readonly out: number;
}

export interface RuleRange {
  readonly neighbourhood: Neighbourhood;
  readonly birth: Demand;
  readonly survival: Demand;
  /** Generations for which the pattern ran. */
  readonly generations: number;
  /** Generations until the pattern came back, perhaps elsewhere: then the rules hold for ever. null if it did not. */
  readonly period: number | null;
  /** Its displacement by then. */
  readonly shift: { readonly dx: number; readonly dy: number };
}

export interface RuleRangeWish {
  /** The most generations to run. Default 256. */
  readonly generations?: number;
}

const USUAL_GENERATIONS = 256;
/** Cells times generations. */
const MOST_WORK = 4_000_000;
export const MOST_CELLS = 20_000;
/** The cells lie on a square of this side, which no pattern leaves within so few generations. */
const SPAN = 2 ** 25;

/**
 * Yields after each generation, so that the caller can do other work. Errors: `bad-argument` for no cells, `too-large`
 * for too many or too far apart, `unsupported-rule` for B0 and for other forms.
 */
export function* ruleRangeSteps(
  cells: Runs,
  rule: Rule,
  { generations = USUAL_GENERATIONS }: RuleRangeWish = {},
): Generator<void, RuleRange> {
  const counts = countsOf(rule, "The search for rules in which a pattern does the same");
  const { neighbourhood } = counts;
  if (counts.birth & 1) {
    throw new TessellaError(
      "unsupported-rule",
      "Under a rule with B0 all of empty space takes part, so a pattern by itself has no range of rules.",
    );
  }
  const steps = NEIGHBOURS[neighbourhood].map(([dx, dy]) => dy * SPAN + dx);
  const asked = { birth: { in: 0, out: 1 }, survival: { in: 0, out: 0 } };
  const first = keysOf(cells);
  const shape = shapeOf(first);
  let live = first;
  let done = 0;
  let work = 0;
  let period: number | null = null;
  let shift = { dx: 0, dy: 0 };
  while (done < generations && work < MOST_WORK && live.size > 0) {
    live = next(live, steps, counts, asked);
    work += live.size + 1;
    done++;
    if (live.size === first.size && shapeOf(live) === shape) {
      period = done;
      shift = between(first, live);
      break;
    }
    yield;
  }
  return { neighbourhood, birth: asked.birth, survival: asked.survival, generations: done, period, shift };
}

/** Whether the pattern does the same under that rule. */
export function inRange(range: Pick<RuleRange, "neighbourhood" | "birth" | "survival">, rule: Rule): boolean {
  const counts = outerTotalistic(rule);
  if (counts?.neighbourhood !== range.neighbourhood) return false;
  const fits = (mask: number, { in: must, out }: Demand): boolean =>
    (mask & must) === must && (mask & out) === 0;
  return fits(counts.birth, range.birth) && fits(counts.survival, range.survival);
}

/** The rules with the fewest and the most digits, and the number of all rules in the range. */
export function rangeEnds(range: RuleRange): {
  readonly least: Rule;
  readonly most: Rule;
  readonly count: number;
} {
  const { neighbourhood, birth, survival } = range;
  const all = (1 << (neighbourCount(neighbourhood) + 1)) - 1;
  const free = popcount32(all & ~birth.in & ~birth.out) + popcount32(all & ~survival.in & ~survival.out);
  return {
    least: outerTotalisticRule({ neighbourhood, birth: birth.in, survival: survival.in }),
    most: outerTotalisticRule({ neighbourhood, birth: all & ~birth.out, survival: all & ~survival.out }),
    count: 2 ** free,
  };
}

type Asked = Record<"birth" | "survival", { in: number; out: number }>;

/** One generation. Records the digits that it uses in `asked`. */
function next(
  live: ReadonlySet<number>,
  steps: readonly number[],
  rule: OuterTotalistic,
  asked: Asked,
): Set<number> {
  const counts = new Map<number, number>();
  for (const cell of live) {
    if (!counts.has(cell)) counts.set(cell, 0);
    for (const step of steps) counts.set(cell + step, (counts.get(cell + step) ?? 0) + 1);
  }
  const after = new Set<number>();
  for (const [cell, count] of counts) {
    const part = live.has(cell) ? "survival" : "birth";
    const bit = 1 << count;
    const alive = (rule[part] & bit) !== 0;
    if (alive) after.add(cell);
    asked[part][alive ? "in" : "out"] |= bit;
  }
  return after;
}

function keysOf(cells: Runs): Set<number> {
  const keys = new Set<number>();
  const tooLarge = (sentence: string): TessellaError =>
    new TessellaError("too-large", sentence, { hint: "Select a smaller part of it." });
  const middle = (SPAN / 2) * SPAN + SPAN / 2;
  let left = 0;
  let top = 0;
  forEachRun(cells, (x, y, length) => {
    if (keys.size === 0) {
      left = x;
      top = y;
    }
    if (keys.size + length > MOST_CELLS)
      throw tooLarge(`A pattern of more than ${grouped(MOST_CELLS)} cells is not followed through rules.`);
    if (Math.abs(x - left) + length > SPAN / 4 || Math.abs(y - top) > SPAN / 4)
      throw tooLarge("Cells that lie millions of cells apart are not followed through rules.");
    for (let i = 0; i < length; i++) keys.add(middle + (y - top) * SPAN + (x - left) + i);
  });
  if (keys.size === 0) {
    throw new TessellaError("bad-argument", "There are no live cells to be followed.", {
      hint: "Select some.",
    });
  }
  return keys;
}

/** The same for the same cells anywhere. */
function shapeOf(keys: ReadonlySet<number>): string {
  const sorted = Float64Array.from(keys).sort();
  const first = sorted[0] as number;
  return sorted.map((key) => key - first).join();
}

/** From the first cell, in reading order, of one to that of the other. */
function between(
  from: ReadonlySet<number>,
  to: ReadonlySet<number>,
): { readonly dx: number; readonly dy: number } {
  const by = leastOf(to) - leastOf(from);
  const dy = Math.round(by / SPAN);
  return { dx: by - dy * SPAN, dy };
}

function leastOf(keys: ReadonlySet<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const key of keys) if (key < least) least = key;
  return least;
}
