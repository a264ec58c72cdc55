/** Encodes the kernels of `gpu-sparse` (shaders/sparse) over a pool of tiles. */

import type { Topology } from "../../../core/topology.ts";
import { SLOT } from "../../../gpu/buffers.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { foldedGroups } from "../../../gpu/pipelines.ts";
import type { ShaderSource } from "../../../gpu/shader-source.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import type { Phases } from "../../../rules/phases.ts";
import { phasesOf } from "../../../rules/phases.ts";
import type { CountedForm, Rule } from "../../../rules/rule.ts";
import { slicedPlan } from "../../sliced-sums.ts";
import { ruleWords, stepRuleOf } from "../rules/rule-pieces.ts";
import {
  EDIT_SHADER,
  FOLLOW_SHADER,
  GATHER_SHADER,
  MAKE_SHADER,
  MANAGE_SHADER,
  REHASH_SHADER,
  SPARSE_STEP_SHADERS,
  SURVEY_SHADER,
  SWEEP_SHADER,
  sparseSumsShader,
  TILE_SHADERS,
  TOUCH_SHADER,
} from "./sparse-source.ts";
import type { TilePool } from "./tile-pool.ts";
import { TILE } from "./tile-size.ts";

/** Words of the struct `Rule` (shaders/rules/rule-masks.wgsl), more than a table takes. */
const RULE_WORDS = 24;
const MOST_GROUPS = 65535;
/** Tiles per workgroup of these shaders. */
const REHASH_GROUP = 64;
const TILE_GROUP = 16;

/** How the work is split into threads. */
interface Shape {
  /** Rows of a tile that a thread computes. */
  readonly threadRows: number;
  readonly stepGroup: number;
  readonly followGroup: number;
  readonly manageThreads: number;
}

/** Tiles lie less far than this from the origin, so that no sum of their coordinates overflows 32 bits. */
export const REACH = 2 ** 30;

/**
 * A GPU wants many threads; a software adapter runs few at once, does best with long loops, and pays for each thread
 * that waits at a barrier.
 */
const ON_GPU: Shape = { threadRows: 4, stepGroup: 64, followGroup: 64, manageThreads: 256 };
const IN_SOFTWARE: Shape = { threadRows: 64, stepGroup: 4, followGroup: 64, manageThreads: 4 };

/** Rows of a thread that first walks through `2 * reach` others to begin its sums. */
const ROWS_OF_SUMS = 16;

type Resource = GPUBuffer | GPUBindingResource;

/** How a rule's generations are computed. */
export interface TileStep {
  /** From even and odd generations. */
  readonly shaders: readonly [ShaderSource, ShaderSource];
  /** The rule as data, where it is not written into the shaders. */
  readonly phases: Phases | null;
  /** How far cells see. */
  readonly reach: number;
}

export function tileStep(rule: Rule, topology: Topology): TileStep {
  if (rule.form.kind !== "counted") {
    const shader = SPARSE_STEP_SHADERS[stepRuleOf(rule)];
    return { shaders: [shader, shader], phases: phasesOf(rule, topology), reach: 1 };
  }
  const plan = slicedPlan(rule as Rule & { readonly form: CountedForm }, topology);
  const [even, odd] = plan.sets.map((sets) => sparseSumsShader(rule.text, plan, sets)) as [
    ShaderSource,
    ShaderSource,
  ];
  return { shaders: [even, odd], phases: null, reach: plan.reach };
}

/** The bind groups for a batch of generations. */
interface StepGroups {
  /** The pool's buffers change when it grows; these groups are then stale. */
  readonly tables: object;
  /** [plane of the present][parity of the generation]. */
  readonly step: readonly (readonly GPUBindGroup[])[];
  /** [plane that was the present]. */
  readonly follow: readonly GPUBindGroup[];
  readonly manage: readonly GPUBindGroup[];
}

export class TileKernels {
  readonly #gpu: GpuDevice;
  readonly #pool: TilePool;
  readonly #shape: Shape;
  readonly #reach: number;
  readonly #rules: GPUBuffer;
  /** Those that manage tiles, compiled for the step's reach. */
  readonly #pipelines = new Map<ShaderSource, GPUComputePipeline>();
  /** What is compiled. */
  #step: { readonly of: TileStep; readonly pipelines: readonly GPUComputePipeline[] } | null = null;
  #groups: StepGroups | null = null;

  /** `wide`: many threads on any adapter; `reach`: at most REACH. Both are for tests. */
  constructor(gpu: GpuDevice, pool: TilePool, wide: boolean, reach: number) {
    this.#gpu = gpu;
    this.#pool = pool;
    this.#reach = reach;
    this.#shape = gpu.software && !wide ? IN_SOFTWARE : ON_GPU;
    this.#rules = gpu.device.createBuffer({
      label: "tiles: rule",
      size: 2 * SLOT,
      usage: BUFFER_USAGE.uniform | BUFFER_USAGE.copyTarget,
    });
  }

  /** Compiles the missing pipelines. Errors: `gpu-lost`. */
  async prepare(step: TileStep): Promise<void> {
    const compiled = (shader: ShaderSource): Promise<GPUComputePipeline> =>
      this.#gpu.pipelines.pipeline(shader, this.#constants(shader, step));
    try {
      const [even, odd, ...managing] = await Promise.all([...step.shaders, ...TILE_SHADERS].map(compiled));
      TILE_SHADERS.forEach((shader, i) => {
        this.#pipelines.set(shader, managing[i] as GPUComputePipeline);
      });
      this.#step = { of: step, pipelines: [even as GPUComputePipeline, odd as GPUComputePipeline] };
    } finally {
      this.#gpu.check();
    }
  }

  /** How a shader that visits all tiles (SEEN_SHADERS) splits its work. */
  get seenConstants(): { readonly thread_rows: number; readonly group_size: number } {
    return { thread_rows: this.#shape.threadRows, group_size: this.#shape.stepGroup };
  }

  isReadyFor(step: TileStep): boolean {
    return this.#step?.of === step;
  }

  setRule({ phases }: TileStep): void {
    phases?.forEach((phase, parity) => {
      this.#gpu.queue.writeBuffer(this.#rules, parity * SLOT, ruleWords(phase));
    });
  }

  /**
   * `count` generations of the step that was prepared last, the first from `plane` at a generation of that parity. `awake`: about
   * how many tiles to compute.
   */
  encodeGenerations(
    encoder: GPUCommandEncoder,
    plane: number,
    parity: number,
    count: number,
    awake: number,
  ): void {
    if (!this.#step) throw new Error("No step was prepared.");
    const { of, pipelines } = this.#step;
    const { step, follow, manage } = this.#stepGroups();
    const following = this.#pipeline(FOLLOW_SHADER);
    const managing = this.#pipeline(MANAGE_SHADER);
    const { stepGroup, followGroup } = this.#shape;
    const stepGroups = groupsFor(awake * (TILE / this.#rowsOf(of)), stepGroup);
    const followGroups = groupsFor(awake, followGroup);
    const pass = encoder.beginComputePass({ label: "step tiles" });
    for (let k = 0; k < count; k++) {
      const present = (plane + k) & 1;
      pass.setPipeline(pipelines[(parity + k) & 1] as GPUComputePipeline);
      pass.setBindGroup(0, step[present][(parity + k) & 1]);
      pass.dispatchWorkgroups(stepGroups);
      pass.setPipeline(following);
      pass.setBindGroup(0, follow[present]);
      pass.dispatchWorkgroups(followGroups);
      pass.setPipeline(managing);
      pass.setBindGroup(0, manage[present]);
      pass.dispatchWorkgroups(1);
    }
    pass.end();
  }

  /** Puts tiles in order between generations; `plane` is the present one. */
  encodeManage(encoder: GPUCommandEncoder, plane: number): void {
    this.#encode(encoder, MANAGE_SHADER, this.#managed(1 - plane, false), 1);
  }

  /** Makes tiles at the places in `listed`, as shaders/sparse/wants-listed.wgsl reads it. */
  encodeMake(encoder: GPUCommandEncoder, plane: number, listed: GPUBuffer): void {
    this.#encode(encoder, MAKE_SHADER, [...this.#managed(1 - plane, false), listed], 1);
  }

  /** Builds the directory anew from the tiles below `fresh`. */
  encodeRehash(encoder: GPUCommandEncoder, fresh: number): void {
    const { flags, places, slots } = this.#pool.tables;
    encoder.clearBuffer(slots);
    const resources = [this.#pool.turn(0, false), flags, places, slots];
    this.#encode(encoder, REHASH_SHADER, resources, Math.ceil(fresh / REHASH_GROUP));
  }

  encodeEdit(encoder: GPUCommandEncoder, plane: number, edits: GPUBuffer, count: number): void {
    const { flags, lists, neighbours, places, slots, planes } = this.#pool.tables;
    const turn = this.#pool.turn(1 - plane, false);
    const resources = [
      turn,
      flags,
      lists,
      this.#pool.state,
      neighbours,
      places,
      slots,
      planes[plane as 0 | 1],
      edits,
    ];
    this.#encode(encoder, EDIT_SHADER, resources, Math.ceil(count / TILE_GROUP));
  }

  encodeTouch(encoder: GPUCommandEncoder, plane: number, fresh: number): void {
    const { flags, lists, neighbours, planes } = this.#pool.tables;
    const turn = this.#pool.turn(1 - plane, false);
    const resources = [turn, flags, lists, this.#pool.state, neighbours, planes[plane as 0 | 1]];
    this.#encode(encoder, TOUCH_SHADER, resources, Math.ceil(fresh / TILE_GROUP));
  }

  encodeSweep(encoder: GPUCommandEncoder, plane: number, fresh: number): void {
    const { flags, lists, planes } = this.#pool.tables;
    const turn = this.#pool.turn(1 - plane, false);
    const present = plane as 0 | 1;
    const next = (1 - plane) as 0 | 1;
    const resources = [turn, flags, lists, this.#pool.state, planes[present], planes[next]];
    this.#encode(encoder, SWEEP_SHADER, resources, Math.ceil(fresh / TILE_GROUP));
  }

  encodeSurvey(encoder: GPUCommandEncoder, plane: number, fresh: number, found: GPUBuffer): void {
    const { flags, places, planes } = this.#pool.tables;
    const resources = [this.#pool.turn(0, false), flags, places, planes[plane as 0 | 1], found];
    this.#encode(encoder, SURVEY_SHADER, resources, Math.ceil(fresh / TILE_GROUP));
  }

  encodeGather(
    encoder: GPUCommandEncoder,
    plane: number,
    wanted: GPUBuffer,
    count: number,
    gathered: GPUBuffer,
  ): void {
    const resources = [wanted, this.#pool.tables.planes[plane as 0 | 1], gathered];
    this.#encode(encoder, GATHER_SHADER, resources, count);
  }

  dispose(): void {
    this.#rules.destroy();
  }

  #encode(
    encoder: GPUCommandEncoder,
    shader: ShaderSource,
    resources: readonly Resource[],
    workgroups: number,
  ): void {
    const pass = encoder.beginComputePass({ label: shader.label });
    pass.setPipeline(this.#pipeline(shader));
    pass.setBindGroup(0, this.#bind(shader, resources));
    pass.dispatchWorkgroups(...foldedGroups(workgroups));
    pass.end();
  }

  /** Rows of a tile that a thread computes. */
  #rowsOf({ phases }: TileStep): number {
    const { threadRows } = this.#shape;
    return phases ? threadRows : Math.max(threadRows, ROWS_OF_SUMS);
  }

  #constants(shader: ShaderSource, step: TileStep): Readonly<Record<string, number>> {
    const { stepGroup, followGroup, manageThreads } = this.#shape;
    if (shader === MANAGE_SHADER || shader === MAKE_SHADER)
      return { threads: manageThreads, reach: this.#reach };
    const sight_reach = step.reach;
    if (shader === FOLLOW_SHADER) return { group_size: followGroup };
    if (shader === EDIT_SHADER || shader === TOUCH_SHADER) return { sight_reach };
    if (!step.shaders.includes(shader)) return {};
    return { thread_rows: this.#rowsOf(step), group_size: stepGroup, sight_reach };
  }

  #pipeline(shader: ShaderSource): GPUComputePipeline {
    const pipeline = this.#pipelines.get(shader);
    if (!pipeline) throw new Error(`The shader "${shader.label}" was not prepared.`);
    return pipeline;
  }

  #stepGroups(): StepGroups {
    const { tables } = this.#pool;
    if (this.#groups?.tables === tables) return this.#groups;
    // Whatever the rule, a step binds the same.
    const shader = SPARSE_STEP_SHADERS.moore;
    const { planes, neighbours, flags, sights, lists } = tables;
    const step = [0, 1].map((plane) =>
      [0, 1].map((parity) =>
        this.#bind(shader, [
          this.#pool.turn(plane, true),
          { buffer: this.#rules, offset: parity * SLOT, size: RULE_WORDS * 4 },
          planes[plane as 0 | 1],
          planes[(1 - plane) as 0 | 1],
          neighbours,
          sights,
          lists,
          this.#pool.state,
        ]),
      ),
    );
    const follow = [0, 1].map((plane) =>
      this.#bind(FOLLOW_SHADER, [
        this.#pool.turn(plane, true),
        flags,
        lists,
        this.#pool.state,
        neighbours,
        sights,
      ]),
    );
    const manage = [0, 1].map((plane) => this.#bind(MANAGE_SHADER, this.#managed(plane, true)));
    this.#groups = { tables, step, follow, manage };
    return this.#groups;
  }

  #managed(current: number, advances: boolean): readonly Resource[] {
    const { flags, lists, neighbours, places, slots } = this.#pool.tables;
    return [this.#pool.turn(current, advances), flags, lists, this.#pool.state, neighbours, places, slots];
  }

  #bind(shader: ShaderSource, resources: readonly Resource[]): GPUBindGroup {
    return this.#gpu.device.createBindGroup({
      label: shader.label,
      layout: this.#gpu.pipelines.layout(shader),
      entries: resources.map((resource, binding) => ({
        binding,
        resource: "size" in resource && "destroy" in resource ? { buffer: resource } : resource,
      })),
    });
  }
}

/** Workgroups for that many threads; beyond one dispatch the threads work in rounds. */
export function groupsFor(threads: number, groupSize: number): number {
  return Math.min(MOST_GROUPS, Math.max(1, Math.ceil(threads / groupSize)));
}
