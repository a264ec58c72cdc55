/** The dispatches of the genetic algorithm: a generation is bred, scored and judged without leaving the GPU. */

import { allocate, readParts } from "../../gpu/buffers.ts";
import type { GpuDevice } from "../../gpu/device.ts";
import { foldedGroups } from "../../gpu/pipelines.ts";
import type { StepPass } from "../../gpu/step-pass.ts";
import { BUFFER_USAGE } from "../../gpu/webgpu-flags.ts";
import { genomeWords } from "../genome.ts";
import type { SearchPlan } from "../search.ts";
import type { Batch } from "./batches.ts";
import { FIGURE_WORDS, GENETIC_GROUP, GENETIC_SHADERS } from "./genetic-source.ts";
import { geneticsWords } from "./genetics-words.ts";
import type { GpuTask } from "./gpu-tasks.ts";
import { gpuTask } from "./gpu-tasks.ts";
import type { ScoreMethod } from "./methods.ts";
import { JOB_WORDS, ScoreStage, vectorKind } from "./score-stage.ts";

/** What the figures of one call may take. */
const FIGURES_BYTES = 2 ** 24;
const MOST_GENERATIONS = 4096;

type GeneticKernel = keyof typeof GENETIC_SHADERS;

/** What a search has come to. */
export interface SearchState {
  /** Generations that were made. */
  readonly made: number;
  /** Of each, FIGURE_WORDS and the champion's genome. */
  readonly figures: Uint32Array;
  /** Of the last one. */
  readonly genomes: Uint32Array<ArrayBuffer>;
  readonly fitness: Uint32Array<ArrayBuffer>;
}

export class GeneticStage {
  readonly plan: SearchPlan;
  readonly score: ScoreStage;
  /** Generations whose figures there is room for. */
  readonly generations: number;
  readonly #gpu: GpuDevice;
  readonly #pipelines: Readonly<Record<GeneticKernel, GPUComputePipeline>>;
  readonly #buffers: readonly GPUBuffer[];
  /** By the parity of the generations made so far. */
  readonly #bound: readonly GPUBindGroup[];

  private constructor(
    gpu: GpuDevice,
    plan: SearchPlan,
    score: ScoreStage,
    pipelines: Readonly<Record<GeneticKernel, GPUComputePipeline>>,
    buffers: readonly GPUBuffer[],
  ) {
    this.#gpu = gpu;
    this.plan = plan;
    this.score = score;
    this.#pipelines = pipelines;
    this.#buffers = buffers;
    const [genetics, fitness, ranks, figures] = buffers;
    this.generations = figures.size / rowBytes(plan);
    gpu.queue.writeBuffer(genetics, 0, geneticsWords(plan));
    this.#bound = [0, 1].map((parity) =>
      gpu.device.createBindGroup({
        label: "genetics",
        layout: gpu.pipelines.layout(GENETIC_SHADERS.breed),
        entries: [
          ...[genetics, score.job, score.genomes[parity], score.genomes[1 - parity]],
          ...[fitness, ranks, score.outcomes, figures],
        ].map((buffer, binding) => ({ binding, resource: { buffer } })),
      }),
    );
  }

  /** Errors: those of `ScoreStage.create`. */
  static async create(
    gpu: GpuDevice,
    plan: SearchPlan,
    method: ScoreMethod,
    earlyStop: boolean,
  ): Promise<GeneticStage> {
    const { setting, density, population } = plan;
    const task = gpuTask(setting.task) as GpuTask;
    const scoring = { shape: setting.shape, vectors: vectorKind(density), task, method, earlyStop };
    const score = await ScoreStage.create(gpu, scoring, population, 2, 2);
    try {
      const compile = async (
        kernel: GeneticKernel,
      ): Promise<readonly [GeneticKernel, GPUComputePipeline]> => [
        kernel,
        await gpu.wait(gpu.pipelines.pipeline(GENETIC_SHADERS[kernel])),
      ];
      const kernels = Object.keys(GENETIC_SHADERS) as GeneticKernel[];
      const pipelines = Object.fromEntries(await Promise.all(kernels.map(compile)));
      const rows = Math.max(1, Math.min(MOST_GENERATIONS, Math.floor(FIGURES_BYTES / rowBytes(plan))));
      const { storage, uniform, copyTarget, copySource } = BUFFER_USAGE;
      const usage = storage | copyTarget | copySource;
      const buffers = await allocate(gpu, "a population", [
        { label: "genetics", size: geneticsWords(plan).byteLength, usage: uniform | copyTarget },
        { label: "fitness", size: population * 4, usage },
        { label: "ranks", size: population * 4, usage },
        { label: "figures", size: rows * rowBytes(plan), usage },
      ]);
      return new GeneticStage(
        gpu,
        plan,
        score,
        pipelines as Record<GeneticKernel, GPUComputePipeline>,
        buffers,
      );
    } catch (error) {
      score.dispose();
      throw error;
    }
  }

  /**
   * Begins anew with parents of known fitness; or, without it, with a generation that is to be scored first and counts as made.
   */
  begin(genomes: Uint32Array<ArrayBuffer>, fitness?: Uint32Array<ArrayBuffer>): void {
    const { queue, device } = this.#gpu;
    const [, scores, , figures] = this.#buffers;
    queue.writeBuffer(this.score.genomes[fitness ? 0 : 1], 0, genomes);
    if (fitness) queue.writeBuffer(scores, 0, fitness);
    const encoder = device.createCommandEncoder({ label: "genetics" });
    encoder.clearBuffer(figures);
    encoder.clearBuffer(this.score.outcomes);
    queue.submit([encoder.finish()]);
  }

  /** Breeds generation number `made` (counted from `begin`), and takes its census. */
  breed(pass: StepPass, made: number): void {
    const { population, breeding } = this.plan;
    const threads = (count: number): readonly [number, number] =>
      foldedGroups(Math.ceil(count / GENETIC_GROUP));
    if (breeding.deme === 0 && (breeding.elites > 0 || breeding.selection === "truncation"))
      pass.dispatchGrid(this.#pipelines.rank, this.#bound[made % 2], threads(population));
    const words = population * genomeWords(this.plan.setting.shape);
    pass.dispatchGrid(this.#pipelines.breed, this.#bound[made % 2], threads(words));
    this.census(pass, made);
  }

  census(pass: StepPass, made: number): void {
    pass.dispatchGrid(this.#pipelines.census, this.#bound[made % 2], [
      genomeWords(this.plan.setting.shape),
      1,
    ]);
  }

  /** Scores generation number `made` on the batch in that slot. */
  scoreBatch(pass: StepPass, made: number, batch: Batch, slot: number): void {
    this.score.encode(pass, batch, slot, 1 - (made % 2));
  }

  /** Ends generation number `made`, all of whose vectors are scored. */
  judge(pass: StepPass, made: number): void {
    pass.dispatchGrid(this.#pipelines.judge, this.#bound[made % 2], [1, 1]);
  }

  /** What came of up to `generations` since `begin`. Errors: `memory-limit`, `gpu-lost`. */
  async read(generations: number): Promise<SearchState> {
    const { population, setting } = this.plan;
    const words = population * genomeWords(setting.shape);
    const counts = [JOB_WORDS, (generations * rowBytes(this.plan)) / 4, population, words, words];
    const [, fitness, , figures] = this.#buffers;
    const [job, rows, scores, ...genomes] = await readParts(this.#gpu, "a population", counts, () => [
      ...[this.score.job, figures, fitness],
      ...this.score.genomes,
    ]);
    const made = job[JOB_WORDS - 1];
    return { made, figures: rows, genomes: genomes[made % 2], fitness: scores };
  }

  dispose(): void {
    this.score.dispose();
    for (const buffer of this.#buffers) buffer.destroy();
  }
}

/** Bytes that are told of a generation. */
function rowBytes({ setting }: SearchPlan): number {
  return 4 * (FIGURE_WORDS + genomeWords(setting.shape));
}
