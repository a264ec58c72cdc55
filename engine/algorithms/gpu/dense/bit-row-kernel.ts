/**
 * One generation a pass on packed cells, the rule as data (shaders/dense/bit-row.wgsl): ready at once for any rule, on any
 * grid, and able to compute a generation in parts.
 *
 * Which bind group a dispatch takes depends on three bits: which buffer is the present one, whether the generation is odd
 * (a rule that lights empty space has two tables, rules/phases.ts), and whether all rows are computed or some of them.
 */

import { SLOT } from "../../../gpu/buffers.ts";
import type { ShaderSource } from "../../../gpu/shader-source.ts";
import type { StepPass } from "../../../gpu/step-pass.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import { livingRule } from "../../../rules/living-rule.ts";
import { phasesOf } from "../../../rules/phases.ts";
import type { Rule } from "../../../rules/rule.ts";
import type { StepRule } from "../rules/rule-pieces.ts";
import { ruleWords, stepRuleOf } from "../rules/rule-pieces.ts";
import type { DenseKernel, DenseKernelType, KernelPlace, Side } from "./dense-kernel.ts";
import { DividedKernel } from "./divided-kernel.ts";
import { packedBytes } from "./grid-fits.ts";
import type { GroupShape, Which } from "./row-work.ts";
import { ALL_ROWS, groupShape, SOME_ROWS } from "./row-work.ts";
import { stepShader } from "./step-source.ts";

/** The place of what shaders/dense/planes.wgsl wants to know, after the rule's two tables. */
const STATES = 2;

const LARGEST_GROUP: GroupShape = { width: 32, height: 4, threadRows: 8 };

class BitRowKernel extends DividedKernel implements DenseKernel {
  readonly #rules: GPUBuffer;
  /** [which rows][present buffer][parity of the generation]. */
  readonly #bindGroups: readonly (readonly (readonly GPUBindGroup[])[])[];
  readonly #pipelines = new Map<ShaderSource, GPUComputePipeline>();
  #rule: Rule | null = null;
  #by: StepRule = "moore";

  constructor(place: KernelPlace) {
    const { gpu, layout } = place;
    super(place, groupShape(layout.columns, layout.height, LARGEST_GROUP, gpu.software), 1);
    this.#rules = gpu.device.createBuffer({
      label: "rule",
      size: 3 * SLOT,
      usage: BUFFER_USAGE.uniform | BUFFER_USAGE.copyTarget,
    });
    this.#bindGroups = ([ALL_ROWS, SOME_ROWS] as const).map((rows) =>
      ([0, 1] as const).map((from) => [0, 1].map((parity) => this.#bindGroup(rows, from, parity))),
    );
  }

  setRule(rule: Rule): boolean {
    if (rule !== this.#rule) {
      this.#rule = rule;
      this.#by = stepRuleOf(rule);
      const { gpu, layout, topology } = this.place;
      phasesOf(livingRule(rule), topology).forEach((phase, parity) => {
        gpu.queue.writeBuffer(this.#rules, parity * SLOT, ruleWords(phase));
      });
      const states = [rule.states - 1, layout.planes, layout.stride * layout.planeRows];
      gpu.queue.writeBuffer(this.#rules, STATES * SLOT, Uint32Array.from(states));
    }
    return this.#pipelines.has(this.#shader);
  }

  async prepare(): Promise<void> {
    const shader = this.#shader;
    this.#pipelines.set(shader, await this.place.gpu.pipelines.pipeline(shader, this.groupConstants));
  }

  override dispose(): void {
    super.dispose();
    this.#rules.destroy();
  }

  get #shader(): ShaderSource {
    const { topology, layout } = this.place;
    return stepShader(topology.kind, this.#by, layout.planes > 1);
  }

  protected dispatch(pass: StepPass, which: Which, from: Side, generation: bigint, rows: number): void {
    const pipeline = this.#pipelines.get(this.#shader) as GPUComputePipeline;
    pass.dispatch(pipeline, this.#bindGroups[which][from][Number(generation & 1n)], this.work.groups(rows));
  }

  #bindGroup(which: Which, from: Side, parity: number): GPUBindGroup {
    const { gpu, cells, layout } = this.place;
    const states = { buffer: this.#rules, offset: STATES * SLOT, size: SLOT };
    const resources: GPUBindingResource[] = [
      this.work.resource(which),
      { buffer: this.#rules, offset: parity * SLOT, size: SLOT },
      { buffer: cells[from] },
      { buffer: cells[1 - from] },
      ...(layout.planes > 1 ? [states] : []),
    ];
    return gpu.device.createBindGroup({
      label: `step from the ${from === 0 ? "first" : "second"} buffer, ${parity === 0 ? "even" : "odd"}`,
      layout: gpu.pipelines.layout(this.#shader),
      entries: resources.map((resource, binding) => ({ binding, resource })),
    });
  }
}

export const BIT_ROW: DenseKernelType = {
  id: "bit-row",
  bytes: packedBytes,
  create: (place) => new BitRowKernel(place),
};
