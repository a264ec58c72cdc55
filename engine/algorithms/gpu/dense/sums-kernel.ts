/**
 * One generation a pass of rules that count over shapes of up to 16 cells' reach: threads walk down columns of words with the sums of
 * their cells on bit slices (sums-source.ts). Each rule is compiled separately.
 */

import { SLOT } from "../../../gpu/buffers.ts";
import type { ShaderSource } from "../../../gpu/shader-source.ts";
import type { StepPass } from "../../../gpu/step-pass.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import type { CountedForm, Rule } from "../../../rules/rule.ts";
import { slicedPlan } from "../../sliced-sums.ts";
import type { DenseKernel, DenseKernelType, KernelPlace, Side } from "./dense-kernel.ts";
import { DividedKernel } from "./divided-kernel.ts";
import { packedBytes } from "./grid-fits.ts";
import type { GroupShape, Which } from "./row-work.ts";
import { ALL_ROWS, groupShape, SOME_ROWS } from "./row-work.ts";
import { sumsShader } from "./sums-source.ts";

const LARGEST_GROUP: GroupShape = { width: 32, height: 4, threadRows: 1 };

interface Compiled {
  readonly rule: Rule;
  /** By the parity of the generation. */
  readonly pipelines: readonly GPUComputePipeline[];
}

class SumsKernel extends DividedKernel implements DenseKernel {
  readonly #states: GPUBuffer;
  #rule: Rule | null = null;
  #compiled: Compiled | null = null;
  /** [which rows][present buffer], made with the first pipeline. */
  #bindGroups: readonly (readonly GPUBindGroup[])[] = [];

  constructor(place: KernelPlace, threadRows: number) {
    const { gpu, layout } = place;
    // As many threads as there are, however few: the shorter a walk, the more of it only begins the sums.
    const { width, height } = groupShape(layout.columns, layout.height, LARGEST_GROUP, gpu.software);
    super(place, { width, height, threadRows }, 1);
    this.#states = gpu.device.createBuffer({
      label: "states",
      size: SLOT,
      usage: BUFFER_USAGE.uniform | BUFFER_USAGE.copyTarget,
    });
  }

  setRule(rule: Rule): boolean {
    if (rule !== this.#rule) {
      this.#rule = rule;
      const { gpu, layout } = this.place;
      const states = [rule.states - 1, layout.planes, layout.stride * layout.planeRows];
      gpu.queue.writeBuffer(this.#states, 0, Uint32Array.from(states));
    }
    return this.#compiled?.rule === rule;
  }

  async prepare(): Promise<void> {
    const rule = this.#rule;
    if (!rule || this.#compiled?.rule === rule) return;
    const { gpu, topology, layout } = this.place;
    const plan = slicedPlan(rule as Rule & { readonly form: CountedForm }, topology);
    const shaders = plan.sets.map((sets) => sumsShader(topology.kind, rule.text, plan, sets, layout.planes));
    if (this.#bindGroups.length === 0) this.#bind(shaders[0] as ShaderSource);
    const pipelines = await Promise.all(
      shaders.map((shader) => gpu.pipelines.pipeline(shader, this.groupConstants)),
    );
    this.#compiled = { rule, pipelines };
  }

  override dispose(): void {
    super.dispose();
    this.#states.destroy();
  }

  protected dispatch(pass: StepPass, which: Which, from: Side, generation: bigint, rows: number): void {
    const { pipelines } = this.#compiled as Compiled;
    const pipeline = pipelines[Number(generation & 1n)] as GPUComputePipeline;
    pass.dispatch(pipeline, this.#bindGroups[which]?.[from] as GPUBindGroup, this.work.groups(rows));
  }

  #bind(shader: ShaderSource): void {
    const { gpu, cells, layout } = this.place;
    const states = { buffer: this.#states };
    this.#bindGroups = ([ALL_ROWS, SOME_ROWS] as const).map((which) =>
      ([0, 1] as const).map((from) => {
        const resources: GPUBindingResource[] = [
          this.work.resource(which),
          states,
          { buffer: cells[from] },
          { buffer: cells[1 - from] },
          ...(layout.planes > 1 ? [states] : []),
        ];
        return gpu.device.createBindGroup({
          label: `sums from the ${from === 0 ? "first" : "second"} buffer`,
          layout: gpu.pipelines.layout(shader),
          entries: resources.map((resource, binding) => ({ binding, resource })),
        });
      }),
    );
  }
}

/** `threadRows`: rows that a thread walks down. */
export function sumsKernel(threadRows: number): DenseKernelType {
  return {
    id: `sums-${threadRows}`,
    bytes: packedBytes,
    create: (place) => new SumsKernel(place, threadRows),
  };
}
