/**
 * One generation a pass of rules that look far, whatever their reach: a part of the grid after the other (line-parts.ts) has the running sums
 * of its cells stored, and then threads walk down its columns with the sums over the shape (line-source.ts). Each rule is compiled
 * separately.
 */

import { allocate, SLOT } from "../../../gpu/buffers.ts";
import { packedLayout } from "../../../gpu/packed-layout.ts";
import type { ShaderSource } from "../../../gpu/shader-source.ts";
import type { StepPass } from "../../../gpu/step-pass.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import type { CountedForm, Rule } from "../../../rules/rule.ts";
import { sumSets } from "../../sliced-sums.ts";
import type { DenseKernel, DenseKernelType, KernelPlace, Side } from "./dense-kernel.ts";
import { packedBytes } from "./grid-fits.ts";
import type { LinePart, LineParts } from "./line-parts.ts";
import { layParts, STRETCH_ROWS } from "./line-parts.ts";
import type { LineShape } from "./line-plan.ts";
import { lineShape } from "./line-plan.ts";
import { diagonalShaders, LineProgram, rowsShader } from "./line-source.ts";
import { ALL_ROWS, RowWork } from "./row-work.ts";
import type { GpuTopology } from "./step-source.ts";

/**
 * Bytes of sums. Fewer make parts of fewer rows, in which walks are shorter and begin more often: 16384 x 16384 cells of range 500 are one part
 * of 0.6 GB, and as two they took 1.4 times as long on an H200.
 */
const MOST_BYTES = 2 ** 30;
const MOST_LANES = 128;
/** Threads of a pass over diagonals, as in shaders/dense/lines/diagonals.wgsl. */
const DIAGONAL_LANES = 64;

/** A pass over a part: what it is bound to, by the part and the present buffer. */
interface Bound {
  readonly pipeline: GPUComputePipeline;
  readonly bindGroups: readonly (readonly GPUBindGroup[])[];
}

interface Compiled {
  readonly rule: Rule;
  readonly rows: Bound | null;
  /** Of each kind of diagonals. */
  readonly diagonals: readonly (readonly Bound[])[];
  /** By the parity of the generation. */
  readonly walks: readonly Bound[];
}

class LineKernel implements DenseKernel {
  readonly lengths = [1];
  readonly rowGrain: number;
  readonly #place: KernelPlace;
  readonly #shape: LineShape;
  readonly #parts: LineParts;
  readonly #lanes: number;
  readonly #work: RowWork;
  readonly #uniform: GPUBuffer;
  readonly #states: GPUBuffer;
  #sums: GPUBuffer | null = null;
  #table: GPUBuffer | null = null;
  #rule: Rule | null = null;
  #compiled: Compiled | null = null;
  #isDisposed = false;

  constructor(place: KernelPlace, shape: LineShape, parts: LineParts) {
    this.#place = place;
    this.#shape = shape;
    this.#parts = parts;
    const { gpu, layout } = place;
    this.rowGrain = parts.bandRows;
    this.#lanes = MOST_LANES;
    while (this.#lanes > 16 && this.#lanes / 2 >= 16 * layout.columns) this.#lanes /= 2;
    this.#work = new RowWork(gpu, layout, { width: 1, height: 1, threadRows: 1 }, 1);
    const usage = BUFFER_USAGE.uniform | BUFFER_USAGE.copyTarget;
    this.#states = gpu.device.createBuffer({ label: "states", size: SLOT, usage });
    this.#uniform = gpu.device.createBuffer({ label: "parts", size: parts.parts.length * SLOT, usage });
    parts.parts.forEach((part, i) => {
      const { left, top, rows, cellWords, column, endColumn, firstRow, endRow } = part;
      const sums = [rows, cellWords, parts.pitch, parts.keptWords];
      const cells = [column, endColumn, firstRow, endRow];
      const values = [left, top, ...sums, ...cells, parts.walkRows, this.#groupsAcross(part)];
      gpu.queue.writeBuffer(this.#uniform, i * SLOT, Int32Array.from(values));
    });
  }

  get bytes(): number {
    return this.#sums?.size ?? 0;
  }

  setRule(rule: Rule): boolean {
    if (rule !== this.#rule) {
      this.#rule = rule;
      const { gpu, layout } = this.#place;
      const states = [rule.states - 1, layout.planes, layout.stride * layout.planeRows];
      gpu.queue.writeBuffer(this.#states, 0, Uint32Array.from(states));
    }
    return this.#compiled?.rule === rule;
  }

  async prepare(): Promise<void> {
    const rule = this.#rule;
    if (!rule || this.#compiled?.rule === rule) return;
    const { gpu, topology, layout } = this.#place;
    const shape = this.#shape;
    const sets = sumSets(rule as Rule & { readonly form: CountedForm }, topology, shape.centre);
    const program = new LineProgram(shape, sets);
    const words = program.table(this.#parts);
    const { storage, copyTarget } = BUFFER_USAGE;
    const what = `the sums of ${rule.text}`;
    this.#sums ??= (
      await allocate(gpu, what, [{ label: "sums", size: this.#parts.bytes, usage: storage }])
    )[0];
    const [table] = await allocate(gpu, what, [
      { label: "ends of lines", size: words.byteLength, usage: storage | copyTarget },
    ]);
    try {
      gpu.queue.writeBuffer(table, 0, words);
      const grid = { kind: topology.kind, planes: layout.planes };
      const rows = rowsShader(grid, shape);
      const forRows = { lanes: MOST_LANES, most_words: this.#parts.cellWords + 1 };
      const walks = ([0, 1] as const).map((parity) => program.shader(grid, rule.text, parity));
      const compiled: Compiled = {
        rule,
        rows: rows && (await this.#bound(rows, forRows)),
        diagonals: await Promise.all(
          diagonalShaders(grid, shape).map((each) => Promise.all(each.map((shader) => this.#bound(shader)))),
        ),
        walks: await Promise.all(walks.map((shader) => this.#bound(shader, { lanes: this.#lanes }, table))),
      };
      // What was submitted keeps the table that it reads.
      this.#table?.destroy();
      this.#table = table;
      this.#compiled = compiled;
    } catch (error) {
      table.destroy();
      throw error;
    } finally {
      if (this.#isDisposed) this.dispose();
    }
  }

  encode(pass: StepPass, from: Side, generation: bigint): void {
    this.#encode(pass, from, generation, 0, this.#place.layout.height);
  }

  encodeRows(pass: StepPass, from: Side, generation: bigint, first: number, end: number): void {
    this.#encode(pass, from, generation, first, end);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const buffer of [this.#uniform, this.#states, this.#sums, this.#table]) buffer?.destroy();
    this.#work.dispose();
  }

  #encode(pass: StepPass, from: Side, generation: bigint, first: number, end: number): void {
    const { rows, diagonals, walks } = this.#compiled as Compiled;
    const walk = walks[Number(generation & 1n)] as Bound;
    this.#parts.parts.forEach((part, i) => {
      if (part.firstRow < first || part.firstRow >= end) return;
      const groupOf = ({ bindGroups }: Bound): GPUBindGroup => bindGroups[i]?.[from] as GPUBindGroup;
      if (rows) pass.dispatch(rows.pipeline, groupOf(rows), part.rows);
      for (const each of diagonals) {
        const across = Math.ceil((part.cellWords * 16 + Math.ceil(part.rows / 2) + 1) / DIAGONAL_LANES);
        const stretches = Math.ceil(part.rows / STRETCH_ROWS);
        each.forEach((bound, step) => {
          // The second one adds up the stretches of each diagonal.
          pass.dispatchGrid(bound.pipeline, groupOf(bound), [across, step === 1 ? 1 : stretches]);
        });
      }
      const down = Math.ceil((part.endRow - part.firstRow) / this.#parts.walkRows);
      pass.dispatch(walk.pipeline, groupOf(walk), this.#groupsAcross(part) * down);
    });
  }

  #groupsAcross({ column, endColumn }: LinePart): number {
    return Math.ceil((16 * (endColumn - column)) / this.#lanes);
  }

  /** `table`: what the walk reads. */
  async #bound(
    shader: ShaderSource,
    constants: Readonly<Record<string, number>> = {},
    table?: GPUBuffer,
  ): Promise<Bound> {
    const { gpu, cells } = this.#place;
    const pipeline = await gpu.pipelines.pipeline(shader, constants);
    const bindGroups = this.#parts.parts.map((_, part) =>
      ([0, 1] as const).map((from) => {
        const resources: GPUBindingResource[] = [
          this.#work.resource(ALL_ROWS),
          { buffer: this.#uniform, offset: part * SLOT, size: SLOT },
          { buffer: cells[from] },
          { buffer: cells[1 - from] as GPUBuffer },
          { buffer: this.#states },
          { buffer: this.#sums as GPUBuffer },
          ...(table ? [{ buffer: table }] : []),
        ];
        return gpu.device.createBindGroup({
          label: `lines from the ${from === 0 ? "first" : "second"} buffer`,
          layout: gpu.pipelines.layout(shader),
          entries: resources.map((resource, binding) => ({ binding, resource })),
        });
      }),
    );
    return { pipeline, bindGroups };
  }
}

/** `room`: bytes for sums. */
export function lineKernel(
  form: CountedForm,
  { width, height }: GpuTopology,
  room: number,
  software: boolean,
): DenseKernelType {
  const shape = lineShape(form);
  const layout = packedLayout(width, height);
  const parts = layParts(shape, layout, Math.min(room, MOST_BYTES), software);
  return {
    id: "lines",
    bytes: packedBytes,
    besides: parts.bytes,
    create: (place) => new LineKernel(place, shape, parts),
  };
}
