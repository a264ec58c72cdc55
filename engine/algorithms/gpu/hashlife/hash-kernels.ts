/** Encodes the kernels of `gpu-hashlife` (shaders/hashlife) over its store. */

import { SLOT } from "../../../gpu/buffers.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { foldedGroups } from "../../../gpu/pipelines.ts";
import type { ShaderSource } from "../../../gpu/shader-source.ts";
import { StepPass } from "../../../gpu/step-pass.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import type { Phases } from "../../../rules/phases.ts";
import type { Rule } from "../../../rules/rule.ts";
import type { Plant, Walk } from "./hash-source.ts";
import { CONFIRM_SHADER, PLANT_SHADERS, STORED, WALK_SHADERS, workShaders } from "./hash-source.ts";
import type { HashStore, HashTables } from "./hash-store.ts";

/** Threads of a workgroup: a software adapter pays for each that waits at a barrier, and rows of 32 are the least. */
const GROUP = 256;
const SOFTWARE_GROUP = 32;
/** Those of the narrow kernel's only workgroup, as far as the GPU has them. */
const NARROW_GROUP = 1024;
/** Passes and turns of one dispatch of the narrow kernel: about a millisecond on a GPU. */
const FUEL = 256;
/** Workgroups of a wide kernel: about as many as the largest GPUs hold at once. */
const WIDE_GROUPS = 1024;
const SOFTWARE_WIDE_GROUPS = 8;
/** Orders that one submission can hold. */
const MOST_ORDERS = 64;

type Bound = Pick<ShaderSource, "label" | "bindings">;

type Pipelines<Name extends string> = Readonly<Record<Name, GPUComputePipeline>>;

interface WorkPipelines {
  readonly narrow: GPUComputePipeline;
  readonly ask: GPUComputePipeline;
  readonly confirm: GPUComputePipeline;
}

interface WorkGroups {
  readonly tables: HashTables;
  readonly stored: GPUBindGroup;
}

/** A walk over that many things (shaders/hashlife/walk.wgsl), so many times in a row. */
export interface WalkOrder {
  readonly walk: Walk;
  readonly count: number;
  readonly flags?: number;
  readonly times?: number;
  /** What stands in the stack's place. */
  readonly stack?: GPUBuffer;
}

/** Squares first .. end - 1 of a tree to plant. */
export interface PlantOrder {
  readonly first: number;
  readonly end: number;
}

export class HashKernels {
  readonly #gpu: GpuDevice;
  readonly #store: HashStore;
  readonly #group: number;
  readonly #orders: GPUBuffer;
  #works: WorkPipelines | null = null;
  readonly #walks: Pipelines<Walk>;
  readonly #plants: Pipelines<Plant>;
  #bound: WorkGroups | null = null;

  private constructor(
    gpu: GpuDevice,
    store: HashStore,
    group: number,
    walks: Pipelines<Walk>,
    plants: Pipelines<Plant>,
  ) {
    this.#gpu = gpu;
    this.#store = store;
    this.#group = group;
    this.#walks = walks;
    this.#plants = plants;
    this.#orders = gpu.device.createBuffer({
      label: "hashlife: orders",
      size: MOST_ORDERS * SLOT,
      usage: BUFFER_USAGE.uniform | BUFFER_USAGE.copyTarget,
    });
  }

  /** Errors: `gpu-lost`. */
  static async create(gpu: GpuDevice, store: HashStore): Promise<HashKernels> {
    const group = gpu.software ? SOFTWARE_GROUP : GROUP;
    try {
      const [walks, plants] = await Promise.all([
        compileAll(gpu, WALK_SHADERS, group),
        compileAll(gpu, PLANT_SHADERS, group),
      ]);
      return new HashKernels(gpu, store, group, walks, plants);
    } finally {
      gpu.check();
    }
  }

  /** Compiles what computes, for one rule. Errors: `gpu-lost`. */
  async prepare(rule: Rule, phases: Phases): Promise<void> {
    const shaders = workShaders(rule.neighbourhood, phases);
    const group = this.#group;
    const { software, limits } = this.#gpu;
    const most = Math.min(limits.maxComputeInvocationsPerWorkgroup, limits.maxComputeWorkgroupSizeX);
    const alone = software ? group : Math.min(NARROW_GROUP, 2 ** Math.floor(Math.log2(most)));
    try {
      const [narrow, ask, confirm] = await Promise.all([
        this.#gpu.pipelines.pipeline(shaders.narrow, { group: alone, most_fuel: FUEL }),
        this.#gpu.pipelines.pipeline(shaders.ask, { group }),
        this.#gpu.pipelines.pipeline(CONFIRM_SHADER, { group }),
      ]);
      this.#works = { narrow, ask, confirm };
    } finally {
      this.#gpu.check();
    }
  }

  /** So many rounds of the narrow kernel and, where it leaves them something, of the wide ones. */
  encodeWork(encoder: GPUCommandEncoder, rounds: number): void {
    if (!this.#works) throw new Error("No rule is compiled yet.");
    const { narrow, ask, confirm } = this.#works;
    const { stored } = this.#workGroups();
    const wide = this.#gpu.software ? SOFTWARE_WIDE_GROUPS : WIDE_GROUPS;
    const commands = encoder.beginComputePass({ label: "hashlife: work" });
    const pass = new StepPass(commands);
    for (let i = 0; i < rounds; i++) {
      pass.dispatch(narrow, stored, 1);
      pass.dispatch(ask, stored, wide);
      pass.dispatch(confirm, stored, wide);
    }
    commands.end();
  }

  /** One walk after the other. Whoever calls this submits before he calls it again. */
  encodeWalks(encoder: GPUCommandEncoder, orders: readonly WalkOrder[]): void {
    const commands = encoder.beginComputePass({ label: "hashlife: walks" });
    const pass = new StepPass(commands);
    orders.forEach(({ walk, count, flags = 0, times = 1, stack = this.#store.stack }, i) => {
      this.#write(i, [count, flags]);
      const bound = this.#bind(WALK_SHADERS[walk], [
        ...this.#stored(stack),
        this.#store.tables.marks,
        this.#order(i),
      ]);
      // The first thread of `mark` has the root to see to, whatever there is on the stack.
      const threads = Math.max(1, count);
      for (let time = 0; time < times; time++)
        pass.dispatchGrid(this.#walks[walk], bound, foldedGroups(Math.ceil(threads / this.#group)));
    });
    commands.end();
  }

  /**
   * Plants squares of a tree with so many leaves and that root, and submits: the orders have room for so many at a time
   * only.
   */
  plant(
    orders: readonly PlantOrder[],
    { leaves, root }: { readonly leaves: number; readonly root: number },
    names: GPUBuffer,
    seeds: GPUBuffer,
  ): void {
    for (let done = 0; done < orders.length; done += MOST_ORDERS) {
      const encoder = this.#gpu.device.createCommandEncoder({ label: "hashlife: planting" });
      const commands = encoder.beginComputePass({ label: "hashlife: planting" });
      const pass = new StepPass(commands);
      orders.slice(done, done + MOST_ORDERS).forEach(({ first, end }, i) => {
        this.#write(i, [first, end, leaves, root]);
        const groups = foldedGroups(Math.ceil((end - first) / this.#group));
        const bound = this.#bind(PLANT_SHADERS.plant_ask, [...this.#stored(names), seeds, this.#order(i)]);
        pass.dispatchGrid(this.#plants.plant_ask, bound, groups);
        pass.dispatchGrid(this.#plants.plant_confirm, bound, groups);
        pass.dispatch(this.#plants.plant_settle, bound, 1);
      });
      commands.end();
      this.#gpu.queue.submit([encoder.finish()]);
    }
  }

  dispose(): void {
    this.#orders.destroy();
  }

  #write(i: number, words: readonly number[]): void {
    this.#gpu.queue.writeBuffer(this.#orders, i * SLOT, Uint32Array.from([...words, 0, 0].slice(0, 4)));
  }

  #order(i: number): GPUBufferBinding {
    return { buffer: this.#orders, offset: i * SLOT, size: 16 };
  }

  #stored(stack: GPUBuffer): readonly GPUBuffer[] {
    const { keys, rest, index, spare } = this.#store.tables;
    return [this.#store.state, keys, rest, index, spare, stack];
  }

  #workGroups(): WorkGroups {
    const { tables, stack } = this.#store;
    // The tables change when the store grows.
    if (this.#bound?.tables === tables) return this.#bound;
    const stored = this.#bind({ label: "hashlife", bindings: STORED }, this.#stored(stack));
    this.#bound = { tables, stored };
    return this.#bound;
  }

  #bind(shader: Bound, resources: readonly (GPUBuffer | GPUBufferBinding)[]): GPUBindGroup {
    return this.#gpu.device.createBindGroup({
      label: shader.label,
      layout: this.#gpu.pipelines.layout(shader),
      entries: resources.map((resource, binding) => ({
        binding,
        resource: "destroy" in resource ? { buffer: resource } : resource,
      })),
    });
  }
}

async function compileAll<Name extends string>(
  gpu: GpuDevice,
  shaders: Readonly<Record<Name, ShaderSource>>,
  group: number,
): Promise<Pipelines<Name>> {
  const names = Object.keys(shaders) as Name[];
  const made = await Promise.all(names.map((name) => gpu.pipelines.pipeline(shaders[name], { group })));
  return Object.fromEntries(names.map((name, i) => [name, made[i]])) as Record<Name, GPUComputePipeline>;
}
