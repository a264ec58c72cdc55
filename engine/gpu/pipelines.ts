/**
 * Compiled shaders of one device. Compiling takes 5 to 140 ms, so each pipeline is made once, off the calling thread, and
 * shared by all universes on the device.
 */

import type { RenderSource, ShaderSource } from "./shader-source.ts";
import { COMPUTE_STAGE, FRAGMENT_STAGE } from "./webgpu-flags.ts";

/** Pipelines written for one rule, of which people may try hundreds: enough for a search among kernels. */
const MOST_RULE_PIPELINES = 64;

export class PipelineCache {
  readonly #device: GPUDevice;
  readonly #layouts = new Map<string, GPUBindGroupLayout>();
  readonly #modules = new Map<string, GPUShaderModule>();
  readonly #pipelines = new Map<string, Promise<GPUComputePipeline>>();
  readonly #rulePipelines = new Map<string, Promise<GPUComputePipeline>>();
  readonly #renderPipelines = new Map<string, Promise<GPURenderPipeline>>();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  /** The layout of bind group 0: shaders that bind the same kinds of buffers share it, and so their bind groups. */
  layout({ bindings }: Pick<ShaderSource, "bindings">): GPUBindGroupLayout {
    const label = bindings.join(", ");
    return kept(this.#layouts, label, () =>
      this.#device.createBindGroupLayout({
        label,
        entries: bindings.map((type, binding) => ({ binding, visibility: stagesOf(type), buffer: { type } })),
      }),
    );
  }

  /** `constants` are the shader's overrides. A shader that does not compile is a defect and thrown as a plain Error. */
  async pipeline(
    shader: ShaderSource,
    constants: Readonly<Record<string, number>> = {},
  ): Promise<GPUComputePipeline> {
    const key = JSON.stringify([shader.label, constants]);
    const pipelines = shader.perRule ? this.#rulePipelines : this.#pipelines;
    const compiling = kept(pipelines, key, () => this.#compile(shader, constants));
    if (shader.perRule) this.#keep(key, compiling);
    try {
      return await compiling;
    } catch (error) {
      pipelines.delete(key);
      throw error;
    }
  }

  /** Keeps the most recently used pipelines; kernels hold the others that they use. */
  #keep(key: string, pipeline: Promise<GPUComputePipeline>): void {
    this.#rulePipelines.delete(key);
    this.#rulePipelines.set(key, pipeline);
    for (const oldest of this.#rulePipelines.keys()) {
      if (this.#rulePipelines.size <= MOST_RULE_PIPELINES) break;
      this.#rulePipelines.delete(oldest);
    }
  }

  /** Draws over a whole canvas of that format. Errors: those of `pipeline`. */
  async renderPipeline(shader: RenderSource, format: GPUTextureFormat): Promise<GPURenderPipeline> {
    const key = `${shader.label} ${format}`;
    const compiling = kept(this.#renderPipelines, key, () => this.#compileRender(shader, format));
    try {
      return await compiling;
    } catch (error) {
      this.#renderPipelines.delete(key);
      throw error;
    }
  }

  async #compileRender(shader: RenderSource, format: GPUTextureFormat): Promise<GPURenderPipeline> {
    const { label, code, vertexEntryPoint, entryPoint } = shader;
    const module = kept(this.#modules, label, () => this.#device.createShaderModule({ label, code }));
    const layout = this.#device.createPipelineLayout({ label, bindGroupLayouts: [this.layout(shader)] });
    try {
      return await this.#device.createRenderPipelineAsync({
        label,
        layout,
        vertex: { module, entryPoint: vertexEntryPoint },
        fragment: { module, entryPoint, targets: [{ format }] },
      });
    } catch (cause) {
      throw new Error(`The shader "${label}" does not compile: ${String(cause)}`, { cause });
    }
  }

  async #compile(
    shader: ShaderSource,
    constants: Readonly<Record<string, number>>,
  ): Promise<GPUComputePipeline> {
    const { label, code, entryPoint, perRule } = shader;
    const make = (): GPUShaderModule => this.#device.createShaderModule({ label, code });
    const module = perRule ? make() : kept(this.#modules, label, make);
    const layout = this.#device.createPipelineLayout({ label, bindGroupLayouts: [this.layout(shader)] });
    try {
      return await this.#device.createComputePipelineAsync({
        label,
        layout,
        compute: { module, entryPoint, constants: { ...constants } },
      });
    } catch (cause) {
      throw new Error(`The shader "${label}" does not compile: ${String(cause)}`, { cause });
    }
  }
}

/** The stages that may see a binding. Read-only bindings are also open to drawing. */
function stagesOf(type: GPUBufferBindingType): number {
  return type === "storage" ? COMPUTE_STAGE : COMPUTE_STAGE | FRAGMENT_STAGE;
}

/** The map's value, made and kept where it has none. */
function kept<T>(map: Map<string, T>, key: string, make: () => T): T {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

const MOST_GROUPS_A_SIDE = 65535;

/** Workgroups in a row, folded into two directions: one takes at most 65,535. The shader skips the surplus. */
export function foldedGroups(groups: number): readonly [x: number, y: number] {
  return [Math.min(groups, MOST_GROUPS_A_SIDE), Math.ceil(groups / MOST_GROUPS_A_SIDE)];
}
