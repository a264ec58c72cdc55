/**
 * The contract of a kernel for whole grids: a way to keep the cells and a way to step them.
 *
 * A dense universe has two buffers, and every kernel works on those. Reads, edits and pictures know only the packed
 * form (packed-layout.ts). A kernel that steps it directly converts nothing. A kernel with a form of its own provides
 * both conversions, and the stepper (dense-stepper.ts) converts for reads and when the kernel changes. The buffer
 * that is not the present one serves as the other end, so a form of its own costs no third buffer.
 */

import type { GpuDevice } from "../../../gpu/device.ts";
import type { PackedLayout } from "../../../gpu/packed-layout.ts";
import type { StepPass } from "../../../gpu/step-pass.ts";
import type { Rule } from "../../../rules/rule.ts";
import type { RowRange } from "../../algorithm.ts";
import type { BytesOf } from "./grid-fits.ts";
import type { GpuTopology } from "./step-source.ts";

/** Which of the two buffers. */
export type Side = 0 | 1;

/** What a kernel is made for: device, grid and buffers. */
export interface KernelPlace {
  readonly gpu: GpuDevice;
  readonly topology: GpuTopology;
  readonly layout: PackedLayout;
  /** Both at least as large as the packed grid and as `bytes` of the kernel's type. */
  readonly cells: readonly [GPUBuffer, GPUBuffer];
}

export interface DenseKernelType {
  /** Names it in tables, in what the tuner remembers, and in the labels of its GPU objects. */
  readonly id: string;
  /** Bytes of one buffer in its own form; of the packed form where it has none. */
  readonly bytes: BytesOf;
  /** Bytes that it holds beside the two buffers; default 0. */
  readonly besides?: number;
  readonly create: (place: KernelPlace) => DenseKernel;
}

export interface DenseKernel {
  /** Generations that one `encode` can do, longest first. The last one is 1, so they add up to any number. */
  readonly lengths: readonly number[];
  /**
   * The rule to step from now on. Returns whether it can be encoded at once; if not, the caller waits for `prepare`.
   * Uniforms are written in the queue's order, so submitted work continues under the old rule.
   */
  setRule(rule: Rule): boolean;
  /** Compiles the shaders of the present rule. Errors: `gpu-lost`; a shader that does not compile is a plain Error. */
  prepare(): Promise<void>;
  /** Encodes `length` generations (one of `lengths`) of the grid in `cells[from]`, from that generation on, into the other buffer. */
  encode(pass: StepPass, from: Side, generation: bigint, length: number): void;
  /**
   * Rows first .. end - 1 of one generation, for grids too large for one batch. `first` and `end` are multiples of
   * `rowGrain` (`end` also the height). Absent: a generation is never divided.
   */
  encodeRows?(pass: StepPass, from: Side, generation: bigint, first: number, end: number): void;
  readonly rowGrain?: number;
  /** Bytes that it holds beside the two buffers; default 0. */
  readonly bytes?: number;
  /**
   * Conversions between the packed form and its own, from one buffer into the other. Absent: it steps the packed
   * form.
   */
  readonly conversion?: {
    fromPacked(pass: StepPass, from: Side): void;
    toPacked(pass: StepPass, from: Side): void;
    /** The same for some rows, which lie at the same places in both forms; once in a submission. Absent: only whole grids. */
    readonly rows?: {
      fromPacked(pass: StepPass, from: Side, ranges: readonly RowRange[]): void;
      toPacked(pass: StepPass, from: Side, ranges: readonly RowRange[]): void;
      /** Kernels of one name for grids of one width lay their rows out alike, in so many bytes each. */
      readonly form: string;
      readonly rowBytes: number;
      /** Rows of its own form in that buffer have been replaced by such a kernel's. */
      replaced(side: Side, ranges: readonly RowRange[]): void;
    };
  };
  dispose(): void;
}
