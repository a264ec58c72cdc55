/**
 * Skipping dead blocks: an experiment that failed, kept because the idea is so common
 * (shaders/comparison/cells/skip.wgsl).
 *
 * Most of most patterns is empty, so why compute it? The hexagonal work gave each block of threads a flag that says
 * whether anything lives there, and let a block do nothing while it and the blocks around it were dead. It was slower
 * than the naive kernel: the threads of a dead block must start anyway to find out that they have nothing to do, and
 * many threads set the same flag at once.
 *
 * This is the naive kernel with only that added, for a fair comparison. It makes the flags with more care: one thread
 * writes a block's flag, after the others have told each other through workgroup memory whether any cell lives. Their
 * finding still holds: a dead block costs the start of its threads, ten reads of flags and a barrier, and a live one
 * pays the same on top of its work. A skipped block saves its 8 bytes a cell, so the question to measure is how much
 * of the grid must be dead before skipping gains.
 *
 * To skip well, the threads must not be started at all: the active-cell list (list-kernel.ts) tried that.
 */

import { foldedGroups } from "../../../gpu/pipelines.ts";
import type { StepPass } from "../../../gpu/step-pass.ts";
import type { DenseKernel, DenseKernelType, KernelPlace, Side } from "../dense/dense-kernel.ts";
import type { BytesOf } from "../dense/grid-fits.ts";
import { CELL_GROUP, CellKernel, CONVERSIONS, cellBytes, tilesOver } from "./cell-form.ts";
import { ALL_ROWS, FILLING, nameOf, RULE_BITS_BYTES, ruleBits } from "./seed-kernel.ts";
import { FILL_SHADER, SKIP_SHADERS } from "./seed-shaders.ts";

/** Blocks of a grid. Each has a word behind the cells. */
const blocksOf: BytesOf = (width, height) =>
  Math.ceil(width / CELL_GROUP[0]) * Math.ceil(height / CELL_GROUP[1]);

class SkipKernel extends CellKernel implements DenseKernel {
  readonly #steps: readonly (readonly GPUBindGroup[])[];
  readonly #fills: readonly GPUBindGroup[];
  readonly #blocks: number;

  constructor(place: KernelPlace) {
    const [group_width, group_height] = CELL_GROUP;
    super(place, {
      shaders: SKIP_SHADERS,
      constants: { group_width, group_height },
      group: CELL_GROUP,
      ruleWords: ruleBits,
      ruleBytes: RULE_BITS_BYTES,
      besides: [...CONVERSIONS, FILL_SHADER],
    });
    const { width, height } = place.layout;
    this.#blocks = blocksOf(width, height);
    this.#steps = this.stepGroups(ALL_ROWS);
    this.#fills = ([0, 1] as const).map((side) =>
      this.bind(`wake the ${nameOf(side)} buffer`, FILL_SHADER, [
        this.uniform(FILLING),
        { buffer: place.cells[side] },
      ]),
    );
    this.writeUniform(FILLING, [width * height, width * height + this.#blocks, 1]);
  }

  encode(pass: StepPass, from: Side, generation: bigint): void {
    const { width, height } = this.place.layout;
    const group = this.#steps[from][Number(generation & 1n)];
    this.run(pass, this.shader, group, tilesOver(width, height, CELL_GROUP));
  }

  protected override fromPacked(pass: StepPass, from: Side): void {
    super.fromPacked(pass, from);
    // The live blocks are not known yet, and the next target buffer holds packed cells.
    this.#wake(pass, 0);
    this.#wake(pass, 1);
  }

  protected override toPacked(pass: StepPass, from: Side): void {
    super.toPacked(pass, from);
    this.#wake(pass, from === 0 ? 1 : 0);
  }

  #wake(pass: StepPass, side: Side): void {
    this.run(pass, FILL_SHADER, this.#fills[side], foldedGroups(Math.ceil(this.#blocks / 256)));
  }
}

export const SKIP: DenseKernelType = {
  id: "skip",
  bytes: (width, height) => cellBytes(width, height) + 4 * blocksOf(width, height),
  create: (place) => new SkipKernel(place),
};
