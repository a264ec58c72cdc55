/**
 * Compiled shaders of one device. Compiling takes 5 to 140 ms, so each pipeline is made once, off the calling thread, and
 * shared by all universes on the device.
 */

import type { ShaderSource } from "./shader-source.ts";
import { COMPUTE_STAGE } from "./webgpu-flags.ts";

interface CompiledShader {
  readonly module: GPUShaderModule;
  readonly layout: GPUBindGroupLayout;
}

export class PipelineCache {
  readonly #device: GPUDevice;
  readonly #shaders = new Map<string, CompiledShader>();
  readonly #pipelines = new Map<string, Promise<GPUComputePipeline>>();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  /** The layout of the shader's bind group 0, the same for all its entry points. */
  layout(shader: ShaderSource): GPUBindGroupLayout {
    return this.#shader(shader).layout;
  }

  /** `constants` are the shader's overrides. A shader that does not compile is a defect and thrown as a plain Error. */
  async pipeline(
    shader: ShaderSource,
    entryPoint: string,
    constants: Readonly<Record<string, number>> = {},
  ): Promise<GPUComputePipeline> {
    const key = JSON.stringify([shader.label, entryPoint, constants]);
    let compiling = this.#pipelines.get(key);
    if (!compiling) {
      compiling = this.#compile(shader, entryPoint, constants);
      this.#pipelines.set(key, compiling);
      compiling.catch(() => this.#pipelines.delete(key));
    }
    return await compiling;
  }

  #shader(shader: ShaderSource): CompiledShader {
    let compiled = this.#shaders.get(shader.label);
    if (!compiled) {
      compiled = {
        module: this.#device.createShaderModule({ label: shader.label, code: shader.code }),
        layout: this.#device.createBindGroupLayout({
          label: shader.label,
          entries: shader.bindings.map((type, binding) => ({
            binding,
            visibility: COMPUTE_STAGE,
            buffer: { type },
          })),
        }),
      };
      this.#shaders.set(shader.label, compiled);
    }
    return compiled;
  }

  async #compile(
    shader: ShaderSource,
    entryPoint: string,
    constants: Readonly<Record<string, number>>,
  ): Promise<GPUComputePipeline> {
    const { module, layout } = this.#shader(shader);
    const label = `${shader.label}: ${entryPoint}`;
    try {
      return await this.#device.createComputePipelineAsync({
        label,
        layout: this.#device.createPipelineLayout({ label: shader.label, bindGroupLayouts: [layout] }),
        compute: { module, entryPoint, constants: { ...constants } },
      });
    } catch (cause) {
      throw new Error(`The shader "${label}" does not compile: ${String(cause)}`, { cause });
    }
  }
}
