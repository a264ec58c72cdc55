/**
 * One generation a pass on packed cells, four words a load, the rule compiled (shaders/dense/vector-row.wgsl): as fast as memory
 * where the grid is large.
 */

import logicDead from "../../../../shaders/dense/vector-dead.wgsl?raw";
import edges from "../../../../shaders/dense/vector-edges.wgsl?raw";
import vectorRow from "../../../../shaders/dense/vector-row.wgsl?raw";
import logicTorus from "../../../../shaders/dense/vector-torus.wgsl?raw";
import type { Piece, ShaderSource } from "../../../gpu/shader-source.ts";
import { compose } from "../../../gpu/shader-source.ts";
import type { StepPass } from "../../../gpu/step-pass.ts";
import type { Phases } from "../../../rules/phases.ts";
import type { Neighbourhood, Rule } from "../../../rules/rule.ts";
import { RuleCompiler } from "../rules/rule-compiler.ts";
import { ruleLabel, rulePieces, strobes } from "../rules/rule-pieces.ts";
import type { DenseKernel, DenseKernelType, KernelPlace, Side } from "./dense-kernel.ts";
import { DividedKernel } from "./divided-kernel.ts";
import { packedBytes } from "./grid-fits.ts";
import type { GroupShape, Which } from "./row-work.ts";
import { ALL_ROWS, groupShape, SOME_ROWS } from "./row-work.ts";
import type { StepGrid } from "./step-source.ts";
import { GRID_SHAPE, ROW_WORK } from "./step-source.ts";

/**
 * The best compromise among sixteen shapes on an H200: within 5 % of the fastest on sides of 16,384, 20,000, 60,000
 * and 65,536.
 */
const LARGEST_GROUP: GroupShape = { width: 64, height: 4, threadRows: 4 };
const WORDS = 4;

const DEAD: Piece = ["dense/vector-dead", logicDead];
const OUTSIDE: Readonly<Record<StepGrid, readonly Piece[]>> = {
  torus: [["dense/vector-torus", logicTorus]],
  plane: [["(the border)", "const frozen_cells = 0u;"], DEAD],
  frozen: [["(the border)", "const frozen_cells = 1u;"], DEAD],
};

/** Bindings: grid, cells, next cells. The override `odd_generation` picks the table where there are two. */
function vectorRowShader(
  kind: StepGrid,
  neighbourhood: Neighbourhood,
  phases: Phases,
  threadRows: number,
): ShaderSource {
  return {
    label: `vector row ${kind} ${neighbourhood} ${ruleLabel(phases)}, ${threadRows} rows`,
    code: compose(
      ["(the shape)", `const thread_rows = ${threadRows}u;`],
      ...rulePieces("vec4u", neighbourhood, phases),
      GRID_SHAPE,
      ROW_WORK,
      ["dense/vector-edges", edges],
      ...OUTSIDE[kind],
      ["dense/vector-row", vectorRow],
      ["(the kernel)", kernelText(threadRows)],
    ),
    entryPoint: "step_vector_row",
    perRule: true,
    bindings: ["uniform", "read-only-storage", "storage"],
  };
}

function kernelText(threadRows: number): string {
  const loads = Array.from({ length: threadRows + 2 }, (_, i) => {
    return `  let row_${i} = load_row_at(place, i32(work.first) + ${i - 1});`;
  });
  const stores = Array.from({ length: threadRows }, (_, i) => {
    return `  store_row(work, place, work.first + ${i}u, row_${i}, row_${i + 1}, row_${i + 2});`;
  });
  return `@compute @workgroup_size(group_width, group_height)
fn step_vector_row(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) thread: vec3u,
) {
  let work = work_of(group, groups, thread, thread_rows, grid.stride / 4u);
  if (work.first >= work.end) {
    return;
  }
  let place = beside(work.column);
${loads.join("\n")}
${stores.join("\n")}
}`;
}

class VectorRowKernel extends DividedKernel implements DenseKernel {
  /** [parity of the generation]. */
  readonly #rule: RuleCompiler<readonly GPUComputePipeline[]>;
  /** [which rows][present buffer], made with the first pipeline. */
  #bindGroups: readonly (readonly GPUBindGroup[])[] = [];

  constructor(place: KernelPlace) {
    const { gpu, layout } = place;
    super(place, groupShape(layout.stride / WORDS, layout.height, LARGEST_GROUP, gpu.software), WORDS);
    this.#rule = new RuleCompiler(place.topology, (rule, phases) => this.#compile(rule, phases));
  }

  setRule(rule: Rule): boolean {
    return this.#rule.setRule(rule);
  }

  prepare(): Promise<void> {
    return this.#rule.prepare();
  }

  async #compile(rule: Rule, phases: Phases): Promise<readonly GPUComputePipeline[]> {
    const { gpu, topology } = this.place;
    const shader = vectorRowShader(topology.kind, rule.neighbourhood, phases, this.shape.threadRows);
    this.#bindGroups = [ALL_ROWS, SOME_ROWS].map((which) =>
      ([0, 1] as const).map((from) => this.#bindGroup(shader, which as Which, from)),
    );
    const { width: group_width, height: group_height } = this.shape;
    const parities = strobes(phases) ? [0, 1] : [0];
    const made = await Promise.all(
      parities.map((odd) =>
        gpu.pipelines.pipeline(shader, { group_width, group_height, odd_generation: odd }),
      ),
    );
    const [even, odd = even] = made;
    return [even, odd];
  }

  protected dispatch(pass: StepPass, which: Which, from: Side, generation: bigint, rows: number): void {
    const pipeline = this.#rule.made[Number(generation & 1n)];
    pass.dispatch(pipeline, this.#bindGroups[which][from], this.work.groups(rows));
  }

  #bindGroup(shader: ShaderSource, which: Which, from: Side): GPUBindGroup {
    const { gpu, cells } = this.place;
    const resources: GPUBindingResource[] = [
      this.work.resource(which),
      { buffer: cells[from] },
      { buffer: cells[1 - from] },
    ];
    return gpu.device.createBindGroup({
      label: `step from the ${from === 0 ? "first" : "second"} buffer`,
      layout: gpu.pipelines.layout(shader),
      entries: resources.map((resource, binding) => ({ binding, resource })),
    });
  }
}

export const VECTOR_ROW: DenseKernelType = {
  id: "vector-row",
  bytes: packedBytes,
  create: (place) => new VectorRowKernel(place),
};
