/**
 * A thread a cell: the usual first program, and the measure of all others (shaders/comparison/cells/naive.wgsl).
 *
 * The hexagonal work's first GPU program kept a byte a cell and ran 40 times as fast as its serial loop on a K40, at
 * any number of generations; the work on HashLife had the same for Life, 38 times its CPU. Neither does anything
 * clever: with very many threads, some add while others wait for memory.
 *
 * WGSL stores whole words, so a cell takes four bytes here instead of one. A generation has to move at least 8 bytes
 * a cell (4 in, 4 out, if caches serve all repeated reads), where packed cells move a quarter of a byte. The lesson:
 * beside that cost counting is free, whatever the rule.
 */

import type { StepPass } from "../../../gpu/step-pass.ts";
import type { DenseKernel, DenseKernelType, KernelPlace, Side } from "../dense/dense-kernel.ts";
import { CELL_GROUP, CellKernel, CONVERSIONS, cellBytes, tilesOver } from "./cell-form.ts";
import { PAIR_SHADERS } from "./experiment-shaders.ts";
import { ALL_ROWS, RULE_BITS_BYTES, ruleBits, SOME_ROWS } from "./seed-kernel.ts";
import type { StepShaders } from "./seed-shaders.ts";
import { NAIVE_SHADERS } from "./seed-shaders.ts";

/** A kernel that computes some rows with workgroups of that many cells across and down. */
export class EachCellKernel extends CellKernel implements DenseKernel {
  readonly rowGrain: number;
  readonly #all: readonly (readonly GPUBindGroup[])[];
  readonly #some: readonly (readonly GPUBindGroup[])[];

  constructor(
    place: KernelPlace,
    shaders: StepShaders,
    constants: Readonly<Record<string, number>>,
    group: readonly [width: number, height: number],
  ) {
    super(place, {
      shaders,
      constants,
      group,
      ruleWords: ruleBits,
      ruleBytes: RULE_BITS_BYTES,
      besides: CONVERSIONS,
    });
    this.rowGrain = group[1];
    this.#all = this.stepGroups(ALL_ROWS);
    this.#some = this.stepGroups(SOME_ROWS);
  }

  encode(pass: StepPass, from: Side, generation: bigint): void {
    this.#dispatch(pass, this.#all[from][Number(generation & 1n)], this.place.layout.height);
  }

  encodeRows(pass: StepPass, from: Side, generation: bigint, first: number, end: number): void {
    this.writeRows(SOME_ROWS, first, end);
    this.#dispatch(pass, this.#some[from][Number(generation & 1n)], end - first);
  }

  #dispatch(pass: StepPass, group: GPUBindGroup, rows: number): void {
    this.run(pass, this.shader, group, tilesOver(this.place.layout.width, rows, this.plan.group));
  }
}

export const NAIVE: DenseKernelType = {
  id: "naive",
  bytes: cellBytes,
  create: (place) => {
    const [group_width, group_height] = CELL_GROUP;
    return new EachCellKernel(place, NAIVE_SHADERS, { group_width, group_height }, CELL_GROUP);
  },
};

/** The hexagonal work's second attempt, which was slower than its first: half of the threads, each for two cells (shaders/comparison/cells/pair.wgsl). */
export const NAIVE_PAIRS: DenseKernelType = {
  id: "naive-2",
  bytes: cellBytes,
  create: (place) => {
    const [group_width, group_height] = CELL_GROUP;
    const cells = [2 * group_width, group_height] as const;
    return new EachCellKernel(place, PAIR_SHADERS, { group_width, group_height }, cells);
  },
};
