/** Scores rules on a GPU, in batches that are short enough for whoever watches. */

import { TessellaError, throwIfAborted } from "../../core/errors.ts";
import { grouped } from "../../core/integers.ts";
import { readWords } from "../../gpu/buffers.ts";
import type { GpuDevice } from "../../gpu/device.ts";
import type { Pacer } from "../../gpu/pacer.ts";
import { PassClock } from "../../gpu/pass-clock.ts";
import { StepPass } from "../../gpu/step-pass.ts";
import { genomeWords } from "../genome.ts";
import type { Scorer, ScoringControl, ScoringJob } from "../scorer.ts";
import { MAJORITY } from "../tasks/majority.ts";
import type { TrainingSet } from "../vectors.ts";
import { bandOf, batchOf } from "./batches.ts";
import type { ScoreMethod } from "./methods.ts";
import { mostIndividuals, OUTCOMES, runPacer, ScoreStage, vectorKind } from "./score-stage.ts";

/** The numbers of vectors stay below this, so that no thread counts beyond a word. */
const MOST_VECTORS = 2 ** 32 - 2 ** 20;

/** What a batch takes on the GPU where nobody watches. */
export const BATCH_MILLISECONDS = 60;

export interface GpuScorerOptions {
  /** Whether our methods end runs that repeat themselves. Default true. */
  readonly earlyStop?: boolean;
  /** What a batch may take on the GPU: less than 8 while somebody watches. Default 60. */
  readonly milliseconds?: number;
}

/** Why no GPU counts that task, as a sentence; undefined where one does. */
export function taskRefusal(task: string): string | undefined {
  return task === MAJORITY.id ? undefined : `A GPU scores the task majority only, not ${task}.`;
}

/** Scores by one method. Keeps what the last job needed for the next one, and counts as a user of the device. */
export class GpuScorer implements Scorer {
  readonly method: ScoreMethod;
  readonly #gpu: GpuDevice;
  readonly #options: GpuScorerOptions;
  readonly #clock: PassClock | null;
  #stage: ScoreStage | null = null;

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

  /** The device is released by `dispose`. Errors: `memory-limit`, `gpu-lost`. */
  static async create(
    gpu: GpuDevice,
    method: ScoreMethod,
    options: GpuScorerOptions = {},
  ): Promise<GpuScorer> {
    return new GpuScorer(gpu, method, options, await PassClock.create(gpu));
  }

  /**
   * Errors, beside those of every scorer: `unsupported-operation` where the method does not take the task or the ring,
   * `bad-argument` for too many vectors, `memory-limit`.
   */
  async score(job: ScoringJob, control: ScoringControl = {}): Promise<Uint32Array<ArrayBuffer>> {
    const { setting, genomes, set } = job;
    const why = taskRefusal(setting.task);
    if (why !== undefined) throw new TessellaError("unsupported-operation", why);
    if (set.first + set.size > MOST_VECTORS)
      throw new TessellaError(
        "bad-argument",
        `A GPU runs vectors up to number ${grouped(MOST_VECTORS)}, not ${grouped(set.first + set.size)}.`,
      );
    const words = genomeWords(setting.shape);
    const individuals = genomes.length / words;
    const stage = await this.#stageFor(job, Math.min(individuals, mostIndividuals(this.#gpu, setting.shape)));
    const pacer = runPacer(this.#gpu, setting.shape.cells, setting.steps);
    const counts = new Uint32Array(individuals * MAJORITY.counts.length);
    for (let first = 0; first < individuals; first += stage.room) {
      const count = Math.min(stage.room, individuals - first);
      const chunk = genomes.slice(first * words, (first + count) * words);
      this.#gpu.queue.writeBuffer(stage.genomes[0], 0, chunk);
      stage.setJob(set, setting.steps);
      const told = (runs: number): void => control.onProgress?.(first * set.size + runs);
      const outcomes = await this.#run(stage, pacer, count, set, { ...control, onProgress: told });
      for (let i = 0; i < count; i++)
        counts.set(
          majorityCounts(outcomes.subarray(i * OUTCOMES, (i + 1) * OUTCOMES)),
          (first + i) * MAJORITY.counts.length,
        );
    }
    return counts;
  }

  dispose(): void {
    this.#stage?.dispose();
    this.#clock?.dispose();
    this.#gpu.release();
  }

  async #stageFor({ setting: { shape }, set }: ScoringJob, room: number): Promise<ScoreStage> {
    const plan = {
      ...{ shape, vectors: vectorKind(set.density), method: this.method },
      earlyStop: this.#options.earlyStop ?? true,
    };
    const kept = this.#stage;
    if (kept && kept.room >= room && JSON.stringify(kept.plan) === JSON.stringify(plan)) return kept;
    this.#stage = null;
    kept?.dispose();
    this.#stage = await ScoreStage.create(this.#gpu, plan, room);
    return this.#stage;
  }

  /** The outcomes of the individuals whose genomes the stage holds. */
  async #run(
    stage: ScoreStage,
    pacer: Pacer,
    individuals: number,
    { first, size }: TrainingSet,
    { signal, onProgress }: ScoringControl,
  ): Promise<Uint32Array> {
    const gpu = this.#gpu;
    const milliseconds = this.#options.milliseconds ?? BATCH_MILLISECONDS;
    gpu.queue.writeBuffer(stage.outcomes, 0, new Uint32Array(individuals * OUTCOMES));
    for (let from = 0; from < individuals; ) {
      const band = bandOf(stage.grouping, from, individuals, pacer.rowsFor(milliseconds));
      const count = band.end - band.first;
      for (let done = 0; done < size; ) {
        throwIfAborted(signal);
        const rest = { first: first + done, end: first + size };
        const batch = batchOf(stage.grouping, gpu.software, band, rest, pacer.rowsFor(milliseconds));
        stage.setBatch(batch);
        const timer = this.#clock?.start();
        const encoder = gpu.device.createCommandEncoder({ label: "score" });
        const pass = encoder.beginComputePass({ label: "score", timestampWrites: timer?.writes });
        stage.encode(new StepPass(pass), batch);
        pass.end();
        timer?.finish(encoder);
        gpu.queue.submit([encoder.finish()]);
        const vectors = batch.vectors.end - batch.vectors.first;
        // Whoever waits for the GPU next hears of a failure.
        pacer.follow(gpu, vectors * count, timer).catch(() => undefined);
        done += vectors;
        onProgress?.(band.first * size + done * count);
        await pacer.room(signal);
      }
      from = band.end;
    }
    await pacer.drained(signal);
    throwIfAborted(signal);
    return await readWords(gpu, "scores", individuals * OUTCOMES, () => stage.outcomes);
  }
}

/** An individual's outcomes as the counts of the majority task, in their order. */
function majorityCounts(outcomes: Uint32Array): readonly number[] {
  const [zeros0, , zeros2, ones0, ones1, ones2, ties0, ties1, ties2] = outcomes;
  return [zeros0 + ones1, ties0 + ties1 + ties2, ties0, ties1, zeros2 + ones2, ones1, ones0 + ones1 + ones2];
}
