/**
 * Computes generations of a whole grid on the GPU with one kernel at a time (dense-kernel.ts). Two buffers hold the
 * cells: a pass reads one and writes the other, and then they change places. Between two dispatches WebGPU waits
 * until the writes of the first are readable, so any number of generations fits into one compute pass, without a trip
 * to the CPU.
 *
 * The present cells are in the packed form, in the kernel's own, or in both, one in each buffer. A read makes packed
 * cells, which are stale once the kernel continues; the kernel's own cells are stale once an edit has written the
 * packed ones.
 *
 * A generation too long for one batch is computed some rows at a time, where the kernel can. Its present buffer does
 * not change meanwhile, so the last complete generation stays readable, and dropping finished rows loses only their
 * work.
 */

import { planesFor } from "../../../core/block.ts";
import { groupedSize } from "../../../core/integers.ts";
import { allocate } from "../../../gpu/buffers.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import type { PackedLayout } from "../../../gpu/packed-layout.ts";
import { packedLayout } from "../../../gpu/packed-layout.ts";
import type { PassTimer } from "../../../gpu/pass-clock.ts";
import { StepPass } from "../../../gpu/step-pass.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import type { Rule } from "../../../rules/rule.ts";
import type { LentRows, MovedRows, OwnRows, RowRange } from "../../algorithm.ts";
import type { DenseKernel, DenseKernelType, KernelPlace, Side } from "./dense-kernel.ts";
import type { BytesOf } from "./grid-fits.ts";
import { packedBytes } from "./grid-fits.ts";
import type { GpuTopology } from "./step-source.ts";

/** Passes in one submission: encoding must not keep the calling thread from its other tasks for long. */
const MOST_PASSES = 8192;

/** The result of a submission. */
export interface Submitted {
  /** Generations that it completes. */
  readonly generations: number;
  /** Rows of cells computed, counted once a generation. */
  readonly rows: number;
}

/** Bytes of each of the two buffers, large enough for the cells under any of those kernels. */
export function bufferBytes(types: readonly DenseKernelType[]): BytesOf {
  return (width, height, planes) =>
    Math.max(packedBytes(width, height, planes), ...types.map((type) => type.bytes(width, height, planes)));
}

export class DenseStepper {
  readonly layout: PackedLayout;
  /** The first kernel in use. */
  readonly first: DenseKernelType;
  readonly #bytes: number;
  readonly #place: KernelPlace;
  readonly #kernels = new Map<DenseKernelType, DenseKernel>();
  #kernel: DenseKernel;
  #type: DenseKernelType;
  #rule: Rule;
  /**
   * The buffers that hold the present cells in the packed form and in the kernel's own. At least one of them is a
   * side.
   */
  #packed: Side | null = 0;
  #own: Side | null = null;
  /** Finished rows of the next generation. */
  #rowsDone = 0;

  private constructor(place: KernelPlace, bytes: number, rule: Rule, type: DenseKernelType) {
    this.#place = place;
    this.layout = place.layout;
    this.#bytes = bytes;
    this.#rule = rule;
    this.first = type;
    this.#type = type;
    this.#kernel = this.#kernelOf(type);
  }

  /** `types`: all kernels it may ever use, the first one to begin with. Errors: `memory-limit`, `gpu-lost`. */
  static async create(
    gpu: GpuDevice,
    topology: GpuTopology,
    rule: Rule,
    types: readonly [DenseKernelType, ...DenseKernelType[]],
  ): Promise<DenseStepper> {
    const { width, height } = topology;
    const planes = planesFor(rule.states);
    const layout = packedLayout(width, height, planes);
    const size = bufferBytes(types)(width, height, planes);
    const { storage, copySource, copyTarget } = BUFFER_USAGE;
    const request = { size, usage: storage | copySource | copyTarget };
    const [first, second] = await allocate(gpu, `a grid of ${groupedSize(width, height)} cells`, [
      { label: "cells, first", ...request },
      { label: "cells, second", ...request },
    ]);
    const stepper = new DenseStepper(
      { gpu, topology, layout, cells: [first, second] },
      2 * size,
      rule,
      types[0],
    );
    try {
      await stepper.prepare();
    } catch (error) {
      stepper.dispose();
      throw error;
    }
    return stepper;
  }

  get bytes(): number {
    return [...this.#kernels.values()].reduce((sum, { bytes = 0 }) => sum + bytes, this.#bytes);
  }

  /** The last complete generation, packed; converted first where the kernel has a form of its own. Errors: `gpu-lost`. */
  get present(): GPUBuffer {
    if (this.#packed === null) this.#submitPass("to packed", (pass) => this.#toPacked(pass));
    return this.#place.cells[this.#packed as Side];
  }

  /** To be called before writing into `present`: forgets the cells in any other form. */
  touch(): void {
    this.drop();
    if (this.#packed === null) this.#submitPass("to packed", (pass) => this.#toPacked(pass));
    this.#own = null;
  }

  /**
   * A buffer in which those rows of the present generation lie packed, at their places, once the GPU has done what the encoder holds
   * then. That is so until anything else is asked for.
   */
  packedRows(ranges: readonly RowRange[], encoder: GPUCommandEncoder): GPUBuffer {
    const rows = this.#kernel.conversion?.rows;
    if (this.#packed !== null || this.#own === null || !rows) return this.present;
    this.drop();
    const own = this.#own;
    encodePass(encoder, "rows to packed", (pass) => rows.toPacked(pass, own, ranges));
    return this.#place.cells[other(own)];
  }

  /** The rows as the kernel keeps them; null where it keeps them packed, or cannot tell them apart. */
  get ownRows(): OwnRows | null {
    const rows = this.#kernel.conversion?.rows;
    if (this.#own === null || !rows) return null;
    return { form: rows.form, rowBytes: rows.rowBytes, cells: this.#place.cells[this.#own] };
  }

  /** Replaces rows by those of a grid of the same width, by the encoder's next commands; packed on the way unless both kernels keep them alike. */
  takeRows(moved: readonly MovedRows[], lent: LentRows, encoder: GPUCommandEncoder): void {
    const ranges = moved.map(({ to, rows }) => ({ first: to, rows }));
    const copy = (source: GPUBuffer, cells: GPUBuffer, bytes: number): void => {
      for (const { first, rows, to } of moved)
        encoder.copyBufferToBuffer(source, first * bytes, cells, to * bytes, rows * bytes);
    };
    const own = this.ownRows;
    if (!own || own.form !== lent.own?.form) {
      const source = lent.packed();
      this.replaceRows(ranges, encoder, (cells) => copy(source, cells, this.layout.stride * 4));
      return;
    }
    this.drop();
    copy(lent.own.cells, own.cells, own.rowBytes);
    this.#packed = null;
    this.#kernel.conversion?.rows?.replaced(this.#own as Side, ranges);
  }

  /** Replaces rows by packed ones, which `write` copies into a buffer, at their places, by the encoder's next commands. */
  replaceRows(
    ranges: readonly RowRange[],
    encoder: GPUCommandEncoder,
    write: (cells: GPUBuffer) => void,
  ): void {
    const rows = this.#kernel.conversion?.rows;
    if (this.#own === null || !rows) {
      this.touch();
      write(this.present);
      return;
    }
    this.drop();
    // Packed cells, if there are any, are in that other buffer, and stay what they ought to be.
    const packed = other(this.#own);
    write(this.#place.cells[packed]);
    encodePass(encoder, "rows from packed", (pass) => rows.fromPacked(pass, packed, ranges));
  }

  /** Forgets an unfinished generation. */
  drop(): void {
    this.#rowsDone = 0;
  }

  /** A rule may need `prepare` before the next submission. */
  setRule(rule: Rule): void {
    this.drop();
    this.#rule = rule;
    for (const kernel of this.#kernels.values()) kernel.setRule(rule);
  }

  /** The present kernel. */
  get kernel(): DenseKernelType {
    return this.#type;
  }

  /** Whether that kernel can step the present rule at once. */
  isReady(type: DenseKernelType): boolean {
    return this.#kernelOf(type).setRule(this.#rule);
  }

  /** Compiles the kernel for the present rule. Errors: those of DenseKernel.prepare. */
  async prepareKernel(type: DenseKernelType): Promise<void> {
    const kernel = this.#kernelOf(type);
    kernel.setRule(this.#rule);
    await kernel.prepare();
  }

  /** Steps with another kernel, which is ready, from the next submission on. */
  take(type: DenseKernelType): void {
    if (type === this.#type) return;
    this.#place.gpu.check();
    this.drop();
    if (this.#packed === null) this.#submitPass("to packed", (pass) => this.#toPacked(pass));
    this.#own = null;
    this.#kernel = this.#kernelOf(type);
    this.#type = type;
  }

  /** Compiles the present rule if that has not happened yet. Errors: `gpu-lost`. */
  async prepare(): Promise<void> {
    try {
      await this.#kernel.prepare();
    } finally {
      this.#place.gpu.check();
    }
  }

  /**
   * Submits about `rows` rows of work from `generation` on, at most `most` generations: whole generations where at
   * least one fits or the kernel divides none, otherwise a part of one. Synchronous, so rule and generation cannot
   * change on the way. Returns null when the kernel is not ready for the present rule. `timer` times the pass; `held`: whether it is held
   * back (GpuDevice.hold).
   * Errors: `gpu-lost`.
   */
  submit(
    generation: bigint,
    most: bigint,
    rows: number,
    timer?: PassTimer | null,
    held = false,
  ): Submitted | null {
    const { gpu, layout } = this.#place;
    gpu.check();
    if (!this.#kernel.setRule(this.#rule)) return null;
    const divides = this.#kernel.encodeRows !== undefined;
    let done: Submitted = { generations: 0, rows: 0 };
    const encode = (pass: StepPass): void => {
      const from = this.#toOwn(pass);
      done =
        divides && (this.#rowsDone > 0 || rows < layout.height)
          ? this.#encodePart(pass, from, generation, rows)
          : this.#encodeWhole(pass, from, generation, most, Math.max(1, Math.floor(rows / layout.height)));
    };
    this.#submitPass("step", encode, timer, held);
    return done;
  }

  dispose(): void {
    for (const kernel of this.#kernels.values()) kernel.dispose();
    for (const buffer of this.#place.cells) buffer.destroy();
  }

  #kernelOf(type: DenseKernelType): DenseKernel {
    let kernel = this.#kernels.get(type);
    if (!kernel) {
      kernel = type.create(this.#place);
      this.#kernels.set(type, kernel);
      kernel.setRule(this.#rule);
    }
    return kernel;
  }

  #submitPass(label: string, encode: (pass: StepPass) => void, timer?: PassTimer | null, held = false): void {
    const { gpu } = this.#place;
    const encoder = gpu.device.createCommandEncoder({ label });
    encodePass(encoder, label, encode, timer);
    timer?.finish(encoder);
    if (held) gpu.hold(encoder.finish());
    else gpu.submit(encoder.finish());
  }

  #toPacked(pass: StepPass): void {
    const from = this.#own as Side;
    // The other buffer may hold the first rows of the next generation.
    this.#rowsDone = 0;
    this.#kernel.conversion?.toPacked(pass, from);
    this.#packed = other(from);
  }

  /** The buffer that holds the present cells in the form that the kernel steps. */
  #toOwn(pass: StepPass): Side {
    const { conversion } = this.#kernel;
    if (!conversion) return this.#packed as Side;
    if (this.#own === null) {
      const from = this.#packed as Side;
      conversion.fromPacked(pass, from);
      this.#own = other(from);
    }
    return this.#own;
  }

  /** Rows of the longest pass, in all its generations. */
  get passRows(): number {
    return this.#kernel.lengths[0] * this.layout.height;
  }

  /** The present cells are now on that side, in the form that the kernel steps. */
  #arrive(side: Side): void {
    if (this.#kernel.conversion) {
      this.#own = side;
      this.#packed = null;
    } else this.#packed = side;
  }

  #encodeWhole(pass: StepPass, from: Side, generation: bigint, most: bigint, fitting: number): Submitted {
    const { lengths } = this.#kernel;
    // Rounds the work to whole passes of the longest kind; short ones only make up the rest.
    const whole = fitting < lengths[0] ? fitting : fitting - (fitting % lengths[0]);
    const wanted = most < BigInt(whole) ? Number(most) : whole;
    let side = from;
    let count = 0;
    let passes = 0;
    for (const length of lengths) {
      for (; count + length <= wanted && passes < MOST_PASSES; passes++) {
        this.#kernel.encode(pass, side, generation + BigInt(count), length);
        side = other(side);
        count += length;
      }
    }
    this.#arrive(side);
    return { generations: count, rows: count * this.layout.height };
  }

  #encodePart(pass: StepPass, from: Side, generation: bigint, rows: number): Submitted {
    const { height } = this.layout;
    const { encodeRows, rowGrain = 1 } = this.#kernel;
    const first = this.#rowsDone;
    const end = Math.min(height, first + Math.ceil(rows / rowGrain) * rowGrain);
    encodeRows?.call(this.#kernel, pass, from, generation, first, end);
    const complete = end === height;
    this.#rowsDone = complete ? 0 : end;
    if (complete) this.#arrive(other(from));
    // The other buffer of the kernel's own form is half written, which destroys any packed cells there.
    else if (this.#kernel.conversion) this.#packed = null;
    return { generations: complete ? 1 : 0, rows: end - first };
  }
}

function other(side: Side): Side {
  return side === 0 ? 1 : 0;
}

function encodePass(
  encoder: GPUCommandEncoder,
  label: string,
  encode: (pass: StepPass) => void,
  timer?: PassTimer | null,
): void {
  const pass = encoder.beginComputePass(timer ? { label, timestampWrites: timer.writes } : { label });
  encode(new StepPass(pass));
  pass.end();
}
