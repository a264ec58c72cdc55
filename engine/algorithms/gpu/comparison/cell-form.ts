/**
 * A word a cell: the form in which the plainest kernels keep a grid (shaders/comparison/cells/grid.wgsl), with the
 * conversion from packed cells and back.
 */

import type { StepPass } from "../../../gpu/step-pass.ts";
import type { Side } from "../dense/dense-kernel.ts";
import type { BytesOf } from "../dense/grid-fits.ts";
import type { Groups } from "./seed-kernel.ts";
import { ALL_ROWS, nameOf, SeedKernel } from "./seed-kernel.ts";
import { PACK_SHADER, UNPACK_SHADER } from "./seed-shaders.ts";

/** 32 x 8 cells: GPUs run rows of 32 threads in lockstep, and every WebGPU adapter takes 256 threads. */
export const CELL_GROUP = [32, 8] as const;

export const cellBytes: BytesOf = (width, height) => width * height * 4;

/** The shaders that those kernels compile besides their step. */
export const CONVERSIONS = [UNPACK_SHADER, PACK_SHADER] as const;

export abstract class CellKernel extends SeedKernel {
  #groups: readonly GPUBindGroup[] | null = null;

  readonly conversion = {
    fromPacked: (pass: StepPass, from: Side): void => this.fromPacked(pass, from),
    toPacked: (pass: StepPass, from: Side): void => this.toPacked(pass, from),
  };

  protected fromPacked(pass: StepPass, from: Side): void {
    const { width, height } = this.place.layout;
    this.run(pass, UNPACK_SHADER, this.#group(from), tilesOver(width, height, CELL_GROUP));
  }

  protected toPacked(pass: StepPass, from: Side): void {
    const { stride, height } = this.place.layout;
    this.run(pass, PACK_SHADER, this.#group(from), tilesOver(stride, height, CELL_GROUP));
  }

  #group(from: Side): GPUBindGroup {
    const { cells } = this.place;
    this.#groups ??= ([0, 1] as const).map((side) =>
      this.bind(`convert the ${nameOf(side)} buffer`, UNPACK_SHADER, [
        this.uniform(ALL_ROWS),
        this.uniform(ALL_ROWS),
        { buffer: cells[side] },
        { buffer: cells[1 - side] },
      ]),
    );
    return this.#groups[from];
  }
}

const MOST_GROUPS_A_SIDE = 65535;

/**
 * Workgroups that cover that many columns and rows, as `tile_of` in shaders/comparison/cells/grid.wgsl numbers them.
 */
export function tilesOver(columns: number, rows: number, [width, height]: readonly [number, number]): Groups {
  const across = Math.ceil(columns / width);
  const down = Math.ceil(rows / height);
  const layers = Math.ceil(Math.max(across, down) / MOST_GROUPS_A_SIDE);
  return [Math.min(across, MOST_GROUPS_A_SIDE), Math.min(down, MOST_GROUPS_A_SIDE), layers];
}
