/**
 * Finds out by running it whether a pattern does what its file claims. Nothing here believes the file: each function
 * answers what the universe did, and the tests compare.
 */

import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { createUniverse } from "../../engine/algorithms/load.ts";
import { placePattern, universeRuleFor } from "../../engine/algorithms/patterns.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import type { Rect } from "../../engine/core/rect.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { RunsBuilder, runsBounds, runsPopulation, translateRuns } from "../../engine/core/runs.ts";
import type { GrowthClass } from "../../renderer/library/facts.ts";
import { equalRuns } from "./runs.ts";

type Shift = readonly [number, number];

/** The pattern in a universe of its own; dispose it. */
export async function run(pattern: Pattern): Promise<Universe> {
  const { rule, topology } = universeRuleFor(pattern);
  const { cells } = placePattern(pattern, topology);
  return (await createUniverse({ rule, topology, cells, generation: pattern.generation }, {})).universe;
}

async function advance(universe: Universe, generation: number): Promise<void> {
  await universe.step(BigInt(generation));
}

/** Primes that divide n. A pattern with a smaller period has one that divides n / p for one of them. */
export function primeFactors(n: number): readonly number[] {
  const primes: number[] = [];
  let rest = n;
  for (let p = 2; p * p <= rest; p++) {
    if (rest % p) continue;
    primes.push(p);
    while (rest % p === 0) rest /= p;
  }
  return rest > 1 ? [...primes, rest] : primes;
}

function moved(cells: Runs, [dx, dy]: Shift): Runs {
  return translateRuns(cells, BigInt(dx), BigInt(dy));
}

/** Whether the cells are back after `period` generations, moved by the displacement, and not any earlier. */
export async function returns(pattern: Pattern, period: number, [dx, dy]: Shift): Promise<boolean> {
  const universe = await run(pattern);
  try {
    const start = await universe.readRuns();
    for (const prime of primeFactors(period).toReversed()) {
      if (dx % prime || dy % prime) continue;
      await advance(universe, period / prime);
      const sooner: Shift = [dx / prime, dy / prime];
      if (equalRuns(await universe.readRuns(), moved(start, sooner))) return false;
    }
    await advance(universe, period);
    return equalRuns(await universe.readRuns(), moved(start, [dx, dy]));
  } finally {
    universe.dispose();
  }
}

/** How far around the pattern's own box its work is looked at. */
const MARGIN = 10n;

/**
 * Whether a gun or a puffer repeats from `settled` on: its own box with some cells around it, and as much of the trail behind
 * it as it leaves in a period, hold the same cells after one and two periods, seen from where it is by then.
 */
export async function engineReturns(
  pattern: Pattern,
  period: number,
  [dx, dy]: Shift,
  settled: number,
): Promise<boolean> {
  const universe = await run(pattern);
  try {
    const start = await universe.readRuns();
    const box = runsBounds(start) as Rect;
    const margin: Rect = {
      x: box.x - MARGIN - BigInt(Math.max(dx, 0)),
      y: box.y - MARGIN - BigInt(Math.max(dy, 0)),
      w: box.w + 2n * MARGIN + BigInt(Math.abs(dx)),
      h: box.h + 2n * MARGIN + BigInt(Math.abs(dy)),
    };
    const around = async (turn: number): Promise<Runs> => {
      await advance(universe, turn * period);
      const x = dx * turn;
      const y = dy * turn;
      return moved(await universe.readRuns({ ...margin, x: margin.x + BigInt(x), y: margin.y + BigInt(y) }), [
        -x,
        -y,
      ]);
    };
    const first = Math.ceil(settled / period);
    const before = await around(first);
    // Empty space repeats too: whoever looks in the wrong place finds next to nothing there.
    if (runsPopulation(before) < runsPopulation(start) / 2n) return false;
    if (!equalRuns(await around(first + 1), before)) return false;
    return equalRuns(await around(first + 2), before);
  } finally {
    universe.dispose();
  }
}

/** Populations at the given generations (ascending). */
export async function populations(pattern: Pattern, generations: readonly number[]): Promise<number[]> {
  const universe = await run(pattern);
  try {
    const counts: number[] = [];
    for (const generation of generations) {
      await advance(universe, generation);
      counts.push(Number(await universe.population()));
    }
    return counts;
  } finally {
    universe.dispose();
  }
}

/** Ash of period 1, 2, 3, 5, 15 and ships of period 4 are all back after 60 generations. */
const CYCLE = 60;
/** How many cycles later the pattern is looked at again. */
const CYCLES = 25;

/**
 * The first generation at which the pattern has settled, given as a claim: it holds if the pattern has settled then and
 * had not one generation before.
 *
 * Settled means that nothing left will ever meet anything else: a moment in which the population happens to repeat is not
 * enough. So the cells are compared with what they must have been if it were true. 1500 generations later each separate
 * object is run alone for 60 generations, which tells whether it stays or how far it flies; moved back along its flight
 * for 1500 generations it lies where it lay when the last collision was over. If all of them together are exactly the cells
 * of the claimed generation, the claim is right.
 */
export async function settlesAt(pattern: Pattern, lifespan: number): Promise<boolean> {
  const universe = await run(pattern);
  // Nothing flies away on a bounded grid, nor from the wires and arrows of rules of many states.
  const flies = universe.topology.kind === "unbounded" && universe.rule.states === 2;
  try {
    const at = async (generation: number): Promise<Runs> => {
      await advance(universe, generation);
      return universe.readRuns();
    };
    const before = await at(lifespan - 1);
    const then = await at(lifespan);
    const laterBefore = await at(lifespan - 1 + CYCLE * CYCLES);
    const later = await at(lifespan + CYCLE * CYCLES);
    const back = async (cells: Runs): Promise<Runs> => (flies ? flownBack(pattern, cells) : cells);
    if (runsPopulation(later) === 0n) return runsPopulation(then) === 0n && runsPopulation(before) > 0n;
    return equalRuns(await back(later), then) && !equalRuns(await back(laterBefore), before);
  } finally {
    universe.dispose();
  }
}

async function flownBack(pattern: Pattern, cells: Runs): Promise<Runs> {
  const flights = new Map<string, Shift>();
  const all: (readonly [number, number])[] = [];
  for (const object of objectsOf(cellsOf(cells))) {
    const left = Math.min(...object.map(([x]) => x));
    const top = object[0][1];
    const shape = object.map(([x, y]) => [x - left, y - top] as const);
    const key = shape.join(";");
    const flight = flights.get(key) ?? (await flightOf(pattern, runsOf(shape)));
    flights.set(key, flight);
    for (const [x, y] of object) all.push([x - flight[0] * CYCLES, y - flight[1] * CYCLES]);
  }
  return runsOf(all);
}

/** How far an object of its own is after 60 generations; (0, 0) for what is not the same again, which then shows. */
async function flightOf(pattern: Pattern, cells: Runs): Promise<Shift> {
  const universe = await run({ ...pattern, cells, generation: 0n, positioned: true });
  try {
    await advance(universe, CYCLE);
    const now = await universe.readRuns();
    const from = runsBounds(cells);
    const to = runsBounds(now);
    if (!from || !to) return [0, 0];
    const shift: Shift = [Number(to.x - from.x), Number(to.y - from.y)];
    return equalRuns(moved(cells, shift), now) ? shift : [0, 0];
  } finally {
    universe.dispose();
  }
}

/** Groups of cells that are no further than two columns and rows from one another, and so may act on each other. */
export function objectsOf(cells: readonly (readonly [number, number])[]): (readonly [number, number])[][] {
  const left = new Map(cells.map((cell) => [String(cell), cell]));
  const objects: (readonly [number, number])[][] = [];
  for (const cell of cells) {
    if (!left.delete(String(cell))) continue;
    const object = [cell];
    for (const [x, y] of object) {
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) {
          const key = `${x + dx},${y + dy}`;
          const near = left.get(key);
          if (near && left.delete(key)) object.push(near);
        }
      }
    }
    objects.push(object.sort((a, b) => a[1] - b[1] || a[0] - b[0]));
  }
  return objects;
}

export function runsOf(cells: readonly (readonly [number, number])[]): Runs {
  const out = new RunsBuilder();
  for (const [x, y] of cells) out.add(x, y, 1);
  return out.build(0n, 0n);
}

/**
 * Whether the population gains the same number of cells in each stretch of `lag` generations from `settled` on, or, for
 * growth in two directions, whether that gain itself grows evenly. Looked at in several phases.
 */
export async function gainsEvenly(
  pattern: Pattern,
  lag: number,
  growth: GrowthClass,
  settled: number,
): Promise<boolean> {
  const order = growth === "linear" ? 1 : 2;
  const phases = Math.min(lag, 12);
  const steps = 3 + order;
  const generations = Array.from({ length: steps * phases }, (_, i) => {
    return settled + Math.floor(i / phases) * lag + (i % phases);
  });
  const counts = await populations(pattern, generations);
  for (let phase = 0; phase < phases; phase++) {
    let series = Array.from({ length: steps }, (_, k) => counts[k * phases + phase]);
    for (let n = 0; n < order; n++) series = series.slice(1).map((count, i) => count - series[i]);
    if (series[0] <= 0 || series.some((gain) => gain !== series[0])) return false;
  }
  return true;
}

/** By what the population is multiplied when the time doubles, twice: 4 for growth in two directions. */
export async function growthOnDoubling(pattern: Pattern, first: number): Promise<number[]> {
  const [a, b, c] = await populations(pattern, [first, 2 * first, 4 * first]);
  return [b / a, c / b];
}

/** Whether the cells at that generation are so many copies of the first ones, none touching another's cells. */
export async function becomesCopies(pattern: Pattern, generation: number, copies: number): Promise<boolean> {
  const universe = await run(pattern);
  try {
    const start = cellsOf(await universe.readRuns());
    await advance(universe, generation);
    const left = new Set(cellsOf(await universe.readRuns()).map(String));
    let found = 0;
    // In reading order the first cell that is left belongs to a copy whose own first cell it is.
    for (const [x, y] of cellsOf(await universe.readRuns())) {
      if (!left.has(String([x, y]))) continue;
      const [firstX, firstY] = start[0];
      for (const [sx, sy] of start) {
        if (!left.delete(String([sx + x - firstX, sy + y - firstY]))) return false;
      }
      found++;
    }
    return found === copies;
  } finally {
    universe.dispose();
  }
}

/** Absolute cells in reading order. */
export function cellsOf(runs: Runs): [number, number][] {
  const cells: [number, number][] = [];
  const { rows, starts, spans } = runs;
  for (let r = 0; r < rows.length; r++) {
    for (let i = starts[r]; i < starts[r + 1]; i++) {
      for (let k = 0; k < spans[i * 2 + 1]; k++) {
        cells.push([Number(runs.x) + spans[i * 2] + k, Number(runs.y) + rows[r]]);
      }
    }
  }
  return cells;
}
