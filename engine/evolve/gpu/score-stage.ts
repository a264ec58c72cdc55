/** The dispatches that score a population: a compiled method, what it reads, and where its outcomes go. */

import { allocate, SLOT } from "../../gpu/buffers.ts";
import type { GpuDevice } from "../../gpu/device.ts";
import { Pacer } from "../../gpu/pacer.ts";
import { bytesOffered } from "../../gpu/packed-layout.ts";
import type { StepPass } from "../../gpu/step-pass.ts";
import { BUFFER_USAGE } from "../../gpu/webgpu-flags.ts";
import type { RingShape } from "../genome.ts";
import { genomeWords } from "../genome.ts";
import type { MajorityCount } from "../majority.ts";
import type { Grouping, ScoreMethod } from "./methods.ts";
import { checkMethod } from "./methods.ts";
import type { Piece } from "./pieces.ts";
import { pieceWords } from "./pieces.ts";
import { scoreShader } from "./score-source.ts";

/** Numbers of an individual (shaders/evolve/score.wgsl): 3 * majority + end, where 2 is a tie and no uniform end. */
export const OUTCOMES = 9;

/** Words of the struct `Job`. */
const JOB_WORDS = 3;

/** First guesses at the milliseconds of a cell's step: on a GPU, and on a CPU that imitates one. */
const GUESS = { hardware: 1e-7, software: 1e-5 } as const;

/** What the first batch may take by the guess. */
const FIRST_MILLISECONDS = 6;

/** How rules of one kind of ring are scored. */
export interface ScorePlan {
  readonly ring: RingShape;
  readonly method: ScoreMethod;
  /** Whether our methods end runs that repeat themselves; those of the paper never do. */
  readonly earlyStop: boolean;
}

/** The most individuals whose genomes and outcomes fit a binding each. */
export function mostIndividuals({ limits }: Pick<GpuDevice, "limits">, ring: RingShape): number {
  return Math.floor(bytesOffered(limits) / (4 * Math.max(genomeWords(ring), OUTCOMES)));
}

/** A pacer whose rows are evaluations: a run of one vector under one rule. */
export function evaluationPacer(
  { software }: Pick<GpuDevice, "software">,
  cells: number,
  steps: number,
): Pacer {
  const guess = (software ? GUESS.software : GUESS.hardware) * cells * Math.max(1, steps);
  return new Pacer(guess, Math.max(1, FIRST_MILLISECONDS / guess));
}

export class ScoreStage {
  readonly grouping: Grouping;
  readonly job: GPUBuffer;
  readonly genomes: readonly GPUBuffer[];
  readonly outcomes: GPUBuffer;
  readonly #gpu: GpuDevice;
  readonly #pieces: GPUBuffer;
  readonly #pipeline: GPUComputePipeline;
  readonly #bound: readonly (readonly GPUBindGroup[])[];

  private constructor(
    gpu: GpuDevice,
    grouping: Grouping,
    pipeline: GPUComputePipeline,
    layout: GPUBindGroupLayout,
    [pieces, job, outcomes, ...genomes]: readonly GPUBuffer[],
  ) {
    this.#gpu = gpu;
    this.grouping = grouping;
    this.#pipeline = pipeline;
    this.#pieces = pieces;
    this.job = job;
    this.outcomes = outcomes;
    this.genomes = genomes;
    this.#bound = genomes.map((buffer) =>
      Array.from({ length: pieces.size / SLOT }, (_, slot) =>
        gpu.device.createBindGroup({
          label: "score",
          layout,
          entries: [{ buffer: pieces, offset: slot * SLOT, size: SLOT }, job, buffer, outcomes].map(
            (resource, binding) => ({
              binding,
              resource: "buffer" in resource ? resource : { buffer: resource },
            }),
          ),
        }),
      ),
    );
  }

  /**
   * With room for so many individuals, in so many buffers of genomes, and for so many pieces at a time. Errors:
   * `unsupported-operation` where the method does not take the ring, `too-large`, `memory-limit`, `gpu-lost`.
   */
  static async create(
    gpu: GpuDevice,
    { ring, method, earlyStop }: ScorePlan,
    individuals: number,
    generations = 1,
    pieces = 1,
  ): Promise<ScoreStage> {
    checkMethod(method, ring, gpu);
    const grouping = method.grouping(ring, gpu);
    const shader = scoreShader(method.kernel, ring, gpu.limits.maxComputeWorkgroupStorageSize);
    const constants = { ...grouping.constants, ...(method.ours ? { early_stop: earlyStop ? 1 : 0 } : {}) };
    const pipeline = await gpu.wait(gpu.pipelines.pipeline(shader, constants));
    const { storage, uniform, copyTarget, copySource } = BUFFER_USAGE;
    const usage = storage | copyTarget | copySource;
    const buffers = await allocate(gpu, "a population", [
      { label: "pieces", size: pieces * SLOT, usage: uniform | copyTarget },
      { label: "job", size: JOB_WORDS * 4, usage },
      { label: "outcomes", size: individuals * OUTCOMES * 4, usage },
      ...Array.from({ length: generations }, () => ({
        label: "genomes",
        size: individuals * genomeWords(ring) * 4,
        usage,
      })),
    ]);
    return new ScoreStage(gpu, grouping, pipeline, gpu.pipelines.layout(shader), buffers);
  }

  setJob(seed: number, steps: number): void {
    this.#gpu.queue.writeBuffer(this.job, 0, Uint32Array.of(seed, steps, 0));
  }

  setPiece(piece: Piece, slot = 0): void {
    this.#gpu.queue.writeBuffer(this.#pieces, slot * SLOT, pieceWords(piece));
  }

  /** Adds to the outcomes those of the piece in that slot. */
  encode(pass: StepPass, { groups }: Piece, slot = 0, genomes = 0): void {
    pass.dispatchGrid(this.#pipeline, this.#bound[genomes][slot], groups);
  }

  dispose(): void {
    for (const buffer of [this.#pieces, this.job, this.outcomes, ...this.genomes]) buffer.destroy();
  }
}

/** An individual's numbers as counts. */
export function majorityCount(vectors: number, outcomes: Uint32Array): MajorityCount {
  const [zeros0, , zeros2, ones0, ones1, ones2, ties0, ties1, ties2] = outcomes;
  return {
    vectors,
    correct: zeros0 + ones1,
    ties: ties0 + ties1 + ties2,
    tiesTo0: ties0,
    tiesTo1: ties1,
    unsettled: zeros2 + ones2,
    correct1: ones1,
    majority1: ones0 + ones1 + ones2,
  };
}
