/**
 * The common part of the two look-up kernels: packed cells, a thread per column of words, a table in a storage
 * buffer.
 */

import { foldedGroups } from "../../../gpu/pipelines.ts";
import type { StepPass } from "../../../gpu/step-pass.ts";
import type { PhaseTable } from "../../../rules/phases.ts";
import type { Neighbourhood } from "../../../rules/rule.ts";
import type { DenseKernel, KernelPlace, Side } from "../dense/dense-kernel.ts";
import { ALL_ROWS, SeedKernel, SOME_ROWS } from "./seed-kernel.ts";
import type { StepShaders } from "./seed-shaders.ts";

interface LookUp {
  readonly shaders: StepShaders;
  /** Rows that a thread computes. */
  readonly threadRows: number;
  /** The shader's overrides, besides the workgroup's size. */
  readonly constants?: Readonly<Record<string, number>>;
  readonly table: (neighbourhood: Neighbourhood, phase: PhaseTable) => Uint32Array<ArrayBuffer>;
  /** Bytes of the largest table. */
  readonly tableBytes: number;
}

const GROUP_THREADS = 256;
const GROUP_WIDTH = 32;

export class LookUpKernel extends SeedKernel implements DenseKernel {
  readonly rowGrain: number;
  readonly #all: readonly (readonly GPUBindGroup[])[];
  readonly #some: readonly (readonly GPUBindGroup[])[];

  constructor(place: KernelPlace, { shaders, threadRows, constants, table, tableBytes }: LookUp) {
    // No wider than the rows, as far as halving 32 goes.
    let width = GROUP_WIDTH;
    while (width > 1 && width / 2 >= place.layout.columns) width /= 2;
    const height = GROUP_THREADS / width;
    super(place, {
      shaders,
      constants: { ...constants, group_width: width, group_height: height },
      group: [width * 32, height * threadRows],
      ruleWords: table,
      ruleBytes: tableBytes,
    });
    this.rowGrain = height * threadRows;
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
    this.run(pass, this.shader, group, foldedGroups(this.groupsAcross * Math.ceil(rows / this.rowGrain)));
  }
}
