/**
 * Many generations a pass on tiles in workgroup memory (shaders/dense/tile-words.wgsl), on packed cells, for small
 * grids and for tori with shifted edges. Each rule is compiled separately.
 */

import tileWords from "../../../../shaders/dense/tile-words.wgsl?raw";
import { planesFor } from "../../../core/block.ts";
import { SLOT } from "../../../gpu/buffers.ts";
import type { ShaderSource } from "../../../gpu/shader-source.ts";
import { compose } from "../../../gpu/shader-source.ts";
import type { StepPass } from "../../../gpu/step-pass.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import type { Phases } from "../../../rules/phases.ts";
import type { Rule } from "../../../rules/rule.ts";
import { RuleCompiler } from "../rules/rule-compiler.ts";
import { ownLabel, ownPieces } from "../rules/rule-pieces.ts";
import { eachPlane, inPlanes, planeConstants } from "../rules/state-planes.ts";
import type { DenseKernel, DenseKernelType, KernelPlace, Side } from "./dense-kernel.ts";
import { packedBytes } from "./grid-fits.ts";
import type { TileShape } from "./kernel-shapes.ts";
import { tileId } from "./kernel-shapes.ts";
import type { StepGrid } from "./step-source.ts";
import { TILE_BORDERS } from "./tile-borders.ts";

/** Bindings: grid, cells, next cells. */
function tileShader(kind: StepGrid, rule: Rule, phases: Phases, shape: TileShape): ShaderSource {
  const { words, rows, reach, threadRows } = shape;
  const sizes = { tile_words: words, tile_rows: rows, reach, thread_rows: threadRows };
  const constants = Object.entries(sizes).map(([name, value]) => `const ${name} = ${value}u;`);
  return {
    label: `tile ${kind} ${ownLabel(rule, phases)}, ${Object.values(sizes).join(" x ")}`,
    code: compose(
      ["(the shape)", constants.join("\n")],
      ...ownPieces("u32", rule, phases),
      ["dense/tile-words", tileWords],
      ...TILE_BORDERS[kind],
      ["(the planes)", planesText(planesFor(rule.states))],
    ),
    entryPoint: "step_tile_words",
    perRule: true,
    bindings: ["uniform", "read-only-storage", "storage"],
  };
}

/** How the words of all planes are loaded, settled and stored. */
function planesText(planes: number): string {
  const store = eachPlane(planes, (part, start) => `  cells_after[${start} + at] = cells${part} & inside;`);
  return `fn load_planes(x: i32, y: i32) -> Planes {
  return ${inPlanes(planes, (_, start) => `load_cells(x, y, ${start})`)};
}

fn settle_planes(edges: Edges, row: i32, before: Planes, next: Planes) -> Planes {
  return ${inPlanes(planes, (part) => `settle(edges, row, before${part}, next${part})`)};
}

fn store_planes(at: u32, inside: u32, cells: Planes) {
${store.join("\n")}
}`;
}

class TileKernel implements DenseKernel {
  readonly lengths: readonly number[];
  readonly #place: KernelPlace;
  readonly #shape: TileShape;
  readonly #uniform: GPUBuffer;
  readonly #rule: RuleCompiler<GPUComputePipeline>;
  /** [length's place in `lengths`][parity of the first generation][present buffer]. */
  #bindGroups: readonly (readonly (readonly GPUBindGroup[])[])[] = [];

  constructor(place: KernelPlace, shape: TileShape) {
    this.#place = place;
    this.#shape = shape;
    this.#rule = new RuleCompiler(place.topology, (rule, phases) => this.#compile(rule, phases));
    const lengths: number[] = [];
    for (let length = shape.reach; length >= 1; length = Math.floor(length / 2)) lengths.push(length);
    this.lengths = lengths;
    const { gpu, layout, topology } = place;
    this.#uniform = gpu.device.createBuffer({
      label: "grid and tiles",
      size: 2 * lengths.length * SLOT,
      usage: BUFFER_USAGE.uniform | BUFFER_USAGE.copyTarget,
    });
    const [shiftX, shiftY] = topology.kind === "torus" ? [topology.shiftX, topology.shiftY] : [0, 0];
    const { width, height, columns, stride } = layout;
    lengths.forEach((length, index) => {
      for (const odd of [0, 1]) {
        const values = [width, height, columns, stride, this.#tilesAcross, shiftX, shiftY, length, odd];
        gpu.queue.writeBuffer(this.#uniform, (2 * index + odd) * SLOT, Int32Array.from(values));
      }
    });
  }

  setRule(rule: Rule): boolean {
    return this.#rule.setRule(rule);
  }

  prepare(): Promise<void> {
    return this.#rule.prepare();
  }

  #compile(rule: Rule, phases: Phases): Promise<GPUComputePipeline> {
    const { gpu, layout, topology } = this.#place;
    const shader = tileShader(topology.kind, rule, phases, this.#shape);
    if (this.#bindGroups.length === 0) this.#bindGroups = this.#bind(shader);
    return gpu.pipelines.pipeline(shader, planeConstants(layout));
  }

  encode(pass: StepPass, from: Side, generation: bigint, length: number): void {
    const bound = this.#bindGroups[this.lengths.indexOf(length)][Number(generation & 1n)][from];
    const tilesDown = Math.ceil(this.#place.layout.height / this.#shape.rows);
    pass.dispatch(this.#rule.made, bound, this.#tilesAcross * tilesDown);
  }

  dispose(): void {
    this.#uniform.destroy();
  }

  get #tilesAcross(): number {
    return Math.ceil(this.#place.layout.columns / this.#shape.words);
  }

  #bind(shader: ShaderSource): readonly (readonly (readonly GPUBindGroup[])[])[] {
    const { gpu, cells } = this.#place;
    const bound = (slot: number, from: Side): GPUBindGroup => {
      const resources: GPUBindingResource[] = [
        { buffer: this.#uniform, offset: slot * SLOT, size: SLOT },
        { buffer: cells[from] },
        { buffer: cells[1 - from] },
      ];
      return gpu.device.createBindGroup({
        label: `tiles from the ${from === 0 ? "first" : "second"} buffer`,
        layout: gpu.pipelines.layout(shader),
        entries: resources.map((resource, binding) => ({ binding, resource })),
      });
    };
    return this.lengths.map((_, index) =>
      [0, 1].map((odd) => ([0, 1] as const).map((from) => bound(2 * index + odd, from))),
    );
  }
}

export function tileKernel(shape: TileShape): DenseKernelType {
  return {
    id: tileId(shape),
    bytes: packedBytes,
    create: (place) => new TileKernel(place, shape),
  };
}
