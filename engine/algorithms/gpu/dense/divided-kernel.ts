/** Kernels that compute a generation of a packed grid row by row, all of its rows or some (row-work.ts). */

import type { StepPass } from "../../../gpu/step-pass.ts";
import type { KernelPlace, Side } from "./dense-kernel.ts";
import type { GroupShape, Which } from "./row-work.ts";
import { ALL_ROWS, RowWork, SOME_ROWS } from "./row-work.ts";

export abstract class DividedKernel {
  readonly lengths = [1];
  readonly rowGrain: number;
  protected readonly place: KernelPlace;
  protected readonly shape: GroupShape;
  protected readonly work: RowWork;

  /** `words`: those that a thread has side by side. */
  constructor(place: KernelPlace, shape: GroupShape, words: 1 | 4) {
    this.place = place;
    this.shape = shape;
    this.work = new RowWork(place.gpu, place.layout, shape, words);
    this.rowGrain = this.work.grain;
  }

  encode(pass: StepPass, from: Side, generation: bigint): void {
    this.dispatch(pass, ALL_ROWS, from, generation, this.place.layout.height);
  }

  encodeRows(pass: StepPass, from: Side, generation: bigint, first: number, end: number): void {
    this.work.choose(first, end);
    this.dispatch(pass, SOME_ROWS, from, generation, end - first);
  }

  dispose(): void {
    this.work.dispose();
  }

  /** What a shader's workgroups are made by. */
  protected get groupConstants(): Readonly<Record<string, number>> {
    const { width, height, threadRows } = this.shape;
    return { group_width: width, group_height: height, thread_rows: threadRows };
  }

  protected abstract dispatch(
    pass: StepPass,
    which: Which,
    from: Side,
    generation: bigint,
    rows: number,
  ): void;
}
