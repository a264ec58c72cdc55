/** The dispatches that score a population: a compiled method, what it reads, and where its outcomes go. */

import { allocate, SLOT } from "../../gpu/buffers.ts";
import type { GpuDevice } from "../../gpu/device.ts";
import { bytesOffered } from "../../gpu/packed-layout.ts";
import type { StepPass } from "../../gpu/step-pass.ts";
import { BUFFER_USAGE } from "../../gpu/webgpu-flags.ts";
import type { RingShape } from "../genome.ts";
import { genomeWords } from "../genome.ts";
import type { Density, TrainingSet } from "../vectors.ts";
import type { Batch } from "./batches.ts";
import { batchWords } from "./batches.ts";
import type { GpuTask } from "./gpu-tasks.ts";
import type { Grouping, ScoreMethod } from "./methods.ts";
import { checkMethod } from "./methods.ts";
import type { VectorKind } from "./score-source.ts";
import { MOST_OUTCOMES, scoreShader } from "./score-source.ts";

/** Words of the struct `Search` in shaders/evolve/search.wgsl; the first four are those of `Job` in score.wgsl. */
export const JOB_WORDS = 6;
/** A job's density where each vector has another one. */
const FLAT_DENSITY = 256;

/** How rules of one kind of ring are scored. */
export interface ScorePlan {
  readonly shape: RingShape;
  readonly vectors: VectorKind;
  readonly task: Pick<GpuTask, "judge" | "outcomes">;
  readonly method: ScoreMethod;
  /** Whether our methods end runs that repeat themselves; those of the paper never do. */
  readonly earlyStop: boolean;
}

export function vectorKind(density: Density): VectorKind {
  return density === "fair" || density === "all" ? density : "biased";
}

/** The most individuals whose genomes and outcomes fit a binding each. */
export function mostIndividuals({ limits }: Pick<GpuDevice, "limits">, shape: RingShape): number {
  return Math.floor(bytesOffered(limits) / (4 * Math.max(genomeWords(shape), MOST_OUTCOMES)));
}

export class ScoreStage {
  readonly plan: ScorePlan;
  /** The most individuals. */
  readonly room: number;
  readonly grouping: Grouping;
  readonly job: GPUBuffer;
  readonly genomes: readonly GPUBuffer[];
  readonly outcomes: GPUBuffer;
  readonly #gpu: GpuDevice;
  readonly #batches: GPUBuffer;
  readonly #pipeline: GPUComputePipeline;
  readonly #bound: readonly (readonly GPUBindGroup[])[];

  private constructor(
    gpu: GpuDevice,
    plan: ScorePlan,
    room: number,
    pipeline: GPUComputePipeline,
    layout: GPUBindGroupLayout,
    [batches, job, outcomes, ...genomes]: readonly GPUBuffer[],
  ) {
    this.#gpu = gpu;
    this.plan = plan;
    this.room = room;
    this.grouping = plan.method.grouping(plan.shape, gpu);
    this.#pipeline = pipeline;
    this.#batches = batches;
    this.job = job;
    this.outcomes = outcomes;
    this.genomes = genomes;
    const bind = (population: GPUBuffer, slot: number): GPUBindGroup => {
      const batch = { buffer: batches, offset: slot * SLOT, size: SLOT };
      const bound = [batch, { buffer: job }, { buffer: population }, { buffer: outcomes }];
      const entries = bound.map((resource, binding) => ({ binding, resource }));
      return gpu.device.createBindGroup({ label: "score", layout, entries });
    };
    const slots = Array.from({ length: batches.size / SLOT }, (_, slot) => slot);
    this.#bound = genomes.map((population) => slots.map((slot) => bind(population, slot)));
  }

  /**
   * With room for so many individuals in each of `generations` populations, and for so many batches. Errors:
   * `unsupported-operation` where the method does not take the ring, `too-large`, `memory-limit`, `gpu-lost`.
   */
  static async create(
    gpu: GpuDevice,
    plan: ScorePlan,
    room: number,
    generations = 1,
    batches = 1,
  ): Promise<ScoreStage> {
    const { shape, method, earlyStop, vectors, task } = plan;
    checkMethod(method, shape, gpu);
    const shader = scoreShader(method.kernel, shape, vectors, task.judge);
    const constants: Record<string, number> = { ...method.grouping(shape, gpu).constants };
    if (method.ours) constants.early_stop = earlyStop ? 1 : 0;
    const pipeline = await gpu.wait(gpu.pipelines.pipeline(shader, constants));
    const { storage, uniform, copyTarget, copySource } = BUFFER_USAGE;
    const usage = storage | copyTarget | copySource;
    const buffers = await allocate(gpu, "a population", [
      { label: "batches", size: batches * SLOT, usage: uniform | copyTarget },
      { label: "job", size: JOB_WORDS * 4, usage },
      { label: "outcomes", size: room * task.outcomes * 4, usage },
      ...Array.from({ length: generations }, () => ({
        ...{ label: "genomes", size: room * genomeWords(shape) * 4, usage },
      })),
    ]);
    return new ScoreStage(gpu, plan, room, pipeline, gpu.pipelines.layout(shader), buffers);
  }

  /** `generation`: the one that is made next, where a search goes on by itself. */
  setJob({ seed, density }: TrainingSet, steps: number, generation = 0): void {
    const level = typeof density === "number" ? density : FLAT_DENSITY;
    this.#gpu.queue.writeBuffer(this.job, 0, Uint32Array.of(seed, steps, level, 0, generation, 0));
  }

  setBatch(batch: Batch, slot = 0): void {
    this.#gpu.queue.writeBuffer(this.#batches, slot * SLOT, batchWords(batch));
  }

  /** Adds to the outcomes those of the batch in that slot. */
  encode(pass: StepPass, { groups }: Batch, slot = 0, population = 0): void {
    pass.dispatchGrid(this.#pipeline, this.#bound[population][slot], groups);
  }

  dispose(): void {
    for (const buffer of [this.#batches, this.job, this.outcomes, ...this.genomes]) buffer.destroy();
  }
}
