/**
 * A list of active cells by an exclusive scan, as the hexagonal work made it (shaders/comparison/cells/scan*.wgsl).
 *
 * Each generation three passes go over all cells: one counts those that may change in chunks of 4,096, one turns the counts into the
 * places where each chunk's part of the list begins, and one counts again and writes the list. The fourth pass computes only what
 * is listed. No atomic operation and no counter for the whole GPU, which is what `list` (list-kernel.ts) pays with; instead, three
 * passes ask every cell what only the fourth needs. The hexagonal work measured more than 95 % of the time in its scan.
 *
 * What the scan takes here is measured by doing it twice: a repetition makes the same list again and costs nothing else.
 */

import { foldedGroups } from "../../../gpu/pipelines.ts";
import type { StepPass } from "../../../gpu/step-pass.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import type { DenseKernel, DenseKernelType, KernelPlace, Side } from "../dense/dense-kernel.ts";
import { CELL_GROUP, CellKernel, CONVERSIONS } from "./cell-form.ts";
import {
  SCAN_CHUNKS_SHADER,
  SCAN_COUNT_SHADERS,
  SCAN_LIST_SHADERS,
  SCAN_STEP_SHADERS,
} from "./experiment-shaders.ts";
import { ALL_ROWS, nameOf, RULE_BITS_BYTES, ruleBits } from "./seed-kernel.ts";

/** Cells of a chunk: those of a workgroup, sixteen a thread. */
const CHUNK_CELLS = 4096;

class ScanKernel extends CellKernel implements DenseKernel {
  readonly #scans: number;
  /** The number of workgroups of the last pass; the GPU writes it. */
  readonly #dispatch: GPUBuffer;
  readonly #steps: readonly (readonly GPUBindGroup[])[];
  readonly #chunks: readonly GPUBindGroup[];

  constructor(place: KernelPlace, scans: number) {
    super(place, {
      shaders: SCAN_STEP_SHADERS,
      constants: {},
      group: CELL_GROUP,
      ruleWords: ruleBits,
      ruleBytes: RULE_BITS_BYTES,
      besides: [...CONVERSIONS, SCAN_CHUNKS_SHADER],
      passes: [SCAN_COUNT_SHADERS, SCAN_LIST_SHADERS],
    });
    this.#scans = scans;
    this.#dispatch = place.gpu.device.createBuffer({
      label: "workgroups for the list",
      size: 12,
      usage: BUFFER_USAGE.storage | BUFFER_USAGE.indirect,
    });
    this.#steps = this.stepGroups(ALL_ROWS);
    this.#chunks = ([0, 1] as const).map((side) =>
      this.bind(`scan what the ${nameOf(side)} buffer's chunks hold`, SCAN_CHUNKS_SHADER, [
        this.uniform(ALL_ROWS),
        { buffer: this.#dispatch },
        { buffer: place.cells[side] },
        { buffer: place.cells[1 - side] },
      ]),
    );
  }

  encode(pass: StepPass, from: Side, generation: bigint): void {
    const { width, height } = this.place.layout;
    const group = this.#steps[from][Number(generation & 1n)];
    const chunks = foldedGroups(Math.ceil((width * height) / CHUNK_CELLS));
    for (let scan = 0; scan < this.#scans; scan++) {
      this.run(pass, this.variant(SCAN_COUNT_SHADERS), group, chunks);
      this.run(pass, SCAN_CHUNKS_SHADER, this.#chunks[from], [1, 1]);
      this.run(pass, this.variant(SCAN_LIST_SHADERS), group, chunks);
    }
    pass.dispatchIndirect(this.pipeline(this.shader), group, this.#dispatch);
  }

  override dispose(): void {
    super.dispose();
    this.#dispatch.destroy();
  }
}

/** `scans`: how often a generation makes its list; more than once only to see what that costs. */
export function scanKernel(scans = 1): DenseKernelType {
  return {
    id: scans === 1 ? "list-scan" : `list-scan-${scans}`,
    bytes: (width, height) => 4 * (2 * width * height + Math.ceil((width * height) / CHUNK_CELLS) + 1),
    create: (place) => new ScanKernel(place, scans),
  };
}
