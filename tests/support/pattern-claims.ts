/**
 * Finds out by running it whether a pattern does what its file claims. Nothing here believes the file: each function
 * answers what the universe did, and the tests compare.
 */

import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { createUniverse } from "../../engine/algorithms/load.ts";
import type { Growth } from "../../renderer/library/facts.ts";
import { placePattern, universeRuleFor } from "../../engine/algorithms/patterns.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import type { Rect } from "../../engine/core/rect.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { equalRuns, RunsBuilder, runsBounds, runsPopulation, translateRuns } from "../../engine/core/runs.ts";

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
      await advance(universe, period / prime);
      const isEarlier = equalRuns(await universe.readRuns(), moved(start, [dx / prime, dy / prime].map(Math.trunc) as unknown as Shift));
      if (isEarlier && dx % prime === 0 && dy % prime === 0) return false;
    }
    await advance(universe, period);
    return equalRuns(await universe.readRuns(), moved(start, [dx, dy]));
  } finally {
    universe.dispose();
  }
}

/**
 * Whether the part of the pattern inside its own box repeats: cells at generation t + period equal those at t, with the box
 * carried along. Its first periods may differ, while what comes out makes its way across the box.
 */
export async function engineReturns(
  pattern: Pattern,
  period: number,
  [dx, dy]: Shift,
  settled: number,
): Promise<boolean> {
  const universe = await run(pattern);
  const box = runsBounds(await universe.readRuns()) as Rect;
  const inBox = async (generation: number): Promise<Runs> => {
    await advance(universe, generation);
    const at: Shift = [(dx * generation) / period, (dy * generation) / period];
    const view = { ...box, x: box.x + BigInt(Math.round(at[0])), y: box.y + BigInt(Math.round(at[1])) };
    return moved(await universe.readRuns(view), [-Math.round(at[0]), -Math.round(at[1])]);
  };
  try {
    const first = Math.ceil(settled / period) * period;
    const before = await inBox(first);
    for (const prime of primeFactors(period).toReversed()) {
      const sooner = period / prime;
      if (dx % prime || dy % prime) continue;
      if (equalRuns(await inBox(first + sooner), before)) return false;
    }
    return equalRuns(await inBox(first + period), before) && equalRuns(await inBox(first + 2 * period), before);
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
  const isUnbounded = universe.topology.kind === "unbounded";
  try {
    const at = async (generation: number): Promise<Runs> => {
      await advance(universe, generation);
      return universe.readRuns();
    };
    const before = await at(lifespan - 1);
    const then = await at(lifespan);
    const laterBefore = await at(lifespan - 1 + CYCLE * CYCLES);
    const later = await at(lifespan + CYCLE * CYCLES);
    // On a bounded grid nothing flies away, and an object may be joined to itself over the edge.
    const back = async (cells: Runs): Promise<Runs> => (isUnbounded ? flownBack(pattern, cells) : cells);
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
 * Whether the population gains the same number of cells in each period once things have settled, or, for growth in two
 * directions, that gain itself grows by the same number; and whether no shorter period does as well.
 */
export async function gainsEvenly(
  pattern: Pattern,
  period: number,
  growth: Growth,
  settled: number,
): Promise<boolean> {
  const order = growth === "linear" ? 1 : 2;
  const phases = Math.min(period, 12);
  const isEven = (counts: ReadonlyMap<number, number>, lag: number, needed: number): boolean => {
    for (let phase = 0; phase < phases; phase++) {
      let series = Array.from({ length: needed }, (_, k) => counts.get(settled + phase + k * lag) as number);
      for (let n = 0; n < order; n++) series = series.slice(1).map((count, i) => count - series[i]);
      if (series[0] <= 0 || series.some((gain) => gain !== series[0])) return false;
    }
    return true;
  };
  const lags = [period, ...primeFactors(period).map((prime) => period / prime)];
  const samples = (lag: number): number => (lag === period ? 3 + order : Math.min(6, 2 * (period / lag)) + order);
  const wanted = new Set<number>();
  for (const lag of lags) {
    for (let phase = 0; phase < phases; phase++) {
      for (let k = 0; k < samples(lag); k++) wanted.add(settled + phase + k * lag);
    }
  }
  const generations = [...wanted].sort((a, b) => a - b);
  const counted = await populations(pattern, generations);
  const counts = new Map(generations.map((t, i) => [t, counted[i]]));
  return lags.every((lag) => isEven(counts, lag, samples(lag)) === (lag === period));
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
