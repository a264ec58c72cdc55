/**
 * Asks the GPU for a few numbers about all cells of a grid: runs a shader over them and reads back the result. The
 * buffers for this are small and kept from one question to the next; questions come one at a time.
 */

import { hashBits } from "../../../core/state-hash.ts";
import { allocate } from "../../../gpu/buffers.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import type { GridBox, PackedLayout } from "../../../gpu/packed-layout.ts";
import { foldedGroups } from "../../../gpu/pipelines.ts";
import type { ShaderSource } from "../../../gpu/shader-source.ts";
import { BUFFER_USAGE, MAP_READ } from "../../../gpu/webgpu-flags.ts";
import type { Census } from "./census.ts";
import { CENSUS_BYTES, CENSUS_PLACE_BYTES, censusOf, planCensus } from "./census.ts";
import { CENSUS_SHADERS, HASH_SHADERS } from "./reduce-source.ts";
import type { HashPlan } from "./state-hash.ts";
import { byteSums, hashOfBands, planHash } from "./state-hash.ts";

const HASH_GROUP = 64;

const { storage, uniform, copySource, copyTarget, mapRead } = BUFFER_USAGE;

interface HashBuffers {
  readonly place: GPUBuffer;
  readonly table: GPUBuffer;
  readonly pieces: GPUBuffer;
  readonly bands: GPUBuffer;
  readonly staging: GPUBuffer;
}

interface CensusBuffers {
  readonly place: GPUBuffer;
  readonly bands: GPUBuffer;
  readonly staging: GPUBuffer;
}

export class Reductions {
  readonly #gpu: GpuDevice;
  readonly #layout: PackedLayout;
  #census: CensusBuffers | null = null;
  #hash: { readonly plan: HashPlan; readonly buffers: HashBuffers } | null = null;

  constructor(gpu: GpuDevice, layout: PackedLayout) {
    this.#gpu = gpu;
    this.#layout = layout;
  }

  /** The cells that live in the box. Errors: `memory-limit`, `gpu-lost`. */
  async census(cells: GPUBuffer, box: GridBox): Promise<Census> {
    const { device, pipelines, queue } = this.#gpu;
    const shader = this.#layout.planes > 1 ? CENSUS_SHADERS.stated : CENSUS_SHADERS.counted;
    const pipeline = await pipelines.pipeline(shader);
    this.#census ??= await this.#censusBuffers();
    this.#gpu.check();
    const { place, bands, staging } = this.#census;
    const plan = planCensus(this.#layout, box);
    queue.writeBuffer(place, 0, plan.place);
    const encoder = device.createCommandEncoder({ label: "census" });
    encoder.clearBuffer(bands);
    const pass = encoder.beginComputePass({ label: "census" });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, this.#bind(shader, [place, bands, cells]));
    pass.dispatchWorkgroups(...plan.groups);
    pass.end();
    const size = plan.bytes;
    encoder.copyBufferToBuffer(bands, 0, staging, 0, size);
    queue.submit([encoder.finish()]);
    return censusOf(box, await this.#read(staging, size));
  }

  /** The state hash of the grid, whose top left cell is (left, top). Errors: `memory-limit`, `gpu-lost`. */
  async hash(cells: GPUBuffer, left: number, top: number): Promise<bigint> {
    const { planes, planeRows, stride } = this.#layout;
    const size = planeRows * stride * 4;
    const hashes: bigint[] = [];
    for (let b = 0; b < planes; b++)
      hashes.push(await this.#hashPlane({ buffer: cells, offset: b * size, size }, left, top));
    return hashBits(planes, (bit) => hashes[bit]);
  }

  async #hashPlane(cells: GPUBufferBinding, left: number, top: number): Promise<bigint> {
    const { device, pipelines, queue } = this.#gpu;
    const { segments, bands } = HASH_SHADERS;
    const [first, second] = await Promise.all([pipelines.pipeline(segments), pipelines.pipeline(bands)]);
    this.#hash ??= await this.#hashBuffers();
    this.#gpu.check();
    const { plan, buffers } = this.#hash;
    const label = "state hash";
    const encoder = device.createCommandEncoder({ label });
    const pass = encoder.beginComputePass({ label });
    pass.setPipeline(first);
    pass.setBindGroup(0, this.#bind(segments, [buffers.place, cells, buffers.table, buffers.pieces]));
    pass.dispatchWorkgroups(...foldedGroups(Math.ceil(plan.pieces / HASH_GROUP)));
    pass.setPipeline(second);
    pass.setBindGroup(0, this.#bind(bands, [buffers.place, buffers.pieces, buffers.bands]));
    pass.dispatchWorkgroups(Math.ceil(plan.bands / HASH_GROUP));
    pass.end();
    const size = plan.bands * 8;
    encoder.copyBufferToBuffer(buffers.bands, 0, buffers.staging, 0, size);
    queue.submit([encoder.finish()]);
    return hashOfBands(plan, await this.#read(buffers.staging, size), left, top);
  }

  get bytes(): number {
    return this.#kept.reduce((sum, buffer) => sum + buffer.size, 0);
  }

  dispose(): void {
    for (const buffer of this.#kept) buffer.destroy();
  }

  get #kept(): readonly GPUBuffer[] {
    return [this.#census, this.#hash?.buffers].flatMap((buffers) => Object.values(buffers ?? {}));
  }

  async #censusBuffers(): Promise<CensusBuffers> {
    const [place, bands, staging] = await allocate(this.#gpu, "a census", [
      { label: "census: place", size: CENSUS_PLACE_BYTES, usage: uniform | copyTarget },
      { label: "census", size: CENSUS_BYTES, usage: storage | copySource | copyTarget },
      { label: "census, read back", size: CENSUS_BYTES, usage: mapRead | copyTarget },
    ]);
    return { place, bands, staging };
  }

  async #hashBuffers(): Promise<{ readonly plan: HashPlan; readonly buffers: HashBuffers }> {
    const plan = planHash(this.#layout);
    const sums = byteSums();
    const [place, table, pieces, bands, staging] = await allocate(this.#gpu, "a state hash", [
      { label: "hash: place", size: plan.place.byteLength, usage: uniform | copyTarget },
      { label: "hash: sums of bytes", size: sums.byteLength, usage: storage | copyTarget },
      { label: "hash: pieces", size: plan.pieces * 8, usage: storage },
      { label: "hash: bands", size: plan.bands * 8, usage: storage | copySource },
      { label: "hash, read back", size: plan.bands * 8, usage: mapRead | copyTarget },
    ]);
    this.#gpu.queue.writeBuffer(place, 0, plan.place);
    this.#gpu.queue.writeBuffer(table, 0, sums);
    return { plan, buffers: { place, table, pieces, bands, staging } };
  }

  #bind(shader: ShaderSource, buffers: readonly (GPUBuffer | GPUBufferBinding)[]): GPUBindGroup {
    return this.#gpu.device.createBindGroup({
      label: shader.label,
      layout: this.#gpu.pipelines.layout(shader),
      entries: buffers.map((bound, binding) => ({
        binding,
        resource: "buffer" in bound ? bound : { buffer: bound },
      })),
    });
  }

  async #read(staging: GPUBuffer, size: number): Promise<Uint32Array<ArrayBuffer>> {
    await this.#gpu.wait(staging.mapAsync(MAP_READ, 0, size));
    const words = new Uint32Array(staging.getMappedRange(0, size).slice(0));
    staging.unmap();
    return words;
  }
}
