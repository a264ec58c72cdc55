// Squares with more live cells than a word counts to, which take gigabytes of cells: here their counts are made up.

import { beforeAll, describe, expect, it } from "vitest";
import { CellPainter } from "../../engine/algorithms/gpu/draw/cell-painter.ts";
import { RENDER_SHADERS } from "../../engine/algorithms/gpu/draw/render-source.ts";
import { RASTER_SHADERS } from "../../engine/algorithms/gpu/reduce/reduce-source.ts";
import { SEEN_SHADERS } from "../../engine/algorithms/gpu/sparse/sparse-source.ts";
import { allocate, readWords } from "../../engine/gpu/buffers.ts";
import type { GpuDevice } from "../../engine/gpu/device.ts";
import type { RenderSource, ShaderSource } from "../../engine/gpu/shader-source.ts";
import { BUFFER_USAGE } from "../../engine/gpu/webgpu-flags.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import type { DensityPicture } from "../../engine/picture/drawing.ts";
import { holdGpu } from "../support/held-gpu.ts";

let gpu: GpuDevice;

beforeAll(async () => {
  ({ device: gpu } = await holdGpu(openDawn));
});

const WORD = 2 ** 32;

async function bufferOf(words: readonly number[], type: GPUBufferBindingType): Promise<GPUBuffer> {
  const { uniform, storage, copySource, copyTarget } = BUFFER_USAGE;
  const usage = (type === "uniform" ? uniform : storage) | copySource | copyTarget;
  const [buffer] = await allocate(gpu, "a test", [{ label: type, size: words.length * 4, usage }]);
  gpu.queue.writeBuffer(buffer, 0, Uint32Array.from(words));
  return buffer;
}

/** Runs one workgroup on buffers with those words; answers what the last one holds then. */
async function outcome(
  shader: ShaderSource,
  contents: readonly (readonly number[])[],
  constants: Readonly<Record<string, number>> = {},
): Promise<readonly number[]> {
  const pipeline = await gpu.pipelines.pipeline(shader, constants);
  const buffers = await Promise.all(contents.map((words, i) => bufferOf(words, shader.bindings[i])));
  const last = buffers[buffers.length - 1];
  const words = await readWords(gpu, "a test", last.size / 4, () => {
    const encoder = gpu.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    const layout = gpu.pipelines.layout(shader);
    const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
    pass.setBindGroup(0, gpu.device.createBindGroup({ layout, entries }));
    pass.dispatchWorkgroups(1);
    pass.end();
    gpu.queue.submit([encoder.finish()]);
    return last;
  });
  for (const buffer of buffers) buffer.destroy();
  return [...words];
}

describe("sums of counts", () => {
  it("of tiles are exact: a list says whose word went round, and how often", async () => {
    const populations = [
      0,
      0xffffffff,
      0xf0000000,
      1,
      0xffffffff,
      0xfffffff0,
      0x80000000,
      0x7fffffff,
      2,
      WORD / 2,
    ];
    const columns = [0, 0, 0, 0, 2, 2, 1, 1, 2, 0];
    const fresh = populations.length;
    const state = [0, 0, 0, fresh - 1, fresh, 0, 0, 0, 0, 0, 0];
    // Tiles lie in the squares with their own numbers, of 3 x 1.
    const seen = [0, 0, 0, 0, 3, 1, 0, 0, 0, 7, 3, 0];
    const places = columns.flatMap((column) => [column, 0]);
    const flags = populations.map(() => 4);
    const squares = new Array<number>(3 + 16).fill(0);
    const contents = [[0, 0, 16, 31], seen, state, flags, places, populations, squares];
    const words = await outcome(SEEN_SHADERS.squaresAfar, contents, { group_size: 4, thread_rows: 4 });
    const sums = [0, 0, 0];
    columns.forEach((column, tile) => {
      sums[column] += populations[tile];
    });
    const listed = words.slice(4, 4 + words[3]);
    expect(sums.map((_, at) => words[at] + WORD * listed.filter((one) => one === at).length)).toEqual(sums);
    expect(words[3]).toBe(3);
  });

  it("of rasters stop where a word ends", async () => {
    // 4 x 4 squares become 2 x 2.
    const uniform = [0, 0, 2, 2, 0, 0, 4, 4, 0, 0, 1, 4, 1, 16];
    const source = [1, 2, 0, WORD - 1, 3, 4, 0, 1, 0xc0000000, 0, 0xc0000000, 0xc0000000, 0, 0, 0, 0];
    const squares = await outcome(RASTER_SHADERS.ofRaster, [uniform, source, [0, 0, 0, 0]]);
    expect(squares).toEqual([10, WORD - 1, 0xc0000000, WORD - 1]);
  });
});

/** How strong each of so many pixels is, of 256 where a column of squares holds `area` cells. Two squares make a pixel. */
async function strengths(
  shader: RenderSource,
  pixels: number,
  words: readonly number[],
  area: number,
): Promise<readonly number[]> {
  const squares = await bufferOf(words, "storage");
  const layout = { width: 2 * pixels, height: 1, stride: 2 * pixels };
  const cells = { densityShader: () => shader, layoutOf: () => layout, prepare: async () => () => squares };
  const painter = new CellPainter(gpu, async () => cells);
  const size = { width: pixels, height: 1 };
  const texture = gpu.device.createTexture({ size, format: "rgba8unorm", usage: 0x11 });
  const context = {
    getConfiguration: () => ({ device: gpu.device, format: "rgba8unorm" }),
    getCurrentTexture: () => texture,
  } as unknown as GPUCanvasContext;
  const cuts = Int32Array.from({ length: pixels + 1 }, (_, i) => 2 * i);
  const picture: DensityPicture = {
    ...{ kind: "density", ...size, window: null, scale: 20, originX: 0, originY: 0 },
    ...{
      firstColumn: 0,
      endColumn: 2 * pixels,
      firstRow: 0,
      endRow: 1,
      starts: Int32Array.of(0),
      cuts: [cuts, cuts],
    },
    ...{ from: Int32Array.of(0), to: Int32Array.of(1), area },
    ...{ left: Int32Array.of(0), right: Int32Array.of(pixels), rim: Uint8Array.of(0) },
    ...{ ground: 0, edge: 0, outside: 0, floor: 0 },
    // A colour's red and green are the number of its column.
    states: null,
    live: Uint32Array.from({ length: 257 }, (_, i) => i),
  };
  await painter.draw(context, picture);
  const usage = BUFFER_USAGE.copySource | BUFFER_USAGE.copyTarget;
  const [copy] = await allocate(gpu, "a test", [{ label: "pixels", size: 256, usage }]);
  const drawn = await readWords(gpu, "a test", pixels, () => {
    const encoder = gpu.device.createCommandEncoder();
    encoder.copyTextureToBuffer({ texture }, { buffer: copy, bytesPerRow: 256 }, size);
    gpu.queue.submit([encoder.finish()]);
    return copy;
  });
  painter.dispose();
  for (const each of [squares, copy, texture]) each.destroy();
  return [...drawn].map((pixel) => pixel & 0xffff);
}

describe("a density picture", () => {
  const strengthOf = (live: number, area: number): number => Math.round(256 * Math.sqrt(live / area));

  it("of a raster adds up squares beyond a word", async () => {
    const squares = [WORD - 1, WORD - 1, 0xc0000000, 0xc0000000, 5, 0];
    const area = 2 * WORD;
    const expected = [WORD, 0xc0000000, 2.5].map((live) => strengthOf(live, area));
    expect(await strengths(RENDER_SHADERS.densityOfRaster, 3, squares, area)).toEqual(expected);
  });

  it("of tiles knows which squares' words went round", async () => {
    const squares = [0, 0, 7, 0x80000000, 0x40000000, 0];
    const list = [4, 0, 0, 3, 0];
    const area = 4 * WORD;
    const live = [3 * WORD, 1.5 * WORD, 0.25 * WORD].map((sum) => sum / 2);
    const expected = live.map((mean) => strengthOf(mean, area));
    expect(await strengths(RENDER_SHADERS.densityOfTiles, 3, [...squares, ...list], area)).toEqual(expected);
  });
});
