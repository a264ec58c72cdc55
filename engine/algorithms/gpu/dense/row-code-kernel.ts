/**
 * One generation a pass by tables of rows (row-code-source.ts), on packed planes: for any rule of range 1 in more than two states that is a
 * diagram, on any grid, and able to compute a generation in parts.
 */

import { allocate, SLOT } from "../../../gpu/buffers.ts";
import type { StepPass } from "../../../gpu/step-pass.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import { rowCodesOf } from "../../../rules/row-codes.ts";
import type { Rule } from "../../../rules/rule.ts";
import { RuleCompiler } from "../rules/rule-compiler.ts";
import { planeConstants } from "../rules/state-planes.ts";
import type { DenseKernel, DenseKernelType, KernelPlace, Side } from "./dense-kernel.ts";
import { packedBytes } from "./grid-fits.ts";
import { rowCodeShader } from "./row-code-source.ts";
import type { Which } from "./row-work.ts";
import { ALL_ROWS, SOME_ROWS } from "./row-work.ts";

/** Threads share a copy of the tables. */
const LANES = { lanes: 256, unrolled: true };
const SOFTWARE_LANES = { lanes: 64, unrolled: false };
/** Rows that a thread walks down: two more are looked up on the way. */
const LEAST_ROWS = 4;
const MOST_ROWS = 64;
/** Enough to keep a large GPU busy. */
const WANTED_THREADS = 2 ** 17;

/** Threads of a workgroup, and whether the cells of a word are written out. */
interface RowCodeShape {
  readonly lanes: number;
  readonly unrolled: boolean;
}

/** The pipeline of one rule, and what it is bound to: [which rows][present buffer]. */
interface Compiled {
  readonly pipeline: GPUComputePipeline;
  readonly bindGroups: readonly (readonly GPUBindGroup[])[];
}

class RowCodeKernel implements DenseKernel {
  readonly lengths = [1];
  readonly rowGrain: number;
  readonly #place: KernelPlace;
  readonly #shape: RowCodeShape;
  readonly #uniform: GPUBuffer;
  readonly #rule: RuleCompiler<Compiled>;
  #tables: GPUBuffer | null = null;
  #isDisposed = false;

  constructor(place: KernelPlace, shape: RowCodeShape | undefined) {
    this.#place = place;
    const { gpu, layout } = place;
    this.#shape = shape ?? (gpu.software ? SOFTWARE_LANES : LANES);
    const spare = gpu.software ? MOST_ROWS : (layout.columns * layout.height) / WANTED_THREADS;
    this.rowGrain = Math.max(LEAST_ROWS, Math.min(MOST_ROWS, Math.ceil(spare)));
    this.#rule = new RuleCompiler(place.topology, (rule) => this.#compile(rule));
    this.#uniform = gpu.device.createBuffer({
      label: "grid and chunks",
      size: 2 * SLOT,
      usage: BUFFER_USAGE.uniform | BUFFER_USAGE.copyTarget,
    });
    this.#write(ALL_ROWS, 0, layout.height);
  }

  setRule(rule: Rule): boolean {
    return this.#rule.setRule(rule);
  }

  prepare(): Promise<void> {
    return this.#rule.prepare();
  }

  async #compile({ text, form }: Rule): Promise<Compiled> {
    if (form.kind !== "diagram") throw new Error(`${text} is no diagram.`);
    const { gpu, topology, layout, cells } = this.#place;
    const { maxComputeWorkgroupStorageSize } = gpu.limits;
    const codes = rowCodesOf(form);
    const { shader, tables } = rowCodeShader(
      topology.kind,
      codes,
      this.#shape,
      maxComputeWorkgroupStorageSize,
    );
    const usage = BUFFER_USAGE.storage | BUFFER_USAGE.copyTarget;
    const [buffer] = await allocate(gpu, `the tables of ${text}`, [
      { label: "tables of rows", size: tables.byteLength, usage },
    ]);
    try {
      gpu.queue.writeBuffer(buffer, 0, tables);
      const pipeline = await gpu.pipelines.pipeline(shader, planeConstants(layout));
      const bindGroups = ([ALL_ROWS, SOME_ROWS] as const).map((which) =>
        ([0, 1] as const).map((from) => {
          const resources: GPUBindingResource[] = [
            { buffer: this.#uniform, offset: which * SLOT, size: SLOT },
            { buffer: cells[from] },
            { buffer: cells[1 - from] as GPUBuffer },
            { buffer },
          ];
          return gpu.device.createBindGroup({
            label: `rows from the ${from === 0 ? "first" : "second"} buffer`,
            layout: gpu.pipelines.layout(shader),
            entries: resources.map((resource, binding) => ({ binding, resource })),
          });
        }),
      );
      // What was submitted keeps the tables that it reads.
      this.#tables?.destroy();
      this.#tables = buffer;
      if (this.#isDisposed) buffer.destroy();
      return { pipeline, bindGroups };
    } catch (error) {
      buffer.destroy();
      throw error;
    }
  }

  encode(pass: StepPass, from: Side): void {
    this.#dispatch(pass, ALL_ROWS, from, this.#place.layout.height);
  }

  encodeRows(pass: StepPass, from: Side, _generation: bigint, first: number, end: number): void {
    this.#write(SOME_ROWS, first, end);
    this.#dispatch(pass, SOME_ROWS, from, end - first);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#uniform.destroy();
    this.#tables?.destroy();
  }

  #dispatch(pass: StepPass, which: Which, from: Side, rows: number): void {
    const { pipeline, bindGroups } = this.#rule.made;
    const groups = Math.ceil(this.#placesOf(rows) / (this.#shape.lanes - 2));
    pass.dispatch(pipeline, bindGroups[which]?.[from] as GPUBindGroup, groups);
  }

  /** Threads with work: a column more at both sides, in each chunk of so many rows. */
  #placesOf(rows: number): number {
    return (this.#place.layout.columns + 2) * Math.ceil(rows / this.rowGrain);
  }

  /** In the queue's order, so work that was submitted keeps its rows. */
  #write(which: Which, first: number, end: number): void {
    const { gpu, layout, topology } = this.#place;
    const { width, height, columns, stride } = layout;
    const shifts = topology.kind === "torus" ? [topology.shiftX, topology.shiftY] : [0, 0];
    const work = [this.rowGrain, this.#placesOf(end - first), first, end];
    gpu.queue.writeBuffer(
      this.#uniform,
      which * SLOT,
      Int32Array.from([width, height, columns, stride, ...shifts, ...work]),
    );
  }
}

/** `shape`: default what suits the device. */
export function rowCodeKernel(shape?: RowCodeShape): DenseKernelType {
  return { id: "row-codes", bytes: packedBytes, create: (place) => new RowCodeKernel(place, shape) };
}

export const ROW_CODES = rowCodeKernel();
