/**
 * Computes generations of the genetic algorithm on a GPU, breeding included: as many as take a batch's time are one submission,
 * and only what is told of them comes back. They are those of the CPU, bit for bit.
 */

import { throwIfAborted } from "../../core/errors.ts";
import type { GpuDevice } from "../../gpu/device.ts";
import type { StepPass } from "../../gpu/step-pass.ts";
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
import type { Batch } from "./batches.ts";
import { bandOf, batchesOf, batchOf, runsOf } from "./batches.ts";
import { FIGURE_WORDS } from "./genetic-source.ts";
import type { SearchState } from "./genetic-stage.ts";
import { GeneticStage } from "./genetic-stage.ts";
import { gpuTask } from "./gpu-tasks.ts";
import type { ScoreMethod } from "./methods.ts";
import type { GpuScorerOptions } from "./paced-passes.ts";
import { PacedPasses } from "./paced-passes.ts";
import { mostIndividuals } from "./score-stage.ts";

/**
 * A thread looks for the individuals that are better than its own until there are as many as are asked for: beyond so many looks, a
 * dispatch takes too long.
 */
const MOST_LOOKS = 2 ** 34;
/** Looks an individual, for each that is asked for: the harmonic sum over a million ranks, and the stretches between two counts. */
const MOST_BEFORE = 64;

/** Slots of batches: one for a whole generation at a time, one for parts of it. */
const WHOLE = 0;
const PART = 1;

/** Generations of a submission. */
const MOST_AT_ONCE = 256;

/** Whether this engine computes such a search; scoring alone may still be done on the GPU. */
export function breedsOnGpu(
  gpu: Pick<GpuDevice, "limits">,
  { search, setting, population, breeding }: SearchPlan,
): boolean {
  const { deme, elites, selection, keep } = breeding;
  const ranked = deme > 0 ? 0 : Math.max(elites, selection === "truncation" ? keep : 0);
  return (
    search === GENETIC.id &&
    gpuTask(setting.task)?.bred === true &&
    population <= mostIndividuals(gpu, setting.shape) &&
    Math.min(population, MOST_BEFORE * ranked) * population <= MOST_LOOKS
  );
}

export class GpuSearch implements SearchEngine {
  readonly method: ScoreMethod;
  readonly #passes: PacedPasses;
  readonly #earlyStop: boolean;
  #stage: GeneticStage | null = null;

  private constructor(passes: PacedPasses, method: ScoreMethod, earlyStop: boolean) {
    this.#passes = passes;
    this.method = method;
    this.#earlyStop = earlyStop;
  }

  /** For plans that `breedsOnGpu` takes. The device is released by `dispose`. Errors: `memory-limit`, `gpu-lost`. */
  static async create(
    gpu: GpuDevice,
    method: ScoreMethod,
    options: GpuScorerOptions = {},
  ): Promise<GpuSearch> {
    return new GpuSearch(await PacedPasses.create(gpu, options), method, options.earlyStop ?? true);
  }

  /** Compiles what the plan needs, and has it run once. Errors: those of `ScoreStage.create`. */
  async prepare(plan: SearchPlan): Promise<void> {
    const stage = await this.#stageFor(plan);
    const { genomes } = GENETIC.first(plan);
    stage.begin(genomes, new Uint32Array(plan.population));
    stage.score.setJob(trainingSet(plan, 1), plan.setting.steps, 1);
    const [batch] = this.#parts(stage, () => 1);
    stage.score.setBatch(batch, PART);
    this.#submit(runsOf(batch), (pass) => {
      stage.breed(pass, 0);
      stage.scoreBatch(pass, 0, batch, PART);
      stage.judge(pass, 0);
    });
    await this.#passes.gpu.idle();
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
    this.#passes.dispose();
  }

  async #stageFor(plan: SearchPlan): Promise<GeneticStage> {
    const kept = this.#stage;
    if (kept && JSON.stringify(kept.plan) === JSON.stringify(plan)) return kept;
    this.#stage = null;
    kept?.dispose();
    this.#stage = await GeneticStage.create(this.#passes.gpu, plan, this.method, this.#earlyStop);
    this.#passes.expect(plan.setting.shape.cells, plan.setting.steps);
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
    const passes = this.#passes;
    stage.score.setJob(trainingSet(plan, before + 1), plan.setting.steps, before + 1);
    const begin = (pass: StepPass, made: number): void =>
      bred ? stage.breed(pass, made) : stage.census(pass, made);
    const runs = plan.population * plan.vectors;
    const whole = this.#wholeBatch(stage);
    if (whole) stage.score.setBatch(whole, WHOLE);
    throwIfAborted(signal);
    for (let made = 0; made < generations; ) {
      const { room } = passes;
      if (whole && runs <= room) {
        const count = Math.min(generations - made, MOST_AT_ONCE, Math.floor(room / runs));
        this.#submit(count * runs, (pass) => {
          for (let k = made; k < made + count; k++) {
            begin(pass, k);
            stage.scoreBatch(pass, k, whole, WHOLE);
            stage.judge(pass, k);
          }
        });
        made += count;
        await passes.ready(signal);
      } else {
        this.#submit(0, (pass) => begin(pass, made));
        for (const batch of this.#parts(stage, () => passes.room)) {
          stage.score.setBatch(batch, PART);
          this.#submit(runsOf(batch), (pass) => stage.scoreBatch(pass, made, batch, PART));
          await passes.ready(signal);
        }
        this.#submit(0, (pass) => stage.judge(pass, made));
        made++;
      }
      onProgress?.(made * runs);
    }
    await passes.drained(signal);
    return advanceOf(plan, before, await stage.read(generations));
  }

  /** The batch of all vectors for everybody; undefined where that is more than a dispatch takes. */
  #wholeBatch({ plan: { population, vectors }, score }: GeneticStage): Batch | undefined {
    const { software } = this.#passes.gpu;
    const [everybody, all] = [
      { first: 0, end: population },
      { first: 0, end: vectors },
    ];
    const band = bandOf(score.grouping, software, everybody, vectors, Number.POSITIVE_INFINITY);
    const batch = batchOf(score.grouping, software, band, all, Number.POSITIVE_INFINITY);
    return band.end === population && batch.vectors.end === vectors ? batch : undefined;
  }

  /** The batches of a generation. */
  #parts({ plan: { population, vectors }, score }: GeneticStage, room: () => number): Generator<Batch> {
    const { software } = this.#passes.gpu;
    return batchesOf(
      score.grouping,
      software,
      { first: 0, end: population },
      { first: 0, end: vectors },
      room,
    );
  }

  #submit(runs: number, encode: (pass: StepPass) => void): void {
    this.#passes.submit("generations", runs, encode);
  }
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
