/**
 * Computes generations on the GPU. Two buffers hold the cells: a generation is read from one and the next written to the
 * other, and then they change places. Between two dispatches of a pass WebGPU waits until what the first has written can
 * be read, so any number of generations is encoded into one pass and the CPU is not asked in between.
 *
 * Which bind group a dispatch takes depends on three bits: which buffer is the present one, whether the generation is odd
 * (a rule that lights empty space has two tables, rules/phases.ts), and whether all rows are computed or some of them.
 * A generation too long for one batch is computed some rows at a time. Its present buffer is not touched meanwhile, so
 * the last complete generation stays readable, and dropping the rows that are done costs nothing but their work.
 */

import type { BoundedTopology } from "../../core/topology.ts";
import type { RulePhases } from "../../rules/phases.ts";
import { rulePhases } from "../../rules/phases.ts";
import type { Rule } from "../../rules/rule.ts";
import { allocate } from "./buffers.ts";
import type { GpuDevice } from "./device.ts";
import type { PackedLayout } from "./packed-layout.ts";
import { packedLayout } from "./packed-layout.ts";
import { foldedGroups } from "./pipelines.ts";
import type { ShaderSource, StepGrid } from "./shader-source.ts";
import { stepShader } from "./shader-source.ts";
import { BUFFER_USAGE } from "./webgpu-flags.ts";

/** Uniforms share a buffer; WebGPU's largest alignment of their places is 256 bytes. */
const SLOT = 256;
const ALL_ROWS = 0;
const SOME_ROWS = 1;
const EVEN_RULE = 2;
const SLOTS = 4;

/** Generations in one submission: encoding must not keep the calling thread from its other tasks for long. */
const MOST_DISPATCHES = 8192;

/** What a submission did. */
export interface Submitted {
  /** Generations that it completes. */
  readonly generations: number;
  readonly rows: number;
}

/** The grids that it runs. */
export type GpuTopology = BoundedTopology & { readonly kind: StepGrid };

export class Stepper {
  readonly layout: PackedLayout;
  readonly #gpu: GpuDevice;
  readonly #topology: GpuTopology;
  readonly #group: GroupShape;
  readonly #cells: readonly GPUBuffer[];
  readonly #uniforms: GPUBuffer;
  /** [which rows][present buffer][parity of the generation]. */
  readonly #bindGroups: readonly (readonly (readonly GPUBindGroup[])[])[];
  readonly #pipelines = new Map<ShaderSource, GPUComputePipeline>();
  #rule: Rule;
  #present = 0;
  /** Rows of the next generation that are computed already. */
  #rowsDone = 0;

  private constructor(gpu: GpuDevice, topology: GpuTopology, rule: Rule, buffers: readonly GPUBuffer[]) {
    this.#gpu = gpu;
    this.#topology = topology;
    this.layout = packedLayout(topology.width, topology.height);
    this.#group = groupShape(this.layout, gpu.software);
    this.#cells = buffers.slice(0, 2);
    this.#uniforms = buffers[2];
    this.#rule = rule;
    this.#bindGroups = [ALL_ROWS, SOME_ROWS].map((rows) =>
      [0, 1].map((present) => [0, 1].map((parity) => this.#bindGroup(rows, present, parity))),
    );
    this.#writeRows(ALL_ROWS, 0, topology.height);
    this.setRule(rule);
  }

  /** Errors: `memory-limit`, `gpu-lost`. */
  static async create(gpu: GpuDevice, topology: GpuTopology, rule: Rule): Promise<Stepper> {
    const { bytes } = packedLayout(topology.width, topology.height);
    const { storage, copySource, copyTarget, uniform } = BUFFER_USAGE;
    const cells = { size: bytes, usage: storage | copySource | copyTarget };
    const buffers = await allocate(gpu, `a grid of ${topology.width} x ${topology.height} cells`, [
      { label: "cells, first", ...cells },
      { label: "cells, second", ...cells },
      { label: "grid and rule", size: SLOTS * SLOT, usage: uniform | copyTarget },
    ]);
    const stepper = new Stepper(gpu, topology, rule, buffers);
    try {
      await stepper.prepare();
    } catch (error) {
      stepper.dispose();
      throw error;
    }
    return stepper;
  }

  /** The last complete generation. */
  get present(): GPUBuffer {
    return this.#cells[this.#present];
  }

  get bytes(): number {
    return 2 * this.layout.bytes;
  }

  /** A rule for another neighbourhood needs `prepare` before the next submission. */
  setRule(rule: Rule): void {
    this.drop();
    this.#rule = rule;
    const phases: RulePhases = rulePhases(rule, this.#topology);
    phases.forEach((phase, parity) => {
      this.#writeUniform(EVEN_RULE + parity, [
        ...spread(phase.birth),
        ...spread(phase.birth ^ phase.survival),
      ]);
    });
  }

  /** Forgets an unfinished generation. Whoever writes cells calls it first. */
  drop(): void {
    this.#rowsDone = 0;
  }

  /** Compiles the shader for the present rule, unless that has been done. Errors: `gpu-lost`. */
  async prepare(): Promise<void> {
    const shader = this.#shader;
    const { width, height, threadRows } = this.#group;
    const constants = { group_width: width, group_height: height, thread_rows: threadRows };
    try {
      this.#pipelines.set(shader, await this.#gpu.pipelines.pipeline(shader, constants));
    } finally {
      this.#gpu.check();
    }
  }

  /**
   * Submits about `rows` rows of work from `generation` on, at most `most` generations: whole generations where at least
   * one fits, otherwise a part of one. Synchronous, so that rule and generation cannot change on the way. Answers null
   * when the shader for the present rule is not there yet. Errors: `gpu-lost`.
   */
  submit(generation: bigint, most: bigint, rows: number): Submitted | null {
    this.#gpu.check();
    const pipeline = this.#pipelines.get(this.#shader);
    if (!pipeline) return null;
    const { height } = this.layout;
    const encoder = this.#gpu.device.createCommandEncoder({ label: "step" });
    const pass = encoder.beginComputePass({ label: "step" });
    pass.setPipeline(pipeline);
    const done =
      this.#rowsDone > 0 || rows < height
        ? this.#encodePart(pass, generation, rows)
        : this.#encodeWhole(pass, generation, atMost(most, Math.floor(rows / height)));
    pass.end();
    this.#gpu.queue.submit([encoder.finish()]);
    return done;
  }

  dispose(): void {
    for (const buffer of this.#cells) buffer.destroy();
    this.#uniforms.destroy();
  }

  #encodeWhole(pass: GPUComputePassEncoder, generation: bigint, count: number): Submitted {
    const { height } = this.layout;
    const groups = this.#bindGroups[ALL_ROWS];
    const [x, y] = this.#dispatchSize(height);
    let parity = Number(generation & 1n);
    for (let k = 0; k < count; k++) {
      pass.setBindGroup(0, groups[this.#present][parity]);
      pass.dispatchWorkgroups(x, y);
      this.#present ^= 1;
      parity ^= 1;
    }
    return { generations: count, rows: count * height };
  }

  #encodePart(pass: GPUComputePassEncoder, generation: bigint, rows: number): Submitted {
    const { height } = this.layout;
    const first = this.#rowsDone;
    const end = Math.min(height, first + Math.ceil(rows / this.#groupRows) * this.#groupRows);
    // Written in the queue's order: after the last batch has used the old rows and before this one asks for its own.
    this.#writeRows(SOME_ROWS, first, end);
    pass.setBindGroup(0, this.#bindGroups[SOME_ROWS][this.#present][Number(generation & 1n)]);
    pass.dispatchWorkgroups(...this.#dispatchSize(end - first));
    const complete = end === height;
    this.#rowsDone = complete ? 0 : end;
    if (complete) this.#present ^= 1;
    return { generations: complete ? 1 : 0, rows: end - first };
  }

  get #shader(): ShaderSource {
    return stepShader(this.#topology.kind, this.#rule.neighbourhood);
  }

  /** Rows that a workgroup computes. */
  get #groupRows(): number {
    return this.#group.height * this.#group.threadRows;
  }

  get #groupsAcross(): number {
    return Math.ceil(this.layout.stride / this.#group.width);
  }

  /** Workgroups for that many rows. */
  #dispatchSize(rows: number): readonly [x: number, y: number] {
    return foldedGroups(this.#groupsAcross * Math.ceil(rows / this.#groupRows));
  }

  #bindGroup(rows: number, present: number, parity: number): GPUBindGroup {
    const slot = (index: number): GPUBindingResource => ({
      buffer: this.#uniforms,
      offset: index * SLOT,
      size: SLOT,
    });
    const resources: GPUBindingResource[] = [
      slot(rows),
      slot(EVEN_RULE + parity),
      { buffer: this.#cells[present] },
      { buffer: this.#cells[1 - present] },
    ];
    return this.#gpu.device.createBindGroup({
      label: `step from the ${present === 0 ? "first" : "second"} buffer, ${parity === 0 ? "even" : "odd"}`,
      layout: this.#gpu.pipelines.layout(this.#shader),
      entries: resources.map((resource, binding) => ({ binding, resource })),
    });
  }

  #writeRows(slot: number, first: number, end: number): void {
    const { width, height, stride } = this.layout;
    this.#writeUniform(slot, [width, height, stride, this.#groupsAcross, first, end]);
  }

  #writeUniform(slot: number, values: readonly number[]): void {
    this.#gpu.queue.writeBuffer(this.#uniforms, slot * SLOT, Uint32Array.from(values));
  }
}

/** A mask as the shader's words: entry n is all ones where bit n is set. Twelve, that is three vectors of four. */
function spread(mask: number): number[] {
  return Array.from({ length: 12 }, (_, n) => ((mask >> n) & 1 ? 0xffffffff : 0));
}

function atMost(most: bigint, fitting: number): number {
  const count = Math.min(fitting, MOST_DISPATCHES);
  return most < BigInt(count) ? Number(most) : count;
}

interface GroupShape {
  /** Threads side by side, a word each, and threads below each other. */
  readonly width: number;
  readonly height: number;
  /** Words that each thread computes, one below the other. */
  readonly threadRows: number;
}

const GROUP_THREADS = 128;

/** Enough to keep a large GPU busy; below, more threads with less work each finish sooner. */
const WANTED_THREADS = 2 ** 18;
const MOST_THREAD_ROWS = 8;

/**
 * How a grid is shared out. Workgroups are as wide as rows allow without leaving more than an eighth of the threads idle
 * beyond their end, since threads side by side read memory side by side. A thread computes several words below each
 * other where there are words enough: each of them spares it two of the three rows that it would load for one. A software
 * adapter runs few threads at once and gains by it on any grid.
 */
function groupShape({ stride, height }: PackedLayout, software: boolean): GroupShape {
  let width = 32;
  while (width > 1 && Math.ceil(stride / width) * width > stride * 1.125) width /= 2;
  let threadRows = 1;
  const spare = software ? Number.POSITIVE_INFINITY : (stride * height) / WANTED_THREADS;
  while (threadRows < MOST_THREAD_ROWS && threadRows * 2 <= spare) threadRows *= 2;
  return { width, height: GROUP_THREADS / width, threadRows };
}
