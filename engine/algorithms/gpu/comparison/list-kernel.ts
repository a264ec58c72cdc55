/**
 * A list of active cells: the other experiment that failed (shaders/comparison/cells/list.wgsl).
 *
 * If starting threads for dead blocks costs too much (skip-kernel.ts), start threads only for the cells that can
 * change. The hexagonal work wrote down the activity of all cells, turned it into places in a list by a prefix sum
 * over the whole grid, and ran a thread for each entry. The prefix sum took more than 95 % of the time: it looks at
 * every cell, which the list was meant to avoid.
 *
 * Here the list makes the next one. A live cell enters itself and its neighbours, a cell that has just died enters
 * itself. A generation thus reads only its own list, and the empty part of a grid costs neither time nor threads. In
 * exchange each entry has a price: a mark set by an atomic operation, so that a cell comes in once, and a place drawn
 * from one counter for the whole GPU. Neighbours in the list are no longer neighbours in memory, so reads come from
 * anywhere. And the CPU does not know how many threads to start; the GPU writes that number itself: one thread turns
 * the count into an indirect dispatch before each generation. The kernel takes twice the naive kernel's room, since a
 * grid may be active everywhere.
 *
 * The lesson: work in proportion to the live cells is the right aim, and a cell is the wrong unit of account. Whole
 * tiles have the same gain for a thousandth of the book-keeping.
 *
 * A rule with B0 on a frozen border brings dead cells to life anywhere. Then every cell is listed before each
 * generation.
 */

import { foldedGroups } from "../../../gpu/pipelines.ts";
import type { StepPass } from "../../../gpu/step-pass.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import type { DenseKernel, DenseKernelType, KernelPlace, Side } from "../dense/dense-kernel.ts";
import { CELL_GROUP, CellKernel, CONVERSIONS, tilesOver } from "./cell-form.ts";
import { ALL_ROWS, FILLING, nameOf, RULE_BITS_BYTES, ruleBits } from "./seed-kernel.ts";
import { FILL_SHADER, LIST_ALL_SHADER, LIST_GROUPS_SHADER, LIST_SHADERS } from "./seed-shaders.ts";

class ListKernel extends CellKernel implements DenseKernel {
  /** The number of workgroups of the next dispatch; the GPU writes it. */
  readonly #dispatch: GPUBuffer;
  readonly #steps: readonly (readonly GPUBindGroup[])[];
  readonly #counts: readonly GPUBindGroup[];
  readonly #fills: readonly GPUBindGroup[];
  #fromNothing = false;
  /** The present cells have no list yet. */
  #unlisted = true;
  /** The next target buffer does not hold the generation before the present one. */
  #foreign = true;

  constructor(place: KernelPlace) {
    super(place, {
      shaders: LIST_SHADERS,
      constants: {},
      group: CELL_GROUP,
      ruleWords: ruleBits,
      ruleBytes: RULE_BITS_BYTES,
      besides: [...CONVERSIONS, FILL_SHADER, LIST_ALL_SHADER, LIST_GROUPS_SHADER],
    });
    const { layout, cells, gpu } = place;
    this.#dispatch = gpu.device.createBuffer({
      label: "workgroups for the list",
      size: 12,
      usage: BUFFER_USAGE.storage | BUFFER_USAGE.indirect,
    });
    this.#steps = this.stepGroups(ALL_ROWS);
    this.#counts = ([0, 1] as const).map((side) =>
      this.bind(`count the ${nameOf(side)} buffer's list`, LIST_GROUPS_SHADER, [
        this.uniform(ALL_ROWS),
        { buffer: this.#dispatch },
        { buffer: cells[side] },
        { buffer: cells[1 - side] },
      ]),
    );
    this.#fills = ([0, 1] as const).map((side) =>
      this.bind(`empty the ${nameOf(side)} buffer`, FILL_SHADER, [
        this.uniform(FILLING),
        { buffer: cells[side] },
      ]),
    );
    this.writeUniform(FILLING, [0, layout.width * layout.height, 0]);
  }

  encode(pass: StepPass, from: Side, generation: bigint): void {
    const { width, height } = this.place.layout;
    const step = this.#steps[from][Number(generation & 1n)];
    if (this.#foreign) {
      const groups = foldedGroups(Math.ceil((width * height) / 256));
      this.run(pass, FILL_SHADER, this.#fills[1 - from], groups);
    }
    if (this.#unlisted || this.#fromNothing) {
      this.run(pass, LIST_ALL_SHADER, step, tilesOver(width, height, CELL_GROUP));
    }
    this.#foreign = false;
    this.#unlisted = false;
    this.run(pass, LIST_GROUPS_SHADER, this.#counts[from], [1, 1]);
    pass.dispatchIndirect(this.pipeline(this.shader), step, this.#dispatch);
  }

  override dispose(): void {
    super.dispose();
    this.#dispatch.destroy();
  }

  protected override ruleChanged(fromNothing: boolean): void {
    this.#fromNothing = fromNothing;
  }

  protected override fromPacked(pass: StepPass, from: Side): void {
    super.fromPacked(pass, from);
    this.#unlisted = true;
    this.#foreign = true;
  }

  protected override toPacked(pass: StepPass, from: Side): void {
    super.toPacked(pass, from);
    this.#foreign = true;
  }
}

export const LIST: DenseKernelType = {
  id: "list",
  bytes: (width, height) => 4 * (2 * width * height + 1),
  create: (place) => new ListKernel(place),
};
