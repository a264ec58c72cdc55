/** Scores rules on a GPU, in batches that are short enough for whoever watches. */

import { TessellaError, throwIfAborted } from "../../core/errors.ts";
import { grouped } from "../../core/integers.ts";
import { readWords } from "../../gpu/buffers.ts";
import type { GpuDevice } from "../../gpu/device.ts";
import { genomeWords } from "../genome.ts";
import type { Scorer, ScoringControl, ScoringJob } from "../scorer.ts";
import { TASKS } from "../tasks/registry.ts";
import type { TrainingSet } from "../vectors.ts";
import { batchesOf, runsOf } from "./batches.ts";
import type { GpuTask } from "./gpu-tasks.ts";
import { gpuTask, taskRefusal } from "./gpu-tasks.ts";
import type { ScoreMethod } from "./methods.ts";
import type { GpuScorerOptions } from "./paced-passes.ts";
import { PacedPasses } from "./paced-passes.ts";
import { mostIndividuals, ScoreStage, vectorKind } from "./score-stage.ts";

/** The numbers of vectors stay below this, so that no thread counts beyond a word. */
const MOST_VECTORS = 2 ** 32 - 2 ** 20;

/** Scores by one method. Keeps what the last job needed for the next one, and counts as a user of the device. */
export class GpuScorer implements Scorer {
  readonly method: ScoreMethod;
  readonly #passes: PacedPasses;
  readonly #earlyStop: boolean;
  #stage: ScoreStage | null = null;

  private constructor(passes: PacedPasses, method: ScoreMethod, earlyStop: boolean) {
    this.#passes = passes;
    this.method = method;
    this.#earlyStop = earlyStop;
  }

  /** The device is released by `dispose`. Errors: `memory-limit`, `gpu-lost`. */
  static async create(
    gpu: GpuDevice,
    method: ScoreMethod,
    options: GpuScorerOptions = {},
  ): Promise<GpuScorer> {
    return new GpuScorer(await PacedPasses.create(gpu, options), method, options.earlyStop ?? true);
  }

  /**
   * Errors, beside those of every scorer: `unsupported-operation` where the method does not take the task or the ring,
   * `bad-argument` for too many vectors, `memory-limit`.
   */
  async score(job: ScoringJob, control: ScoringControl = {}): Promise<Uint32Array<ArrayBuffer>> {
    const { setting, genomes, set } = job;
    const task = gpuTask(setting.task);
    if (!task) throw new TessellaError("unsupported-operation", taskRefusal(setting.task) ?? "");
    if (set.first + set.size > MOST_VECTORS)
      throw new TessellaError(
        "bad-argument",
        `A GPU runs vectors up to number ${grouped(MOST_VECTORS)}, not ${grouped(set.first + set.size)}.`,
      );
    const words = genomeWords(setting.shape);
    const individuals = genomes.length / words;
    const { gpu } = this.#passes;
    const stage = await this.#stageFor(job, task, Math.min(individuals, mostIndividuals(gpu, setting.shape)));
    this.#passes.expect(setting.shape.cells, setting.steps);
    const fields = TASKS.get(setting.task).counts.length;
    const counts = new Uint32Array(individuals * fields);
    for (let first = 0; first < individuals; first += stage.room) {
      const count = Math.min(stage.room, individuals - first);
      const chunk = genomes.slice(first * words, (first + count) * words);
      gpu.queue.writeBuffer(stage.genomes[0], 0, chunk);
      stage.setJob(set, setting.steps);
      const told = (runs: number): void => control.onProgress?.(first * set.size + runs);
      const outcomes = await this.#run(stage, count, set, { ...control, onProgress: told });
      for (let i = 0; i < count; i++) {
        const own = outcomes.subarray(i * task.outcomes, (i + 1) * task.outcomes);
        const genome = chunk.subarray(i * words, (i + 1) * words);
        counts.set(task.counts(own, setting.shape, genome), (first + i) * fields);
      }
    }
    return counts;
  }

  dispose(): void {
    this.#stage?.dispose();
    this.#passes.dispose();
  }

  async #stageFor({ setting: { shape }, set }: ScoringJob, task: GpuTask, room: number): Promise<ScoreStage> {
    const plan = {
      ...{ shape, vectors: vectorKind(set.density), task, method: this.method },
      earlyStop: this.#earlyStop,
    };
    const kept = this.#stage;
    if (kept && kept.room >= room && JSON.stringify(kept.plan) === JSON.stringify(plan)) return kept;
    this.#stage = null;
    kept?.dispose();
    this.#stage = await ScoreStage.create(this.#passes.gpu, plan, room);
    return this.#stage;
  }

  /** The outcomes of the individuals whose genomes the stage holds. */
  async #run(
    stage: ScoreStage,
    individuals: number,
    { first, size }: TrainingSet,
    { signal, onProgress }: ScoringControl,
  ): Promise<Uint32Array> {
    const { gpu } = this.#passes;
    gpu.queue.writeBuffer(stage.outcomes, 0, new Uint32Array(individuals * stage.plan.task.outcomes));
    throwIfAborted(signal);
    const [everybody, vectors] = [
      { first: 0, end: individuals },
      { first, end: first + size },
    ];
    const room = (): number => this.#passes.room;
    for (const batch of batchesOf(stage.grouping, gpu.software, everybody, vectors, room)) {
      stage.setBatch(batch);
      this.#passes.submit("score", runsOf(batch), (pass) => stage.encode(pass, batch));
      const { individuals: band, vectors: done } = batch;
      onProgress?.(band.first * size + (done.end - first) * (band.end - band.first));
      await this.#passes.ready(signal);
    }
    await this.#passes.drained(signal);
    return await readWords(gpu, "scores", individuals * stage.plan.task.outcomes, () => stage.outcomes);
  }
}
