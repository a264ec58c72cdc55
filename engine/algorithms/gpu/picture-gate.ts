/**
 * A picture that may have to be held back: it is drawn beside the canvas first, its brightness is measured there, and only
 * then, when it is admitted, does it reach the canvas. That costs a small read-back a picture, so it is done only where
 * somebody asks for it.
 */

import brightness from "../../../shaders/reduce/brightness.wgsl?raw";
import type { CellPicture, PictureGate } from "../drawing.ts";
import type { GpuDevice } from "./device.ts";
import { BUFFER_USAGE, COMPUTE_STAGE, MAP_READ, TEXTURE_USAGE } from "./webgpu-flags.ts";

export class GatedPicture {
  readonly #gpu: GpuDevice;
  #texture: GPUTexture | null = null;
  #pipeline: Promise<GPUComputePipeline> | null = null;

  constructor(gpu: GpuDevice) {
    this.#gpu = gpu;
  }

  /** What to draw on, of the picture's size and the canvas's format. */
  target({ width, height }: Pick<CellPicture, "width" | "height">, format: GPUTextureFormat): GPUTexture {
    const old = this.#texture;
    if (old && old.width === width && old.height === height && old.format === format) return old;
    old?.destroy();
    this.#texture = this.#gpu.device.createTexture({
      label: "picture that waits",
      size: { width, height },
      format,
      usage: TEXTURE_USAGE.renderAttachment | TEXTURE_USAGE.binding | TEXTURE_USAGE.copySource,
    });
    return this.#texture;
  }

  /** Compiles what measures. Errors: `gpu-lost`. */
  prepare(): Promise<GPUComputePipeline> {
    this.#pipeline ??= this.#compile();
    return this.#pipeline;
  }

  /** Whether the picture on the target may be shown now; the commands that draw it have been submitted. */
  async admits(pipeline: GPUComputePipeline, gate: PictureGate): Promise<boolean> {
    const { device, queue } = this.#gpu;
    const size = gate.across * gate.down * 4;
    const { storage, copySource, copyTarget, mapRead } = BUFFER_USAGE;
    const tiles = device.createBuffer({ label: "tiles", size, usage: storage | copySource });
    const staging = device.createBuffer({ label: "tiles, read back", size, usage: mapRead | copyTarget });
    try {
      const encoder = device.createCommandEncoder({ label: "measure" });
      const pass = encoder.beginComputePass({ label: "measure" });
      pass.setPipeline(pipeline);
      pass.setBindGroup(
        0,
        device.createBindGroup({
          label: "measure",
          layout: pipeline.getBindGroupLayout(0),
          entries: [
            { binding: 0, resource: (this.#texture as GPUTexture).createView() },
            { binding: 1, resource: { buffer: tiles } },
          ],
        }),
      );
      pass.dispatchWorkgroups(gate.across, gate.down);
      pass.end();
      encoder.copyBufferToBuffer(tiles, 0, staging, 0, size);
      queue.submit([encoder.finish()]);
      await this.#gpu.wait(staging.mapAsync(MAP_READ));
      const measured = new Float32Array(staging.getMappedRange().slice(0));
      return gate.admits(measured);
    } finally {
      tiles.destroy();
      staging.destroy();
    }
  }

  /** Puts the picture on the canvas. */
  show(canvas: GPUTexture): void {
    const texture = this.#texture as GPUTexture;
    const encoder = this.#gpu.device.createCommandEncoder({ label: "show" });
    // A canvas may have been resized since.
    const width = Math.min(texture.width, canvas.width);
    const height = Math.min(texture.height, canvas.height);
    encoder.copyTextureToTexture({ texture }, { texture: canvas }, { width, height });
    this.#gpu.queue.submit([encoder.finish()]);
  }

  dispose(): void {
    this.#texture?.destroy();
  }

  async #compile(): Promise<GPUComputePipeline> {
    const { device } = this.#gpu;
    const label = "measure brightness";
    const module = device.createShaderModule({ label, code: brightness });
    const group = device.createBindGroupLayout({
      label,
      entries: [
        { binding: 0, visibility: COMPUTE_STAGE, texture: {} },
        { binding: 1, visibility: COMPUTE_STAGE, buffer: { type: "storage" } },
      ],
    });
    const layout = device.createPipelineLayout({ label, bindGroupLayouts: [group] });
    return await this.#gpu.wait(
      device.createComputePipelineAsync({ label, layout, compute: { module, entryPoint: "measure_tiles" } }),
    );
  }
}
