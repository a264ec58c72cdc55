/**
 * The host side that the kernels of older programs share: one generation a dispatch, the grid as a uniform, the rule
 * as data in two copies (a rule that lights empty space has another table for odd generations, rules/phases.ts), and
 * a pipeline for each neighbourhood. The idea of each kernel is explained in its own file and its shader.
 */

import { SLOT } from "../../../gpu/buffers.ts";
import type { ShaderSource } from "../../../gpu/shader-source.ts";
import type { StepPass } from "../../../gpu/step-pass.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import type { PhaseTable } from "../../../rules/phases.ts";
import { rulePhases } from "../../../rules/phases.ts";
import type { Neighbourhood, Rule } from "../../../rules/rule.ts";
import type { KernelPlace, Side } from "../dense/dense-kernel.ts";
import type { StepShaders } from "./seed-shaders.ts";

/** Uniforms that share a buffer. */
const SLOTS = 3;

/** The uniforms: the grid with all rows to compute, with some of them, and the parameters of a fill. */
export const ALL_ROWS = 0;
export const SOME_ROWS = 1;
export const FILLING = 2;

export type Groups = readonly [x: number, y: number, z?: number];

interface SeedPlan {
  readonly shaders: StepShaders;
  /** The shader's overrides. */
  readonly constants: Readonly<Record<string, number>>;
  /** Cells that a workgroup computes, across and down. */
  readonly group: readonly [width: number, height: number];
  /** The rule as the shader reads it at binding 1, and the most bytes it takes. */
  readonly ruleWords: (neighbourhood: Neighbourhood, phase: PhaseTable) => Uint32Array<ArrayBuffer>;
  readonly ruleBytes: number;
  /** Other shaders that the kernel needs, without changes. */
  readonly besides?: readonly ShaderSource[];
  /** Passes before the step, which has the last word; bound as it is. */
  readonly passes?: readonly StepShaders[];
}

export abstract class SeedKernel {
  readonly lengths = [1];
  protected readonly place: KernelPlace;
  protected readonly plan: SeedPlan;
  readonly #uniforms: GPUBuffer;
  readonly #rules: readonly [GPUBuffer, GPUBuffer];
  readonly #pipelines = new Map<ShaderSource, GPUComputePipeline>();
  #rule: Rule | null = null;
  #neighbourhood: Neighbourhood = "moore";

  constructor(place: KernelPlace, plan: SeedPlan) {
    this.place = place;
    this.plan = plan;
    const { uniform, storage, copyTarget } = BUFFER_USAGE;
    const { device } = place.gpu;
    this.#uniforms = device.createBuffer({
      label: "grid",
      size: SLOTS * SLOT,
      usage: uniform | copyTarget,
    });
    const rule = (label: string): GPUBuffer =>
      device.createBuffer({ label, size: plan.ruleBytes, usage: uniform | storage | copyTarget });
    this.#rules = [rule("rule, even generations"), rule("rule, odd generations")];
    this.writeRows(ALL_ROWS, 0, place.layout.height);
  }

  setRule(rule: Rule): boolean {
    if (rule !== this.#rule) {
      this.#rule = rule;
      this.#neighbourhood = rule.neighbourhood;
      const phases = rulePhases(rule, this.place.topology);
      const even = this.plan.ruleWords(rule.neighbourhood, phases[0]);
      const odd = phases[1] === phases[0] ? even : this.plan.ruleWords(rule.neighbourhood, phases[1]);
      this.place.gpu.queue.writeBuffer(this.#rules[0], 0, even);
      this.place.gpu.queue.writeBuffer(this.#rules[1], 0, odd);
      this.ruleChanged(phases.some(({ birth }) => (birth & 1) === 1));
    }
    return this.#needed.every((shader) => this.#pipelines.has(shader));
  }

  async prepare(): Promise<void> {
    const { pipelines } = this.place.gpu;
    await Promise.all(
      this.#needed.map(async (shader) => {
        const constants = shader === this.shader ? this.plan.constants : {};
        this.#pipelines.set(shader, await pipelines.pipeline(shader, constants));
      }),
    );
  }

  dispose(): void {
    for (const buffer of [this.#uniforms, ...this.#rules]) buffer.destroy();
  }

  /** The step under the present rule. */
  protected get shader(): ShaderSource {
    return this.variant(this.plan.shaders);
  }

  /** One of those for the present rule. */
  protected variant(shaders: StepShaders): ShaderSource {
    return shaders[this.place.topology.kind][this.#neighbourhood];
  }

  /** `fromNothing`: under the new rule a dead cell among dead ones is born (only a frozen border lets that happen). */
  protected ruleChanged(_fromNothing: boolean): void {
    // Most kernels compute every cell and have nothing to do here.
  }

  protected pipeline(shader: ShaderSource): GPUComputePipeline {
    return this.#pipelines.get(shader) as GPUComputePipeline;
  }

  protected run(pass: StepPass, shader: ShaderSource, group: GPUBindGroup, groups: Groups): void {
    pass.dispatchGrid(this.pipeline(shader), group, groups);
  }

  /** [present buffer][parity of the generation]: grid, rule, cells, next cells. */
  protected stepGroups(rows: number): readonly (readonly GPUBindGroup[])[] {
    const { cells } = this.place;
    return ([0, 1] as const).map((from) =>
      this.#rules.map((rule, parity) =>
        this.bind(`from the ${nameOf(from)} buffer, ${parity === 0 ? "even" : "odd"}`, this.shader, [
          this.uniform(rows),
          { buffer: rule },
          { buffer: cells[from] },
          { buffer: cells[1 - from] },
        ]),
      ),
    );
  }

  protected bind(
    label: string,
    shader: ShaderSource,
    resources: readonly GPUBindingResource[],
  ): GPUBindGroup {
    const { device, pipelines } = this.place.gpu;
    return device.createBindGroup({
      label,
      layout: pipelines.layout(shader),
      entries: resources.map((resource, binding) => ({ binding, resource })),
    });
  }

  protected uniform(slot: number): GPUBindingResource {
    return { buffer: this.#uniforms, offset: slot * SLOT, size: SLOT };
  }

  /**
   * Writes follow the queue's order: after the last batch has used the old values and before the next one needs its
   * own.
   */
  protected writeUniform(slot: number, values: readonly number[]): void {
    this.place.gpu.queue.writeBuffer(this.#uniforms, slot * SLOT, Uint32Array.from(values));
  }

  protected writeRows(slot: number, first: number, end: number): void {
    const { width, height, columns, stride } = this.place.layout;
    this.writeUniform(slot, [width, height, columns, stride, this.groupsAcross, first, end]);
  }

  protected get groupsAcross(): number {
    return Math.ceil(this.place.layout.width / this.plan.group[0]);
  }

  get #needed(): readonly ShaderSource[] {
    const { besides = [], passes = [] } = this.plan;
    return [this.shader, ...passes.map((shaders) => this.variant(shaders)), ...besides];
  }
}

export function nameOf(side: Side): string {
  return side === 0 ? "first" : "second";
}

/** The rule as shaders/comparison/cells/rule.wgsl reads it. */
export function ruleBits(_neighbourhood: Neighbourhood, phase: PhaseTable): Uint32Array<ArrayBuffer> {
  return Uint32Array.of(phase.birth, phase.survival, phase.birth & 1);
}

export const RULE_BITS_BYTES = 16;
