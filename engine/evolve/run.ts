/** A run of a search: its history so far, and going on with it. */

import { TessellaError, throwIfAborted } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { fittest } from "./breeding.ts";
import type { GenerationFigures } from "./figures.ts";
import type { HallEntry } from "./hall.ts";
import { entered, HALL_PLACES } from "./hall.ts";
import type { ScoringControl } from "./scorer.ts";
import type { Generation, GenerationBatch, ScoredGeneration, SearchEngine, SearchPlan } from "./search.ts";
import { checkPlan, SEARCHES } from "./searches.ts";

/** Where a branch begins. */
export interface Parent {
  /** The seed of the run that it leaves. */
  readonly seed: number;
  /** The generation of that run which is this one's first. */
  readonly start: Generation;
}

/** All that is kept of a run. */
export interface RunRecord {
  /** The preset that the plan was made from. */
  readonly preset: string | undefined;
  readonly plan: SearchPlan;
  readonly parent: Parent | undefined;
  /** Of all generations that are scored. */
  readonly figures: readonly GenerationFigures[];
  readonly hall: readonly HallEntry[];
  /** The last of them, or the first where none is scored. */
  readonly last: Generation;
}

/** A record of nothing done yet. Errors: `bad-argument`. */
export function newRecord(plan: SearchPlan, preset?: string, parent?: Parent): RunRecord {
  checkPlan(plan);
  return { preset, plan, parent, figures: [], hall: [], last: firstOf({ plan, parent }) };
}

function firstOf({ plan, parent }: Pick<RunRecord, "plan" | "parent">): Generation {
  return parent?.start ?? SEARCHES.get(plan.search).first(plan);
}

/** Runs of a ring from a vector that a generation takes on so many vectors; without vectors, one a ring. */
export function runsOfGeneration({ search, population }: SearchPlan, vectors: number): number {
  // Individuals that are the cells of one ring run together.
  return (SEARCHES.get(search).cellular ? 1 : population) * Math.max(1, vectors);
}

/** Whether a generation reaches the goal of its plan. */
export function reachesGoal({ goal }: SearchPlan, { best }: GenerationFigures): boolean {
  return goal !== undefined && best >= goal;
}

/**
 * A record that goes on from the last generation of another under a plan of its own, which differs in what the genomes do not
 * depend on: it must have the same rings and as many individuals. Errors: `bad-argument`.
 */
export function branchOf({ plan, preset, last }: RunRecord, other: SearchPlan): RunRecord {
  const [from, to] = [plan, other].map(({ setting: { shape }, population }) =>
    [shape.cells, shape.radius, shape.ruleACell, population].join(),
  );
  if (from !== to)
    throw new TessellaError(
      "bad-argument",
      "A branch keeps the cells, the radius and the population of the run that it leaves.",
    );
  return newRecord(other, preset, { seed: plan.seed, start: last });
}

export type Ending = "goal" | "generations" | "time";

export interface RunControl {
  readonly signal?: AbortSignal;
  /** When to stop, on the clock of `performance.now`. */
  readonly deadline?: number;
  /** Hears of generations that are done. What it throws ends the run. */
  readonly onAdvance?: (record: RunRecord) => void | Promise<void>;
  /** Hears now and then how far a generation has come that takes long: a share of 1, at most. */
  readonly onScoring?: (share: number) => void;
}

/** What a batch of generations shall take, in milliseconds: news, stops and saves come between batches. */
const BATCH = 50;
const MOST_GENERATIONS_A_BATCH = 4096;

export class SearchRun {
  readonly #figures: GenerationFigures[];
  readonly #engine: SearchEngine;
  #record: RunRecord;
  #scored: ScoredGeneration | null = null;

  constructor(record: RunRecord, engine: SearchEngine) {
    this.#figures = [...record.figures];
    this.#record = { ...record, figures: this.#figures };
    this.#engine = engine;
  }

  /** As far as the run has come; stays the same object only until it goes on. */
  get record(): RunRecord {
    return this.#record;
  }

  /** The record's last generation with its fitness; null before it is scored here. */
  get scored(): ScoredGeneration | null {
    return this.#scored;
  }

  /**
   * Goes on until the plan's end. Errors: `aborted` (the record holds every batch that was done), those of the engine, and
   * `bad-argument` where the record's last generation does not score what the record says.
   */
  async evolve({ signal, deadline = Infinity, onAdvance, onScoring }: RunControl = {}): Promise<Ending> {
    const { plan, last } = this.#record;
    const most = runsOfGeneration(plan, plan.vectors);
    const control = onScoring
      ? { signal, onProgress: (runs: number) => onScoring(Math.min(1, runs / most)) }
      : { signal };
    if (!this.#scored) {
      throwIfAborted(signal);
      const advance = await this.#engine.score(plan, last, control);
      if (this.#figures.length === 0) this.#take(advance);
      else this.#compare(advance);
      await onAdvance?.(this.#record);
    }
    const left = plan.generations - this.#figures.length;
    for await (const advance of advances(
      plan,
      this.#engine,
      this.#scored as ScoredGeneration,
      left,
      control,
    )) {
      this.#take(advance);
      await onAdvance?.(this.#record);
      if (performance.now() >= deadline && !this.#ending()) return "time";
    }
    return this.#ending() ?? "time";
  }

  /**
   * Those between whom fresh vectors decide: the hall, and the fittest of the last generation, whose vectors may have been harder.
   */
  contenders(): readonly HallEntry[] {
    const { hall, last } = this.#record;
    const contenders = [...hall];
    if (!this.#scored) return contenders;
    const { fitness } = this.#scored;
    const words = last.genomes.length / fitness.length;
    for (const i of fittest(fitness, fitness.length)) {
      if (contenders.length === hall.length + HALL_PLACES) break;
      const genome = last.genomes.slice(i * words, (i + 1) * words);
      if (contenders.some((other) => other.genome.every((word, k) => word === genome[k]))) continue;
      contenders.push({ generation: last.generation, fitness: fitness[i], genome });
    }
    return contenders;
  }

  #ending(): Ending | undefined {
    const { plan } = this.#record;
    if (reachesGoal(plan, this.#figures[this.#figures.length - 1])) return "goal";
    return this.#figures.length >= plan.generations ? "generations" : undefined;
  }

  #take({ last, reports }: GenerationBatch): void {
    let { hall } = this.#record;
    for (const report of reports) {
      this.#figures.push(report.figures);
      hall = entered(hall, report);
    }
    this.#scored = last;
    this.#record = { ...this.#record, hall, last };
  }

  #compare({ last, reports: [{ figures }] }: GenerationBatch): void {
    const difference = differenceOf(this.#figures[this.#figures.length - 1], figures);
    if (difference) throw new TessellaError("bad-argument", describeDifference(difference));
    this.#scored = last;
  }
}

/** Batches of generations after the parents', at most `left` in all, up to the one that reaches the goal. */
async function* advances(
  plan: SearchPlan,
  engine: SearchEngine,
  parents: ScoredGeneration,
  left: number,
  control: ScoringControl,
): AsyncGenerator<GenerationBatch> {
  let last = parents;
  for (
    let batch = 1, rest = left;
    rest > 0 && !last.fitness.some((one) => one >= (plan.goal ?? Infinity));
  ) {
    throwIfAborted(control.signal);
    const began = performance.now();
    const generations = Math.min(batch, rest);
    // What is heard of the runs of several generations tells nothing about one.
    const heard = generations === 1 ? control : { signal: control.signal };
    const advance = await engine.advance(plan, last, generations, heard);
    const rate = BATCH / Math.max(0.01, performance.now() - began);
    batch = Math.max(1, Math.min(MOST_GENERATIONS_A_BATCH, 4 * batch, Math.floor(batch * rate)));
    rest -= advance.reports.length;
    last = advance.last;
    yield advance;
  }
}

/** Where a record and its repetition part. */
export interface Difference {
  readonly field: keyof GenerationFigures;
  readonly recorded: GenerationFigures;
  readonly computed: GenerationFigures;
}

function differenceOf(recorded: GenerationFigures, computed: GenerationFigures): Difference | undefined {
  const field = (Object.keys(computed) as (keyof GenerationFigures)[]).find(
    (name) => recorded[name] !== computed[name],
  );
  return field && { field, recorded, computed };
}

/** A sentence. */
export function describeDifference({ field, recorded, computed }: Difference): string {
  return `Generation ${grouped(recorded.generation)} differs: the record has ${field} ${recorded[field]}, computed anew it is ${computed[field]}.`;
}

/**
 * Computes a record's run again, from its beginning, and answers the first difference. `onProgress` hears how many generations
 * are compared. Errors: `aborted`, those of the engine.
 */
export async function replay(
  record: RunRecord,
  engine: SearchEngine,
  { signal, onProgress }: ScoringControl = {},
): Promise<Difference | undefined> {
  const { plan, figures } = record;
  let compared = 0;
  const compare = ({ reports }: GenerationBatch): Difference | undefined => {
    for (const report of reports) {
      const difference = differenceOf(figures[compared], report.figures);
      if (difference) return difference;
      compared++;
    }
    onProgress?.(compared);
    return undefined;
  };
  if (figures.length === 0) return undefined;
  const first = await engine.score(plan, firstOf(record), { signal });
  const difference = compare(first);
  if (difference) return difference;
  for await (const advance of advances(plan, engine, first.last, figures.length - 1, { signal })) {
    const later = compare(advance);
    if (later) return later;
  }
  return undefined;
}
