/**
 * A gate for pictures that may have to be held back: each is drawn beside the canvas and its brightness measured
 * there; only an admitted picture reaches the canvas. That costs a small read-back a picture, so it happens only on
 * request.
 */

import brightness from "../../../../shaders/draw/brightness.wgsl?raw";
import { claim } from "../../../gpu/buffers.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { BUFFER_USAGE, COMPUTE_STAGE, MAP_READ, TEXTURE_USAGE } from "../../../gpu/webgpu-flags.ts";
import type { CellPicture, PictureGate } from "../../../picture/drawing.ts";

/** A picture on its way. */
interface PictureInHand {
  /** The texture to draw on. */
  readonly target: GPUTexture;
  /** Encodes the measuring, after the drawing. */
  measure(encoder: GPUCommandEncoder): void;
  /** Whether the picture may be shown now; its commands have been submitted. Errors: `gpu-lost`. */
  admits(): Promise<boolean>;
  /** Puts it on the canvas. */
  show(canvas: GPUTexture): void;
  /** To be called last in any case. */
  done(): void;
}

/** The buffers of one picture while it waits. */
interface Easel {
  readonly texture: GPUTexture;
  readonly tiles: GPUBuffer;
  readonly staging: GPUBuffer;
}

export class GatedPicture {
  readonly #gpu: GpuDevice;
  /** Not in use: kept for the next picture of the same size. */
  #spare: Easel | null = null;
  #bytes = 0;
  #pipeline: Promise<GPUComputePipeline> | null = null;
  #disposed = false;

  constructor(gpu: GpuDevice) {
    this.#gpu = gpu;
  }

  /** Bytes of the pictures under way, and those kept for the next one. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Makes room for a picture of that size and the canvas's format. Errors: `memory-limit`, `gpu-lost`. */
  async prepare(
    { width, height }: Pick<CellPicture, "width" | "height">,
    format: GPUTextureFormat,
    gate: PictureGate,
  ): Promise<PictureInHand> {
    this.#pipeline ??= this.#compile();
    const pipeline = await this.#pipeline;
    const bytes = gate.across * gate.down * 4;
    const easel =
      this.#takeSpare(width, height, format, bytes) ?? (await this.#easel(width, height, format, bytes));
    const { texture, tiles, staging } = easel;
    return {
      target: texture,
      measure: (encoder) => {
        const pass = encoder.beginComputePass({ label: "measure" });
        pass.setPipeline(pipeline);
        pass.setBindGroup(
          0,
          this.#gpu.device.createBindGroup({
            label: "measure",
            layout: pipeline.getBindGroupLayout(0),
            entries: [
              { binding: 0, resource: texture.createView() },
              { binding: 1, resource: { buffer: tiles } },
            ],
          }),
        );
        pass.dispatchWorkgroups(gate.across, gate.down);
        pass.end();
        encoder.copyBufferToBuffer(tiles, 0, staging, 0, bytes);
      },
      admits: async () => {
        await this.#gpu.wait(staging.mapAsync(MAP_READ));
        const measured = new Float32Array(staging.getMappedRange().slice(0));
        staging.unmap();
        return gate.admits(measured);
      },
      show: (canvas) => {
        const encoder = this.#gpu.device.createCommandEncoder({ label: "show" });
        // The canvas may have changed its size since.
        const size = { width: Math.min(width, canvas.width), height: Math.min(height, canvas.height) };
        encoder.copyTextureToTexture({ texture }, { texture: canvas }, size);
        this.#gpu.queue.submit([encoder.finish()]);
      },
      done: () => {
        this.#dropSpare();
        this.#spare = easel;
        if (this.#disposed) this.#dropSpare();
      },
    };
  }

  dispose(): void {
    this.#disposed = true;
    this.#dropSpare();
  }

  #dropSpare(): void {
    if (!this.#spare) return;
    this.#bytes -= bytesOf(this.#spare);
    drop(this.#spare);
    this.#spare = null;
  }

  #takeSpare(width: number, height: number, format: GPUTextureFormat, bytes: number): Easel | null {
    const spare = this.#spare;
    if (spare?.texture.width !== width || spare.texture.height !== height) return null;
    if (spare.texture.format !== format || spare.tiles.size !== bytes) return null;
    this.#spare = null;
    return spare;
  }

  async #easel(width: number, height: number, format: GPUTextureFormat, bytes: number): Promise<Easel> {
    const { device } = this.#gpu;
    const { renderAttachment, binding, copySource } = TEXTURE_USAGE;
    const { storage, copySource: source, copyTarget, mapRead } = BUFFER_USAGE;
    const usage = renderAttachment | binding | copySource;
    const label = "picture that waits";
    const make = (): Easel => ({
      texture: device.createTexture({ label, size: { width, height }, format, usage }),
      tiles: device.createBuffer({ label: "tiles", size: bytes, usage: storage | source }),
      staging: device.createBuffer({ label: "tiles, read back", size: bytes, usage: mapRead | copyTarget }),
    });
    const easel = await claim(this.#gpu, "a picture", make, drop);
    this.#bytes += bytesOf(easel);
    return easel;
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

/** Four bytes a pixel, in any format that a canvas has. */
function bytesOf({ texture, tiles, staging }: Easel): number {
  return texture.width * texture.height * 4 + tiles.size + staging.size;
}

function drop({ texture, tiles, staging }: Easel): void {
  texture.destroy();
  tiles.destroy();
  staging.destroy();
}
