/** Runs the whole comparison: every case, every contender that is there, one after the other. */

import type { AlgorithmEnvironment } from "../../../engine/algorithms/algorithm.ts";
import { measureCopy } from "../../../engine/gpu/copy-bandwidth.ts";
import { thisMachine } from "../pages/words.ts";
import type { SeedCase } from "./cases.ts";
import { stageOf } from "./cases.ts";
import type { Contender, Lineup } from "./contenders.ts";
import type { CaseResult, Point, SeedsResult, Series } from "./result.ts";
import { problemOf, timeMarks } from "./timing.ts";

export interface CompareOptions {
  /** Seconds for everything. */
  readonly budget: number;
  /** Multiplies every cap. */
  readonly patience: number;
  readonly rounds: number;
  readonly onProgress: (what: string) => void;
}

/** Where the cells are compared: after so many generations, on grids of up to so many cells. */
const CHECKED_GENERATIONS = 20;
const MOST_CHECKED_CELLS = 2 ** 22;

/** `environment` without a GPU leaves out what needs one. Errors: defects only. */
export async function compareSeeds(
  cases: readonly SeedCase[],
  { contenders, absent }: Lineup,
  environment: AlgorithmEnvironment,
  options: CompareOptions,
): Promise<SeedsResult> {
  const began = performance.now();
  const deadline = began + options.budget * 1000;
  options.onProgress("memory copy");
  const copy = environment.gpu ? await measureCopy(environment) : null;
  const results: CaseResult[] = [];
  for (const of of cases) {
    const { id, subject, axis, title, cap } = of;
    const taking = contenders.filter((contender) => of.contenders.includes(contender.id));
    const expected = new Map<number, bigint>();
    const series: Series[] = [];
    for (const contender of taking) {
      series.push(await seriesOf(of, contender, { environment, options, deadline, expected }));
    }
    results.push({ id, subject, axis, title, cap, series });
  }
  return {
    kind: "tessella-seeds",
    version: 1,
    date: new Date().toISOString().slice(0, 10),
    machine: thisMachine(),
    copy,
    absent,
    seconds: (performance.now() - began) / 1000,
    cases: results,
  };
}

interface Surroundings {
  readonly environment: AlgorithmEnvironment;
  readonly options: CompareOptions;
  readonly deadline: number;
  /** The serial program's hash, by the grid's side. */
  readonly expected: Map<number, bigint>;
}

async function seriesOf(of: SeedCase, contender: Contender, around: Surroundings): Promise<Series> {
  const { environment, options, deadline } = around;
  const { id, label, needsGpu } = contender;
  const points: Point[] = [];
  const problems: string[] = [];
  const verdicts: boolean[] = [];
  const note = (side: number, problem: string): void => {
    const where = of.axis === "size" ? `${side} x ${side}: ` : "";
    problems.push(where + problem);
  };
  for (const side of of.sides) {
    if (needsGpu && !environment.gpu) {
      note(side, "No GPU was found.");
      break;
    }
    if (performance.now() > deadline) {
      note(side, "Left out: the time for the whole comparison was up.");
      continue;
    }
    const refusal = contender.refuses(stageOf(of, side));
    if (refusal !== null) {
      note(side, refusal);
      continue;
    }
    options.onProgress(`${of.id}, ${id}, ${side} x ${side}`);
    try {
      const { readings, right } = await pointsOf(of, contender, side, around);
      points.push(...readings);
      if (right !== null) verdicts.push(right);
    } catch (error) {
      note(side, problemOf(error));
    }
  }
  const right = verdicts.length === 0 ? null : verdicts.every(Boolean);
  return { contender: id, label, needsGpu, points, right, problems };
}

async function pointsOf(
  of: SeedCase,
  contender: Contender,
  side: number,
  { environment, options, deadline, expected }: Surroundings,
): Promise<{ readonly readings: readonly Point[]; readonly right: boolean | null }> {
  const runner = await contender.open(stageOf(of, side), environment);
  try {
    let right: boolean | null = null;
    if (side * side <= MOST_CHECKED_CELLS) {
      await runner.begin();
      await runner.step(CHECKED_GENERATIONS);
      const hash = await runner.hash();
      if (contender.id === "serial") expected.set(side, hash);
      else if (expected.has(side)) right = hash === expected.get(side);
    }
    const cap = (contender.needsGpu ? of.cap.gpu : of.cap.cpu) * options.patience;
    const far = contender.needsGpu || contender.leaps === true;
    const marks = far ? of.marks : (of.cpuMarks ?? of.marks);
    const { leaps = false } = contender;
    const readings = await timeMarks(runner, marks, { cap, deadline, rounds: options.rounds, leaps });
    return { readings: readings.map((reading) => ({ ...reading, side })), right };
  } finally {
    runner.dispose();
  }
}
