/** A compute pass that encodes only changes: small grids step faster than commands can be encoded. */

import { foldedGroups } from "./pipelines.ts";

export class StepPass {
  readonly #pass: GPUComputePassEncoder;
  #pipeline: GPUComputePipeline | null = null;
  #bound: GPUBindGroup | null = null;

  constructor(pass: GPUComputePassEncoder) {
    this.#pass = pass;
  }

  /** Runs that many workgroups; the shader folds them into two directions and skips the surplus. */
  dispatch(pipeline: GPUComputePipeline, bound: GPUBindGroup, groups: number): void {
    this.dispatchGrid(pipeline, bound, foldedGroups(groups));
  }

  /** Runs a grid of workgroups. */
  dispatchGrid(
    pipeline: GPUComputePipeline,
    bound: GPUBindGroup,
    groups: readonly [x: number, y: number, z?: number],
  ): void {
    this.#set(pipeline, bound);
    this.#pass.dispatchWorkgroups(...groups);
  }

  /** Runs as many workgroups as three words of the buffer, `offset` bytes in, say at execution. */
  dispatchIndirect(pipeline: GPUComputePipeline, bound: GPUBindGroup, buffer: GPUBuffer, offset = 0): void {
    this.#set(pipeline, bound);
    this.#pass.dispatchWorkgroupsIndirect(buffer, offset);
  }

  #set(pipeline: GPUComputePipeline, bound: GPUBindGroup): void {
    if (pipeline !== this.#pipeline) this.#pass.setPipeline(pipeline);
    if (bound !== this.#bound) this.#pass.setBindGroup(0, bound);
    this.#pipeline = pipeline;
    this.#bound = bound;
  }
}
