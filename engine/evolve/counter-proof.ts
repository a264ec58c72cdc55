/**
 * The best counters, proved: every map is counted by how well it counts from a start. The fitness is 1 (the start counts) and
 * one for each t in 1 .. values - 1 at which the map has reached (start + t) mod values.
 *
 * Maps are not tried one by one. A run from the start asks for few entries of the tables, so the search decides an entry when
 * a run first consults it; what a run has never consulted is free, and a run that has ended stands for 2^free maps. The
 * 4,294,967,296 cyclic maps of four cells are some 6 million decisions a start.
 *
 * Starts that differ in the highest bit are alike: turning cell 1 over in every value makes a map of each map, and adding half
 * of the values does the same to the numbers. So half of the starts are searched.
 */

import { popcount32 } from "../core/block.ts";
import { TessellaError } from "../core/errors.ts";
import type { CounterEnds, CounterMaps } from "./counter-maps.ts";
import { counterMaps, mapRules } from "./counter-maps.ts";
import type { CountedPiece, Proof } from "./proof.ts";

export interface CounterQuestion {
  readonly task: "counter";
  readonly cells: number;
  readonly boundary: CounterEnds;
  readonly starts: readonly number[];
}

/** What is known of one start. */
export interface StartResult {
  readonly start: number;
  /** The highest fitness that a map has, and how many have it. */
  readonly best: number;
  readonly optimal: number;
  readonly mapsByFitness: readonly number[];
  /** The values that the best maps run through, `values` of them joined by dashes; maps may share one. */
  readonly sequences: readonly string[];
  /** The best maps, each as Wolfram's numbers, one a cell. */
  readonly rules: readonly (readonly number[])[];
}

/** Counts the maps that lead from the start to this first successor, by fitness 0 .. values. Takes up to some 100 ms. */
function countMaps(maps: CounterMaps, start: number, first: number): number[] {
  const { values, entries, consulted, chosen, entryOf } = maps;
  const [of1, of2, of4, of8] = entryOf;
  const counts = new Float64Array(values + 1);
  const wrap = values - 1;
  const last = values - 1;

  // `value` is reached at time t; `known` are the entries that are decided, `map` those of them that are 1.
  const follow = (value: number, t: number, known: number, map: number, fitness: number): void => {
    let [v, time, matches] = [value, t, fitness];
    for (;;) {
      // Each cell's entry, moved to the place of the cell's bit; undecided entries are 0.
      const next =
        ((map >>> of1[v]) & 1) |
        (((map >>> of2[v]) & 1) << 1) |
        (((map >>> of4[v]) & 1) << 2) |
        (((map >>> of8[v]) & 1) << 3);
      const counted = (start + time + 1) & wrap;
      const open = consulted[v] & ~known;
      if (open !== 0) {
        branch(v, time, known, map, matches, next, counted);
        return;
      }
      if (next === counted) matches++;
      v = next;
      time++;
      if (time < last) continue;
      counts[matches] += 2 ** (entries - popcount32(known));
      return;
    }
  };

  // The value consults entries that are not decided: each way of deciding them is followed.
  const branch = (
    value: number,
    t: number,
    known: number,
    map: number,
    fitness: number,
    least: number,
    counted: number,
  ): void => {
    const consults = consulted[value];
    const open = consults & ~known;
    const row = value * values;
    if (t === last - 1) {
      // Of the maps that are left, a part reaches the value that is counted.
      const all = 2 ** (entries - popcount32(known));
      const possible = ((chosen[row + counted] ^ map) & consults & known) === 0;
      const hits = possible ? all / 2 ** popcount32(open) : 0;
      counts[fitness + 1] += hits;
      counts[fitness] += all - hits;
      return;
    }
    const openBits =
      ((open >>> of1[value]) & 1) |
      (((open >>> of2[value]) & 1) << 1) |
      (((open >>> of4[value]) & 1) << 2) |
      (((open >>> of8[value]) & 1) << 3);
    for (let bits = openBits; ; bits = (bits - 1) & openBits) {
      const next = least | bits;
      follow(
        next,
        t + 1,
        known | consults,
        map | chosen[row + next],
        next === counted ? fitness + 1 : fitness,
      );
      if (bits === 0) return;
    }
  };

  const matches = first === ((start + 1) & wrap) ? 2 : 1;
  follow(first, 1, consulted[start], chosen[start * values + first], matches);
  return Array.from(counts);
}

/** The best maps from a start, which lead to these first successors; `best` is their fitness, the highest that there is. */
function bestMaps(
  maps: CounterMaps,
  start: number,
  firsts: readonly number[],
  best: number,
): { readonly sequences: string[]; readonly rules: number[][] } {
  const { values, entries, consulted, chosen } = maps;
  const all = Array.from({ length: values }, (_, value) => value);
  const sequences = new Set<string>();
  const found: number[] = [];
  const path = [start];
  const follow = (known: number, map: number, fitness: number): void => {
    const t = path.length - 1;
    if (t === values - 1) {
      sequences.add(path.join("-"));
      for (const whole of completions(known, map, entries)) found.push(whole);
      return;
    }
    const value = path[t];
    const consults = consulted[value];
    for (const next of t === 0 ? firsts : all) {
      const choice = chosen[value * values + next];
      if (((choice ^ map) & consults & known) !== 0) continue;
      const matches = fitness + (next === (start + t + 1) % values ? 1 : 0);
      // Even if every value that is still to come were right.
      if (matches + values - 2 - t < best) continue;
      path.push(next);
      follow(known | consults, map | choice, matches);
      path.pop();
    }
  };
  follow(0, 0, 1);
  return { sequences: [...sequences], rules: found.map((map) => mapRules(maps, map)) };
}

/** The map with every choice of the entries that are not known. */
function* completions(known: number, map: number, entries: number): Iterable<number> {
  const free: number[] = [];
  for (let i = 0; i < entries; i++) if (((known >>> i) & 1) === 0) free.push(i);
  for (let choice = 0; choice < 2 ** free.length; choice++)
    yield free.reduce((all, entry, i) => all | (((choice >>> i) & 1) << entry), map);
}

/** A piece is a start with its first successor; its counts are maps by fitness. Errors: `bad-argument`. */
export function counterProof(question: CounterQuestion): Proof<CounterQuestion> {
  const maps = counterMaps(question.cells, question.boundary);
  const { values, entries } = maps;
  const wrong = question.starts.find((start) => !(Number.isInteger(start) && start >= 0 && start < values));
  if (wrong !== undefined)
    throw new TessellaError(
      "bad-argument",
      `${question.cells} cells count from 0 to ${values - 1}; they cannot start at ${wrong}.`,
    );
  const searched = [...new Set(question.starts.map((start) => start % (values / 2)))].sort((a, b) => a - b);
  const firsts = Array.from({ length: values }, (_, first) => first);
  return {
    question,
    pieces: searched.flatMap((start) => firsts.map((first) => ({ start, first }))),
    counts: values + 1,
    // Each first successor leaves as many maps as any other.
    sum: 2 ** entries / values,
    count: ({ start, first }) => countMaps(maps, start, first),
  };
}

/** What all pieces say together, a start after the other. */
export function counterResults(
  { cells, boundary, starts }: CounterQuestion,
  pieces: readonly CountedPiece[],
): readonly StartResult[] {
  const maps = counterMaps(cells, boundary);
  return starts.map((start) => startResult(maps, start, pieces));
}

function startResult(maps: CounterMaps, start: number, pieces: readonly CountedPiece[]): StartResult {
  const { values } = maps;
  const turned = start < values / 2 ? 0 : values / 2;
  const own = pieces.filter(({ label }) => label.start === start - turned);
  const mapsByFitness = new Array<number>(values + 1).fill(0);
  for (const { counts } of own)
    counts.forEach((count, fitness) => {
      mapsByFitness[fitness] += count;
    });
  const best = mapsByFitness.findLastIndex((count) => count > 0);
  const firsts = own.filter(({ counts }) => counts[best] > 0).map(({ label }) => label.first ^ turned);
  return { start, best, optimal: mapsByFitness[best], mapsByFitness, ...bestMaps(maps, start, firsts, best) };
}

/**
 * The sequence that the literature prints as the best from 5 (genetic algorithms for cellular automata on graphics cards, 2010).
 * It counts right 11 times, and no map with static ends runs through it.
 */
export const PRINTED_SEQUENCE: readonly number[] = [5, 2, 7, 4, 9, 14, 11, 12, 13, 6, 15, 0, 1, 2, 7, 4];

/** Whether a map runs through these values, one after the other. */
export function canRun({ values, consulted, chosen }: CounterMaps, sequence: readonly number[]): boolean {
  let known = 0;
  let map = 0;
  for (let t = 1; t < sequence.length; t++) {
    const consults = consulted[sequence[t - 1]];
    const choice = chosen[sequence[t - 1] * values + sequence[t]];
    if (((choice ^ map) & consults & known) !== 0) return false;
    known |= consults;
    map |= choice;
  }
  return true;
}
