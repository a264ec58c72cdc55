/**
 * In which rules does a pattern do the same? While it runs, a pattern asks its rule only some of the questions that the
 * rule has answers to: is a dead cell with n live neighbours born, does a live one stay? A glider in Life never makes a dead cell
 * count seven neighbours, so B7 may be or not be. Noting down every question that comes up, and the answer, gives the
 * exact set of rules in which the pattern runs through the same generations: those that give the same answers. The other
 * digits are free, so a pattern works in a power of two of rules, from one with as few digits as possible to one with
 * as many.
 *
 * Cells are kept as a set, and each generation counts the neighbours of live cells only; so empty space, whatever its extent,
 * costs nothing, and rules with B0, in which it is not empty, are refused.
 */

import { popcount32 } from "../core/block.ts";
import { TessellaError } from "../core/errors.ts";
import type { Runs } from "../core/runs.ts";
import { forEachRun } from "../core/runs.ts";
import type { OuterTotalistic } from "./outer-totalistic.ts";
import { countsOf, outerTotalistic, outerTotalisticRule } from "./outer-totalistic.ts";
import type { Neighbourhood, Rule } from "./rule.ts";
import { NEIGHBOURS, neighbourCount } from "./rule.ts";

/** Digits that a rule has to have, and those that it must not have, as masks. */
export interface Demand {
  readonly in: number;
  readonly out: number;
}

export interface RuleRange {
  readonly neighbourhood: Neighbourhood;
  readonly birth: Demand;
  readonly survival: Demand;
  /** Generations through which the pattern was followed. */
  readonly generations: number;
  /** After which it was as in the beginning, perhaps elsewhere; then the rules hold for ever. null where it was not. */
  readonly period: number | null;
  /** How far it has moved by then. */
  readonly shift: { readonly dx: number; readonly dy: number };
}

export interface RuleRangeWish {
  /** To be followed no further. Default 256. */
  readonly generations?: number;
}

const USUAL_GENERATIONS = 256;
/** Cells times generations. */
const MOST_WORK = 4_000_000;
export const MOST_CELLS = 20_000;
/** Cells lie on a square of this side; no pattern that is followed so short a way gets out of it. */
const SPAN = 2 ** 25;

/**
 * Generation by generation, for whoever has other things to do in between. Errors: `bad-argument` for no cells, `too-large`
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

/** The rule with the fewest digits and the one with the most, and how many there are from one to the other. */
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

/** One generation, with every question that it asked written down. */
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
      throw tooLarge(`A pattern of more than ${MOST_CELLS} cells is not followed through rules.`);
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
