/**
 * Several generations a pass on cells in strips, for large grids (shaders/dense/strips/layout.wgsl explains strips,
 * stream-source.ts a pass). Each rule is compiled separately.
 */

import beyondDead from "../../../../shaders/dense/strips/beyond-dead.wgsl?raw";
import beyondTorus from "../../../../shaders/dense/strips/beyond-torus.wgsl?raw";
import fromPacked from "../../../../shaders/dense/strips/from-packed.wgsl?raw";
import join from "../../../../shaders/dense/strips/join.wgsl?raw";
import layout from "../../../../shaders/dense/strips/layout.wgsl?raw";
import toPacked from "../../../../shaders/dense/strips/to-packed.wgsl?raw";
import type { PackedLayout } from "../../../gpu/packed-layout.ts";
import { packedLayout } from "../../../gpu/packed-layout.ts";
import type { ShaderSource } from "../../../gpu/shader-source.ts";
import { compose } from "../../../gpu/shader-source.ts";
import type { StepPass } from "../../../gpu/step-pass.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import type { Phases } from "../../../rules/phases.ts";
import type { Rule } from "../../../rules/rule.ts";
import type { RowRange } from "../../algorithm.ts";
import { RuleCompiler } from "../rules/rule-compiler.ts";
import { strobes } from "../rules/rule-pieces.ts";
import { planeConstants } from "../rules/state-planes.ts";
import type { DenseKernel, DenseKernelType, KernelPlace, Side } from "./dense-kernel.ts";
import type { StripsShape } from "./kernel-shapes.ts";
import { lastShare, stripsId } from "./kernel-shapes.ts";
import type { StepGrid } from "./step-source.ts";
import { haloLanes, streamShader } from "./stream-source.ts";

/** Words at both ends of a row: shaders/dense/strips/layout.wgsl. */
const MARGIN = 8;
const WORDS_A_VECTOR = 4;
const STRIPS = 32;
const GROUP_SIZE = 64;
/** Threads of dense/strips/join.wgsl for a row. */
const JOINS_A_ROW = 32;
/** Words of a row that a workgroup of dense/strips/from-packed.wgsl and dense/strips/to-packed.wgsl converts. */
const CONVERTED_A_GROUP = 256;

/** shaders/dense/strips/layout.wgsl. */
const UNIFORM_WORDS = 12;

const FROM_PACKED: ShaderSource = {
  label: "strips from packed",
  code: compose(["dense/strips/layout", layout], ["dense/strips/from-packed", fromPacked]),
  entryPoint: "from_packed",
  bindings: ["uniform", "read-only-storage", "storage"],
};

const TO_PACKED: ShaderSource = {
  label: "strips to packed",
  code: compose(["dense/strips/layout", layout], ["dense/strips/to-packed", toPacked]),
  entryPoint: "to_packed",
  bindings: ["uniform", "read-only-storage", "storage"],
};

const joinSource = (label: string, name: string, text: string): ShaderSource => ({
  label,
  code: compose(["dense/strips/layout", layout], [name, text], ["dense/strips/join", join]),
  entryPoint: "join_strips",
  bindings: ["uniform", "storage"],
});

const JOIN_DEAD = joinSource("join strips, dead outside", "dense/strips/beyond-dead", beyondDead);
const JOIN_TORUS = joinSource("join strips, torus", "dense/strips/beyond-torus", beyondTorus);
const JOINS: Readonly<Record<StepGrid, ShaderSource>> = {
  torus: JOIN_TORUS,
  plane: JOIN_DEAD,
  frozen: JOIN_DEAD,
};

/** The fixed shaders, for the test that compiles them all. */
export const STRIPS_SHADERS: readonly ShaderSource[] = [FROM_PACKED, TO_PACKED, JOIN_DEAD, JOIN_TORUS];

interface StripsLayout {
  readonly columns: number;
  readonly stride: number;
  /** Of all planes, one after the other as in the packed form. */
  readonly rows: number;
  readonly bytes: number;
}

function stripsLayout({ width, planes, planeRows }: PackedLayout): StripsLayout {
  const columns = Math.ceil(width / (STRIPS * WORDS_A_VECTOR)) * WORDS_A_VECTOR;
  const stride = columns + 2 * MARGIN;
  const rows = planes * planeRows;
  return { columns, stride, rows, bytes: stride * rows * 4 };
}

/** Some rows, to be converted or joined: what a rank reads, writes and copies at its two borders. */
interface SomeRows extends RowRange {
  readonly uniform: GPUBuffer;
  /** [from]. */
  readonly across: readonly GPUBindGroup[];
  readonly alone: readonly GPUBindGroup[];
}
const MOST_RANGES = 8;

/** The pipelines of one rule. */
interface Compiled {
  readonly join: GPUComputePipeline;
  readonly fromPacked: GPUComputePipeline;
  readonly toPacked: GPUComputePipeline;
  /** [length][parity of the first generation]. */
  readonly passes: ReadonlyMap<number, readonly GPUComputePipeline[]>;
}

class StripsKernel implements DenseKernel {
  readonly lengths: readonly number[];
  readonly conversion;
  readonly #place: KernelPlace;
  readonly #shape: StripsShape;
  readonly #strips: StripsLayout;
  readonly #uniform: GPUBuffer;
  /** The same for some rows; those used last come last. Ranks convert the same ones in every block. */
  readonly #ranges: SomeRows[] = [];
  /** For whom planes are just more rows. */
  readonly #allRows: GPUBuffer;
  readonly #rule: RuleCompiler<Compiled>;
  /** Whether passes write the margins, too. */
  readonly #passesJoin: boolean;
  /** The rows, of cells in strips in each of the buffers, that lack their margins. */
  readonly #unjoined: ["all" | readonly RowRange[], "all" | readonly RowRange[]] = ["all", "all"];
  readonly #across: readonly GPUBindGroup[];
  readonly #alone: readonly GPUBindGroup[];

  constructor(place: KernelPlace, shape: StripsShape) {
    this.#place = place;
    this.#shape = shape;
    this.#rule = new RuleCompiler(place.topology, (rule, phases) => this.#compile(rule, phases));
    this.lengths = shape.lengths;
    const { layout } = place;
    this.#strips = stripsLayout(layout);
    const { rows, columns } = this.#strips;
    // Elsewhere a torus ends in the middle of a strip, and narrow strips' first words are their last ones, too.
    const endsMeet = place.topology.kind !== "torus" || layout.width === columns * STRIPS;
    this.#passesJoin = endsMeet && columns >= 2 * MARGIN;
    const [whole, all] = [this.#makeUniform("strips"), this.#makeUniform("strips, rows of all planes")];
    this.#uniform = whole;
    this.#allRows = all;
    this.#writeUniform(whole, 0, layout.height);
    this.#writeUniform(all, 0, rows, rows);
    this.#across = this.#bindAcross(whole);
    const allAcross = this.#bindAcross(all);
    this.#alone = this.#bindAlone(all);
    const groups = Math.ceil(this.#strips.columns / CONVERTED_A_GROUP);
    const convert = (pass: StepPass, which: "fromPacked" | "toPacked", from: Side): void => {
      if (which === "fromPacked") this.#unjoined[1 - from] = "all";
      pass.dispatch(this.#rule.made[which], allAcross[from], groups * rows);
    };
    const convertRows = (
      pass: StepPass,
      which: "fromPacked" | "toPacked",
      from: Side,
      ranges: readonly RowRange[],
    ): void => {
      if (which === "fromPacked") this.#unjoin(from === 0 ? 1 : 0, ranges);
      for (const range of this.#someRows(ranges))
        pass.dispatch(this.#rule.made[which], range.across[from], groups * range.rows);
    };
    this.conversion = {
      fromPacked: (pass: StepPass, from: Side): void => convert(pass, "fromPacked", from),
      toPacked: (pass: StepPass, from: Side): void => convert(pass, "toPacked", from),
      ...(layout.planes === 1 && {
        rows: {
          fromPacked: (pass: StepPass, from: Side, ranges: readonly RowRange[]): void =>
            convertRows(pass, "fromPacked", from, ranges),
          toPacked: (pass: StepPass, from: Side, ranges: readonly RowRange[]): void =>
            convertRows(pass, "toPacked", from, ranges),
          form: "strips",
          rowBytes: 4 * this.#strips.stride,
          replaced: (side: Side, ranges: readonly RowRange[]): void => this.#unjoin(side, ranges),
        },
      }),
    };
  }

  /** Those rows lack their margins. */
  #unjoin(side: Side, ranges: readonly RowRange[]): void {
    const unjoined = this.#unjoined[side];
    if (unjoined === "all") return;
    const more = [...unjoined, ...ranges];
    this.#unjoined[side] = more.length > MOST_RANGES ? "all" : more;
  }

  setRule(rule: Rule): boolean {
    return this.#rule.setRule(rule);
  }

  prepare(): Promise<void> {
    return this.#rule.prepare();
  }

  async #compile(rule: Rule, phases: Phases): Promise<Compiled> {
    const { gpu, layout, topology } = this.#place;
    const { lengths, lanes, ahead } = this.#shape;
    const constants = planeConstants({ ...layout, ...this.#strips }, WORDS_A_VECTOR);
    const joins = this.#passesJoin;
    const parities = strobes(phases) ? [false, true] : [false];
    const passOf = async (length: number): Promise<readonly [number, readonly GPUComputePipeline[]]> => {
      const shaders = parities.map((odd) =>
        streamShader(topology.kind, rule, phases, { length, lanes, ahead, joins }, odd),
      );
      const [even, odd = even] = await Promise.all(
        shaders.map((shader) => gpu.pipelines.pipeline(shader, constants)),
      );
      return [length, [even, odd]];
    };
    const [join, fromPacked, toPacked, passes] = await Promise.all([
      gpu.pipelines.pipeline(JOINS[topology.kind], { group_size: GROUP_SIZE }),
      gpu.pipelines.pipeline(FROM_PACKED),
      gpu.pipelines.pipeline(TO_PACKED),
      Promise.all(lengths.map(passOf)),
    ]);
    return { join, fromPacked, toPacked, passes: new Map(passes) };
  }

  encode(pass: StepPass, from: Side, generation: bigint, length: number): void {
    const { join, passes } = this.#rule.made;
    const unjoined = this.#unjoined[from];
    const groupsFor = (rows: number): number => Math.ceil((rows * JOINS_A_ROW) / GROUP_SIZE);
    if (unjoined === "all") pass.dispatch(join, this.#alone[from], groupsFor(this.#strips.rows));
    else
      for (const { rows, alone } of this.#someRows(unjoined))
        pass.dispatch(join, alone[from], groupsFor(rows));
    this.#unjoined[from] = [];
    const pipeline = passes.get(length)?.[Number(generation & 1n)] as GPUComputePipeline;
    const useful = this.#shape.lanes - 2 * haloLanes(length);
    pass.dispatch(pipeline, this.#across[from], Math.ceil(this.#vectors / useful));
    this.#unjoined[1 - from] = this.#passesJoin ? [] : "all";
  }

  dispose(): void {
    this.#uniform.destroy();
    for (const { uniform } of this.#ranges) uniform.destroy();
    this.#allRows.destroy();
  }

  /** Their uniforms and what binds them; at most so many at once as one submission converts or joins. */
  #someRows(ranges: readonly RowRange[]): readonly SomeRows[] {
    return ranges.map(({ first, rows }, i) => {
      const at = this.#ranges.findIndex((one) => one.first === first && one.rows === rows);
      let [found] = at < 0 ? [] : this.#ranges.splice(at, 1);
      if (!found) {
        const isFull = this.#ranges.length >= Math.max(MOST_RANGES, i + 1);
        const free = isFull ? this.#ranges.shift() : undefined;
        const uniform = free?.uniform ?? this.#makeUniform("strips, some rows");
        const { across, alone } = free ?? {
          across: this.#bindAcross(uniform),
          alone: this.#bindAlone(uniform),
        };
        found = { first, rows, uniform, across, alone };
        this.#writeUniform(uniform, first, first + rows);
      }
      this.#ranges.push(found);
      return found;
    });
  }

  #makeUniform(label: string): GPUBuffer {
    const usage = BUFFER_USAGE.uniform | BUFFER_USAGE.copyTarget;
    return this.#place.gpu.device.createBuffer({ label, size: UNIFORM_WORDS * 4, usage });
  }

  #bindAcross(uniform: GPUBuffer): readonly GPUBindGroup[] {
    const { cells } = this.#place;
    return [0, 1].map((from) => this.#bind(FROM_PACKED, [uniform, cells[from], cells[1 - from]]));
  }

  #bindAlone(uniform: GPUBuffer): readonly GPUBindGroup[] {
    const { cells, topology } = this.#place;
    return cells.map((buffer) => this.#bind(JOINS[topology.kind], [uniform, buffer]));
  }

  #bind(shader: ShaderSource, buffers: readonly GPUBuffer[]): GPUBindGroup {
    const { gpu } = this.#place;
    return gpu.device.createBindGroup({
      label: shader.label,
      layout: gpu.pipelines.layout(shader),
      entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
  }

  /** In the queue's order, so work that was submitted keeps its rows. */
  #writeUniform(uniform: GPUBuffer, first: number, end: number, height = this.#place.layout.height): void {
    const { gpu, layout } = this.#place;
    const { columns, stride } = this.#strips;
    const { chunkRows, lastRows } = this.#shape;
    const grid = [layout.width, height, columns, stride, layout.stride, layout.columns];
    const values = [...grid, chunkRows, this.#tallChunks, lastRows, this.#vectors, first, end];
    gpu.queue.writeBuffer(uniform, 0, Uint32Array.from(values));
  }

  /** Chunks that are not among the last rows. */
  get #tallChunks(): number {
    const { chunkRows, lastRows } = this.#shape;
    const { height } = this.#place.layout;
    if (chunkRows === lastRows) return Math.ceil(height / chunkRows);
    return Math.floor((height * (1 - lastShare(this.#shape))) / chunkRows);
  }

  /** Vectors of words in all chunks, margins included. */
  get #vectors(): number {
    const { chunkRows, lastRows } = this.#shape;
    const tall = this.#tallChunks;
    const left = Math.max(0, this.#place.layout.height - tall * chunkRows);
    return ((tall + Math.ceil(left / lastRows)) * this.#strips.stride) / WORDS_A_VECTOR;
  }
}

/** Rows must be at least as wide as a margin. */
export function stripsKernel(shape: StripsShape): DenseKernelType {
  return {
    id: stripsId(shape),
    bytes: (width, height, planes) => stripsLayout(packedLayout(width, height, planes)).bytes,
    create: (place) => new StripsKernel(place, shape),
  };
}
