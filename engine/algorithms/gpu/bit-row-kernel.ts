/**
 * One generation a pass on packed cells, the rule as data (shaders/step/bit-row.wgsl): ready at once for any rule, on any
 * grid, and able to compute a generation in parts.
 *
 * Which bind group a dispatch takes depends on three bits: which buffer is the present one, whether the generation is odd
 * (a rule that lights empty space has two tables, rules/phases.ts), and whether all rows are computed or some of them.
 */

import { rulePhases } from "../../rules/phases.ts";
import type { Neighbourhood, Rule } from "../../rules/rule.ts";
import type { DenseKernel, DenseKernelType, KernelPlace, Side } from "./dense-kernel.ts";
import type { PackedLayout } from "./packed-layout.ts";
import { packedLayout } from "./packed-layout.ts";
import { foldedGroups } from "./pipelines.ts";
import type { ShaderSource } from "./shader-source.ts";
import { stepShader } from "./shader-source.ts";
import { BUFFER_USAGE } from "./webgpu-flags.ts";

/** Uniforms share a buffer; WebGPU's largest alignment of their places is 256 bytes. */
const SLOT = 256;
const ALL_ROWS = 0;
const SOME_ROWS = 1;
const EVEN_RULE = 2;
const SLOTS = 4;

class BitRowKernel implements DenseKernel {
  readonly lengths = [1];
  readonly rowGrain: number;
  readonly #place: KernelPlace;
  readonly #group: GroupShape;
  readonly #uniforms: GPUBuffer;
  /** [which rows][present buffer][parity of the generation]. */
  readonly #bindGroups: readonly (readonly (readonly GPUBindGroup[])[])[];
  readonly #pipelines = new Map<ShaderSource, GPUComputePipeline>();
  #rule: Rule | null = null;
  #neighbourhood: Neighbourhood = "moore";

  constructor(place: KernelPlace) {
    this.#place = place;
    const { gpu, layout } = place;
    this.#group = groupShape(layout, gpu.software);
    this.rowGrain = this.#group.height * this.#group.threadRows;
    this.#uniforms = gpu.device.createBuffer({
      label: "grid and rule",
      size: SLOTS * SLOT,
      usage: BUFFER_USAGE.uniform | BUFFER_USAGE.copyTarget,
    });
    this.#bindGroups = [ALL_ROWS, SOME_ROWS].map((rows) =>
      ([0, 1] as const).map((from) => [0, 1].map((parity) => this.#bindGroup(rows, from, parity))),
    );
    this.#writeRows(ALL_ROWS, 0, layout.height);
  }

  setRule(rule: Rule): boolean {
    if (rule !== this.#rule) {
      this.#rule = rule;
      this.#neighbourhood = rule.neighbourhood;
      rulePhases(rule, this.#place.topology).forEach((phase, parity) => {
        const masks = [...spread(phase.birth), ...spread(phase.birth ^ phase.survival)];
        this.#writeUniform(EVEN_RULE + parity, masks);
      });
    }
    return this.#pipelines.has(this.#shader);
  }

  async prepare(): Promise<void> {
    const shader = this.#shader;
    const { width, height, threadRows } = this.#group;
    const constants = { group_width: width, group_height: height, thread_rows: threadRows };
    this.#pipelines.set(shader, await this.#place.gpu.pipelines.pipeline(shader, constants));
  }

  encode(pass: GPUComputePassEncoder, from: Side, generation: bigint): void {
    this.#dispatch(pass, ALL_ROWS, from, generation, this.#place.layout.height);
  }

  encodeRows(pass: GPUComputePassEncoder, from: Side, generation: bigint, first: number, end: number): void {
    // Written in the queue's order: after the last batch has used the old rows and before this one asks for its own.
    this.#writeRows(SOME_ROWS, first, end);
    this.#dispatch(pass, SOME_ROWS, from, generation, end - first);
  }

  dispose(): void {
    this.#uniforms.destroy();
  }

  #dispatch(pass: GPUComputePassEncoder, which: number, from: Side, generation: bigint, rows: number): void {
    pass.setPipeline(this.#pipelines.get(this.#shader) as GPUComputePipeline);
    pass.setBindGroup(0, this.#bindGroups[which][from][Number(generation & 1n)]);
    pass.dispatchWorkgroups(...foldedGroups(this.#groupsAcross * Math.ceil(rows / this.rowGrain)));
  }

  get #shader(): ShaderSource {
    return stepShader(this.#place.topology.kind, this.#neighbourhood);
  }

  get #groupsAcross(): number {
    return Math.ceil(this.#place.layout.columns / this.#group.width);
  }

  #bindGroup(rows: number, from: Side, parity: number): GPUBindGroup {
    const { gpu, cells } = this.#place;
    const slot = (index: number): GPUBindingResource => ({
      buffer: this.#uniforms,
      offset: index * SLOT,
      size: SLOT,
    });
    const resources: GPUBindingResource[] = [
      slot(rows),
      slot(EVEN_RULE + parity),
      { buffer: cells[from] },
      { buffer: cells[1 - from] },
    ];
    return gpu.device.createBindGroup({
      label: `step from the ${from === 0 ? "first" : "second"} buffer, ${parity === 0 ? "even" : "odd"}`,
      layout: gpu.pipelines.layout(this.#shader),
      entries: resources.map((resource, binding) => ({ binding, resource })),
    });
  }

  #writeRows(slot: number, first: number, end: number): void {
    const { width, height, columns, stride } = this.#place.layout;
    this.#writeUniform(slot, [width, height, columns, stride, this.#groupsAcross, first, end]);
  }

  #writeUniform(slot: number, values: readonly number[]): void {
    this.#place.gpu.queue.writeBuffer(this.#uniforms, slot * SLOT, Uint32Array.from(values));
  }
}

export const BIT_ROW: DenseKernelType = {
  id: "bit-row",
  bytes: (width, height) => packedLayout(width, height).bytes,
  create: (place) => new BitRowKernel(place),
};

/** A mask as the shader's words: entry n is all ones where bit n is set. Twelve, that is three vectors of four. */
function spread(mask: number): number[] {
  return Array.from({ length: 12 }, (_, n) => ((mask >> n) & 1 ? 0xffffffff : 0));
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
function groupShape({ columns, height }: PackedLayout, software: boolean): GroupShape {
  let width = 32;
  while (width > 1 && Math.ceil(columns / width) * width > columns * 1.125) width /= 2;
  let threadRows = 1;
  const spare = software ? Number.POSITIVE_INFINITY : (columns * height) / WANTED_THREADS;
  while (threadRows < MOST_THREAD_ROWS && threadRows * 2 <= spare) threadRows *= 2;
  return { width, height: GROUP_THREADS / width, threadRows };
}
