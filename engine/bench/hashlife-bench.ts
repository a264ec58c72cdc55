/**
 * HashLife beside Golly's, case by case. Each run is a process of its own that the caller starts and measures; this
 * file holds their order and the evaluation of their figures.
 *
 * A case has up to three contenders: `stepped` takes the case's steps one after the other, as Golly's command line
 * does, `leap` goes to the end in one step, and `golly` is bgolly with the same steps. They take turns, round after
 * round, so that a machine whose speed drifts slows all of them, and a ratio is the median of the ratios within each
 * round.
 */

import type { HashLifeCase } from "./hashlife-cases.ts";
import { geometricMean, median } from "./statistics.ts";

export const OURS = ["stepped", "leap"] as const;
export type Contender = (typeof OURS)[number] | "golly";

/** The report of one process. */
export interface RunFigures {
  /** null where it cannot be measured. */
  readonly cpuSeconds: number | null;
  readonly peakBytes: number | null;
  /** null if the program does not say. */
  readonly population: bigint | null;
  /** Why the run failed; null if it did not. */
  readonly failure: string | null;
}

/** Medians of a contender's runs. */
export interface ContenderFigures {
  readonly cpuSeconds: number | null;
  readonly peakBytes: number | null;
  readonly population: bigint | null;
  readonly failure: string | null;
  /** CPU time over Golly's, null without either. */
  readonly ratio: number | null;
}

export interface CaseFigures {
  readonly case: HashLifeCase;
  readonly stepped: ContenderFigures;
  readonly leap: ContenderFigures;
  /** null if Golly is not installed. */
  readonly golly: ContenderFigures | null;
}

interface HashLifeBench {
  readonly repeats: number;
  readonly withGolly: boolean;
  /** Runs one process. Errors end the whole bench; a run that fails says so in its figures. */
  readonly run: (contender: Contender, of: HashLifeCase) => Promise<RunFigures>;
}

/** Runs a case `repeats` times. A program that failed once is not run again. Errors: those of `run`. */
export async function benchCase(of: HashLifeCase, bench: HashLifeBench): Promise<CaseFigures> {
  const contenders: readonly Contender[] = bench.withGolly ? ["stepped", "golly", "leap"] : OURS;
  const runs = new Map<Contender, RunFigures[]>(contenders.map((each) => [each, []]));
  for (let round = 0; round < bench.repeats; round++) {
    for (const [contender, so] of runs) {
      if (so.at(-1)?.failure != null) continue;
      so.push(await bench.run(contender, of));
    }
  }
  const golly = runs.get("golly") ?? null;
  const figures = (contender: Contender): ContenderFigures =>
    summary(runs.get(contender) ?? [], golly, of.population);
  return {
    case: of,
    stepped: figures("stepped"),
    leap: figures("leap"),
    golly: golly && figures("golly"),
  };
}

function summary(
  runs: readonly RunFigures[],
  golly: readonly RunFigures[] | null,
  population: bigint,
): ContenderFigures {
  const failure = failureOf(runs);
  const middle = (values: readonly (number | null)[]): number | null => {
    const known = values.filter((value) => value !== null);
    return failure !== null || known.length < values.length || known.length === 0 ? null : median(known);
  };
  const paired = golly && failureOf(golly) === null ? golly : [];
  const ratios = paired.map((theirs, round) => {
    const ours = runs[round]?.cpuSeconds ?? null;
    return ours === null || !theirs.cpuSeconds ? null : ours / theirs.cpuSeconds;
  });
  return {
    cpuSeconds: middle(runs.map((run) => run.cpuSeconds)),
    peakBytes: middle(runs.map((run) => run.peakBytes)),
    // One wrong answer counts more than all right ones.
    population: (runs.find((run) => run.population !== population) ?? runs[0])?.population ?? null,
    failure,
    ratio: middle(ratios),
  };
}

function failureOf(runs: readonly RunFigures[]): string | null {
  return runs.find((run) => run.failure !== null)?.failure ?? null;
}

/** Faults of our own results, a sentence each; none for a correct bench. */
export function complaintsOf({ case: of, ...figures }: CaseFigures): readonly string[] {
  return OURS.flatMap((contender) => {
    const { failure, population } = figures[contender];
    if (failure !== null) return [`${of.name}, ${contender}: ${failure}`];
    if (population === of.population) return [];
    return [`${of.name}, ${contender}: ended with ${population} cells instead of ${of.population}.`];
  });
}

/** The mean of the ratios over the cases that are worth timing and have one; null for none. */
export function meanRatio(list: readonly CaseFigures[], contender: "stepped" | "leap"): number | null {
  const ratios = timedRatios(list, contender);
  return ratios.length === 0 ? null : geometricMean(ratios);
}

export function timedRatios(list: readonly CaseFigures[], contender: "stepped" | "leap"): readonly number[] {
  return list
    .filter((each) => each.case.timed)
    .map((each) => each[contender].ratio)
    .filter((ratio) => ratio !== null);
}
