/**
 * Computes generations of the genetic algorithm on a GPU, breeding included: as many as take a batch's time are one submission,
 * and only what is told of them comes back. They are those of the CPU, bit for bit.
 */

import { throwIfAborted } from "../../core/errors.ts";
import type { GpuDevice } from "../../gpu/device.ts";
import type { Pacer } from "../../gpu/pacer.ts";
import { PassClock } from "../../gpu/pass-clock.ts";
import { StepPass } from "../../gpu/step-pass.ts";
import { GENETIC } from "../genetic.ts";
import { genomeWords } from "../genome.ts";
import type { ScoringControl } from "../scorer.ts";
import type {
  Generation,
  GenerationBatch,
  GenerationReport,
  ScoredGeneration,
  SearchEngine,
  SearchPlan,
} from "../search.ts";
import { trainingSet } from "../search.ts";
import type { Batch, Span } from "./batches.ts";
import { bandOf, batchOf } from "./batches.ts";
import { FIGURE_WORDS } from "./genetic-source.ts";
import type { SearchState } from "./genetic-stage.ts";
import { GeneticStage } from "./genetic-stage.ts";
import type { GpuScorerOptions } from "./gpu-scorer.ts";
import { BATCH_MILLISECONDS, taskRefusal } from "./gpu-scorer.ts";
import type { ScoreMethod } from "./methods.ts";
import { mostIndividuals, runPacer } from "./score-stage.ts";

/** A thread counts for each individual how many are better: beyond so many, that takes too long. */
const MOST_RANKED = 2 ** 17;

/** Slots of batches: one for a whole generation at a time, one for parts of it. */
const WHOLE = 0;
const PART = 1;

/** Generations of a submission. */
const MOST_AT_ONCE = 256;

/** Whether this engine computes such a search; scoring alone may still be done on the GPU. */
export function breedsOnGpu(
  gpu: Pick<GpuDevice, "limits">,
  { search, setting, population }: SearchPlan,
): boolean {
  return (
    search === GENETIC.id &&
    taskRefusal(setting.task) === undefined &&
    population <= Math.min(MOST_RANKED, mostIndividuals(gpu, setting.shape))
  );
}

export class GpuSearch implements SearchEngine {
  readonly method: ScoreMethod;
  readonly #gpu: GpuDevice;
  readonly #options: GpuScorerOptions;
  readonly #clock: PassClock | null;
  #stage: GeneticStage | null = null;
  #pacer: Pacer | null = null;

  private constructor(
    gpu: GpuDevice,
    method: ScoreMethod,
    options: GpuScorerOptions,
    clock: PassClock | null,
  ) {
    this.#gpu = gpu;
    this.method = method;
    this.#options = options;
    this.#clock = clock;
  }

  /** For plans that `breedsOnGpu` takes. The device is released by `dispose`. Errors: `memory-limit`, `gpu-lost`. */
  static async create(
    gpu: GpuDevice,
    method: ScoreMethod,
    options: GpuScorerOptions = {},
  ): Promise<GpuSearch> {
    return new GpuSearch(gpu, method, options, await PassClock.create(gpu));
  }

  /** Compiles what the plan needs, and has it run once. Errors: those of `ScoreStage.create`. */
  async prepare(plan: SearchPlan): Promise<void> {
    const stage = await this.#stageFor(plan);
    const { genomes } = GENETIC.first(plan);
    stage.begin(genomes, new Uint32Array(plan.population));
    stage.score.setJob(trainingSet(plan, 1), plan.setting.steps, 1);
    const [batch] = this.#parts(stage, () => 1);
    stage.score.setBatch(batch, PART);
    this.#submit(this.#pacer as Pacer, runsOf(batch), (pass) => {
      stage.breed(pass, 0);
      stage.scoreBatch(pass, 0, batch, PART);
      stage.judge(pass, 0);
    });
    await this.#gpu.idle();
  }

  /** Errors, beside those of all engines: those of `ScoreStage.create`. */
  async score(
    plan: SearchPlan,
    { generation, genomes }: Generation,
    control: ScoringControl = {},
  ): Promise<GenerationBatch> {
    const stage = await this.#stageFor(plan);
    stage.begin(genomes);
    return await this.#run(stage, generation - 1, 1, false, control);
  }

  /** Errors, beside those of all engines: those of `ScoreStage.create`. */
  async advance(
    plan: SearchPlan,
    parents: ScoredGeneration,
    generations: number,
    control: ScoringControl = {},
  ): Promise<GenerationBatch> {
    const stage = await this.#stageFor(plan);
    const reports: GenerationReport[] = [];
    let last = parents;
    while (reports.length < generations) {
      const count = Math.min(stage.generations, generations - reports.length);
      stage.begin(last.genomes, last.fitness);
      const advance = await this.#run(stage, last.generation, count, true, control);
      reports.push(...advance.reports);
      last = advance.last;
      if (advance.reports.length < count || reaches(plan, advance)) break;
    }
    return { last, reports };
  }

  dispose(): void {
    this.#stage?.dispose();
    this.#clock?.dispose();
    this.#gpu.release();
  }

  async #stageFor(plan: SearchPlan): Promise<GeneticStage> {
    const kept = this.#stage;
    if (kept && JSON.stringify(kept.plan) === JSON.stringify(plan)) return kept;
    this.#stage = null;
    kept?.dispose();
    const earlyStop = this.#options.earlyStop ?? true;
    this.#stage = await GeneticStage.create(this.#gpu, plan, this.method, earlyStop);
    this.#pacer = runPacer(this.#gpu, plan.setting.shape.cells, plan.setting.steps);
    return this.#stage;
  }

  /** Generations from `before` + 1 on; `bred`: out of parents, otherwise the first is only to be scored. */
  async #run(
    stage: GeneticStage,
    before: number,
    generations: number,
    bred: boolean,
    { signal, onProgress }: ScoringControl,
  ): Promise<GenerationBatch> {
    const { plan } = stage;
    const pacer = this.#pacer as Pacer;
    const milliseconds = this.#options.milliseconds ?? BATCH_MILLISECONDS;
    stage.score.setJob(trainingSet(plan, before + 1), plan.setting.steps, before + 1);
    const begin = (pass: StepPass, made: number): void =>
      bred ? stage.breed(pass, made) : stage.census(pass, made);
    const runs = plan.population * plan.vectors;
    const whole = this.#wholeBatch(stage);
    if (whole) stage.score.setBatch(whole, WHOLE);
    for (let made = 0; made < generations; ) {
      throwIfAborted(signal);
      const most = pacer.rowsFor(milliseconds);
      if (whole && runs <= most) {
        const count = Math.min(generations - made, MOST_AT_ONCE, Math.floor(most / runs));
        this.#submit(pacer, count * runs, (pass) => {
          for (let k = made; k < made + count; k++) {
            begin(pass, k);
            stage.scoreBatch(pass, k, whole, WHOLE);
            stage.judge(pass, k);
          }
        });
        made += count;
        await pacer.room(signal);
      } else {
        this.#submit(pacer, 0, (pass) => begin(pass, made));
        for (const batch of this.#parts(stage, () => pacer.rowsFor(milliseconds))) {
          stage.score.setBatch(batch, PART);
          this.#submit(pacer, runsOf(batch), (pass) => stage.scoreBatch(pass, made, batch, PART));
          await pacer.room(signal);
          throwIfAborted(signal);
        }
        this.#submit(pacer, 0, (pass) => stage.judge(pass, made));
        made++;
      }
      onProgress?.(made * runs);
    }
    await pacer.drained(signal);
    throwIfAborted(signal);
    return advanceOf(plan, before, await stage.read(generations));
  }

  /** The batch of all vectors for everybody; undefined where that is more than a dispatch takes. */
  #wholeBatch({ plan: { population, vectors }, score }: GeneticStage): Batch | undefined {
    const band = bandOf(score.grouping, 0, population, Number.POSITIVE_INFINITY);
    const all = { first: 0, end: vectors };
    const batch = batchOf(score.grouping, this.#gpu.software, band, all, Number.POSITIVE_INFINITY);
    return band.end === population && batch.vectors.end === vectors ? batch : undefined;
  }

  /** The batches of a generation, each as long as is asked for then. */
  *#parts({ plan: { population, vectors }, score }: GeneticStage, runs: () => number): Generator<Batch> {
    for (let from = 0; from < population; ) {
      const band: Span = bandOf(score.grouping, from, population, runs());
      for (let first = 0; first < vectors; ) {
        const batch = batchOf(score.grouping, this.#gpu.software, band, { first, end: vectors }, runs());
        yield batch;
        first = batch.vectors.end;
      }
      from = band.end;
    }
  }

  /** Submits a pass of so many runs; one without any is short and not timed. */
  #submit(pacer: Pacer, runs: number, encode: (pass: StepPass) => void): void {
    const gpu = this.#gpu;
    const timer = runs > 0 ? this.#clock?.start() : undefined;
    const encoder = gpu.device.createCommandEncoder({ label: "generations" });
    const pass = encoder.beginComputePass({ label: "generations", timestampWrites: timer?.writes });
    encode(new StepPass(pass));
    pass.end();
    timer?.finish(encoder);
    gpu.queue.submit([encoder.finish()]);
    // Whoever waits for the GPU next hears of a failure.
    if (runs > 0) pacer.follow(gpu, runs, timer).catch(() => undefined);
  }
}

function runsOf({ vectors, individuals }: Batch): number {
  return (vectors.end - vectors.first) * (individuals.end - individuals.first);
}

function reaches({ goal }: SearchPlan, { reports }: GenerationBatch): boolean {
  return goal !== undefined && reports[reports.length - 1].figures.best >= goal;
}

function advanceOf(
  plan: SearchPlan,
  before: number,
  { made, figures, genomes, fitness }: SearchState,
): GenerationBatch {
  const stride = FIGURE_WORDS + genomeWords(plan.setting.shape);
  const reports = Array.from({ length: made }, (_, k): GenerationReport => {
    const row = figures.subarray(k * stride, (k + 1) * stride);
    const [best, low, high, worst, ties, diversity] = row;
    const hash = [row[6], row[7]].map((half) => half.toString(16).padStart(8, "0")).join("");
    const sum = high * 2 ** 32 + low;
    return {
      figures: { generation: before + 1 + k, best, sum, worst, vectors: plan.vectors, ties, diversity, hash },
      champion: Uint32Array.from(row.subarray(FIGURE_WORDS)),
    };
  });
  const { ties } = reports[made - 1].figures;
  return { last: { generation: before + made, genomes, fitness, vectors: plan.vectors, ties }, reports };
}
