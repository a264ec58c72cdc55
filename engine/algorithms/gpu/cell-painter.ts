/**
 * Draws a grid's cells from the buffer in which they are stepped: nothing is read back. A picture comes as a description
 * (algorithms/drawing.ts) with its tables; here it is packed into the words that the shaders read (shaders/render), and
 * one triangle over the whole canvas does the rest.
 *
 * Zoomed out, a pixel has to know how many cells live in its part of the grid. Up to squares of 32 x 32 cells the pixel
 * counts them itself, two words a row. Of larger ones a raster is made first, in passes of which each makes squares
 * sixteen times as large a side, so that a grid seen as a handful of pixels is still counted by many threads.
 */

import type {
  CellPicture,
  DensityPicture,
  HexPicture,
  PictureGate,
  SquareAxis,
  SquarePicture,
} from "../drawing.ts";
import type { GpuDevice } from "./device.ts";
import type { PackedLayout } from "./packed-layout.ts";
import { GatedPicture } from "./picture-gate.ts";
import { rasterLevels } from "./raster-levels.ts";
import type { RenderSource } from "./render-source.ts";
import { RASTER_SHADERS, RENDER_SHADERS } from "./render-source.ts";
import type { ShaderSource } from "./shader-source.ts";
import { BUFFER_USAGE, TEXTURE_USAGE } from "./webgpu-flags.ts";

/** Squares up to 2^5 cells a side are counted by the pixels. */
const MOST_DIRECT_SCALE = 5;
const RASTER_GROUP = 8;

/** A picture's own words: what goes into the uniform buffer, and the tables. */
interface Packed {
  readonly shader: RenderSource;
  readonly uniform: Uint32Array<ArrayBuffer>;
  readonly tables: Uint32Array<ArrayBuffer>;
}

/** A buffer that is replaced by a larger one where it is too small. */
interface Growing {
  readonly label: string;
  readonly usage: number;
  buffer: GPUBuffer | null;
}

export class CellPainter {
  readonly #gpu: GpuDevice;
  readonly #layout: PackedLayout;
  readonly #uniform: Growing;
  readonly #tables: Growing;
  readonly #rasters: readonly [Growing, Growing];
  readonly #gated: GatedPicture;

  constructor(gpu: GpuDevice, layout: PackedLayout) {
    this.#gpu = gpu;
    this.#gated = new GatedPicture(gpu);
    this.#layout = layout;
    const { uniform, storage, copyTarget } = BUFFER_USAGE;
    this.#uniform = { label: "picture", usage: uniform | copyTarget, buffer: null };
    this.#tables = { label: "picture's tables", usage: storage | copyTarget, buffer: null };
    this.#rasters = [
      { label: "raster, first", usage: storage, buffer: null },
      { label: "raster, second", usage: storage, buffer: null },
    ];
  }

  /**
   * Draws and resolves when the GPU is done. `present` is asked for the cells when everything is compiled, in the same task
   * as the commands are submitted: it may throw to call the picture off. False: `gate` held it back. Errors: `gpu-lost`.
   */
  async draw(
    context: GPUCanvasContext,
    picture: CellPicture,
    present: () => GPUBuffer,
    gate?: PictureGate,
  ): Promise<boolean> {
    const gpu = this.#gpu;
    gpu.check();
    const packed = pack(picture, this.#layout);
    const format = formatOf(context, gpu);
    const pipeline = await gpu.pipelines.renderPipeline(packed.shader, format);
    const counting = packed.shader === RENDER_SHADERS.densityOfRaster;
    const [ofCells, ofRaster] = counting
      ? await Promise.all([
          gpu.pipelines.pipeline(RASTER_SHADERS.ofCells),
          gpu.pipelines.pipeline(RASTER_SHADERS.ofRaster),
        ])
      : [];
    const measure = gate && (await this.#gated.prepare());
    const cells = present();
    // A canvas that was asked for its texture shows it, drawn on or not: with a gate that is only done in the end.
    const target = measure ? this.#gated.target(picture, format) : context.getCurrentTexture();
    const encoder = gpu.device.createCommandEncoder({ label: "draw" });
    let source = cells;
    const passing: GPUBuffer[] = [];
    if (picture.kind === "density" && ofCells && ofRaster) {
      source = this.#fillRasters(encoder, picture, cells, [ofCells, ofRaster], passing);
    }
    const pass = encoder.beginRenderPass({
      label: "draw",
      colorAttachments: [
        {
          view: target.createView(),
          loadOp: "clear",
          clearValue: { r: 0, g: 0, b: 0, a: 1 },
          storeOp: "store",
        },
      ],
    });
    pass.setPipeline(pipeline);
    pass.setBindGroup(
      0,
      this.#bind(packed.shader, [
        this.#write(this.#uniform, packed.uniform),
        this.#write(this.#tables, packed.tables),
        source,
      ]),
    );
    pass.draw(3);
    pass.end();
    gpu.queue.submit([encoder.finish()]);
    for (const buffer of passing) buffer.destroy();
    if (gate && measure) {
      if (!(await this.#gated.admits(measure, gate))) return false;
      this.#gated.show(context.getCurrentTexture());
    }
    await gpu.idle();
    return true;
  }

  dispose(): void {
    this.#gated.dispose();
    for (const { buffer } of [this.#uniform, this.#tables, ...this.#rasters]) buffer?.destroy();
  }

  /** Encodes the passes that count the squares which are seen; answers the buffer with the counts. `passing`: of no use later. */
  #fillRasters(
    encoder: GPUCommandEncoder,
    picture: DensityPicture,
    cells: GPUBuffer,
    [ofCells, ofRaster]: readonly [GPUComputePipeline, GPUComputePipeline],
    passing: GPUBuffer[],
  ): GPUBuffer {
    let source = cells;
    rasterLevels(picture, this.#layout).forEach((level, index) => {
      const { first, end, uniform } = level;
      const width = end.x - first.x;
      const height = end.y - first.y;
      const shader = index === 0 ? RASTER_SHADERS.ofCells : RASTER_SHADERS.ofRaster;
      const target = this.#grow(this.#rasters[index % 2] as Growing, width * height * 4);
      const description = this.#gpu.device.createBuffer({
        label: "raster's place",
        size: uniform.byteLength,
        usage: BUFFER_USAGE.uniform,
        mappedAtCreation: true,
      });
      new Int32Array(description.getMappedRange()).set(uniform);
      description.unmap();
      passing.push(description);
      const pass = encoder.beginComputePass({ label: "raster" });
      pass.setPipeline(index === 0 ? ofCells : ofRaster);
      pass.setBindGroup(0, this.#bind(shader, [description, source, target]));
      pass.dispatchWorkgroups(Math.ceil(width / RASTER_GROUP), Math.ceil(height / RASTER_GROUP));
      pass.end();
      source = target;
    });
    return source;
  }

  #bind(shader: ShaderSource, buffers: readonly GPUBuffer[]): GPUBindGroup {
    return this.#gpu.device.createBindGroup({
      label: shader.label,
      layout: this.#gpu.pipelines.layout(shader),
      entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
  }

  #write(growing: Growing, words: Uint32Array<ArrayBuffer>): GPUBuffer {
    const buffer = this.#grow(growing, words.byteLength);
    this.#gpu.queue.writeBuffer(buffer, 0, words);
    return buffer;
  }

  #grow(growing: Growing, size: number): GPUBuffer {
    if (growing.buffer && growing.buffer.size >= size) return growing.buffer;
    // WebGPU keeps a destroyed buffer's memory until the commands that were submitted with it are done.
    growing.buffer?.destroy();
    const { label, usage } = growing;
    // A binding of nothing is an error, so there is always something.
    growing.buffer = this.#gpu.device.createBuffer({
      label,
      usage,
      size: Math.max(1, Math.ceil(size / 4096)) * 4096,
    });
    return growing.buffer;
  }
}

/** The canvas's format, once it belongs to this device. */
function formatOf(context: GPUCanvasContext, { device }: GpuDevice): GPUTextureFormat {
  const configured = context.getConfiguration?.();
  if (configured?.device === device) return configured.format;
  // The one that every platform shows without converting where alpha plays no part; the shader does not mind.
  const format: GPUTextureFormat = "rgba8unorm";
  const usage = TEXTURE_USAGE.renderAttachment | TEXTURE_USAGE.copyTarget;
  context.configure({ device, format, usage, alphaMode: "opaque" });
  return format;
}

function pack(picture: CellPicture, layout: PackedLayout): Packed {
  switch (picture.kind) {
    case "squares":
      return packSquares(picture, layout);
    case "hexagons":
      return packHexagons(picture, layout);
    case "density":
      return packDensity(picture, layout);
  }
}

/** The tables one after the other, and where each begins. */
function joined(...tables: readonly ArrayLike<number>[]): {
  readonly words: Uint32Array<ArrayBuffer>;
  readonly at: readonly number[];
} {
  const at: number[] = [];
  let length = 0;
  for (const table of tables) {
    at.push(length);
    length += table.length;
  }
  const words = new Uint32Array(length);
  tables.forEach((table, index) => void words.set(table, at[index]));
  return { words, at };
}

function packSquares(picture: SquarePicture, { stride }: PackedLayout): Packed {
  const { live, across, down, corner, radius } = picture;
  const { words, at } = joined(live, axisWords(across), axisWords(down), corner);
  const [, acrossAt, downAt, cornerAt] = at;
  return {
    shader: RENDER_SHADERS.squares,
    uniform: Uint32Array.of(stride, acrossAt, downAt, cornerAt, radius, 0, 0, 0),
    tables: words,
  };
}

function axisWords({ cell, share, nextCell, nextShare, layer, depth }: SquareAxis): Uint32Array {
  const words = new Uint32Array(4 * cell.length);
  for (let i = 0; i < cell.length; i++) {
    words[4 * i] = cell[i];
    words[4 * i + 1] = nextCell[i];
    words[4 * i + 2] = share[i] | (nextShare[i] << 16);
    words[4 * i + 3] = layer[i] | (depth[i] << 16);
  }
  return words;
}

function packHexagons(picture: HexPicture, { width, height, stride }: PackedLayout): Packed {
  const { live, seam, samples, left, top } = picture;
  const { words, at } = joined(live, seam?.dead ?? []);
  const uniform = new Uint32Array(20);
  const reals = new Float32Array(uniform.buffer);
  const integers = new Int32Array(uniform.buffer);
  reals.set([picture.width / 2, picture.height / 2, picture.dx, picture.dy]);
  reals.set([picture.size, picture.row, seam?.half ?? 0], 4);
  uniform[7] = stride;
  integers.set([left, top, left + width, top + height, seam?.phaseX ?? 0, seam?.phaseY ?? 0], 8);
  uniform.set([samples, at[1]], 14);
  return { shader: seam ? RENDER_SHADERS.hexagons : RENDER_SHADERS.smallHexagons, uniform, tables: words };
}

function packDensity(picture: DensityPicture, { width, height, stride }: PackedLayout): Packed {
  const { live, starts, from, to, area, left, right, rim } = picture;
  const squares = new Uint32Array(2 * starts.length);
  const parts = new Float32Array(squares.buffer);
  const wholes = new Int32Array(squares.buffer);
  starts.forEach((start, i) => {
    const whole = Math.floor(start);
    wholes[2 * i] = whole;
    parts[2 * i + 1] = start - whole;
  });
  const rows = new Uint32Array(6 * from.length);
  const areas = new Float32Array(rows.buffer);
  for (let j = 0; j < from.length; j++) {
    rows[6 * j] = from[j];
    rows[6 * j + 1] = to[j];
    areas[6 * j + 2] = area[j];
    rows[6 * j + 3] = left[j];
    rows[6 * j + 4] = right[j];
    rows[6 * j + 5] = rim[j];
  }
  const { words, at } = joined(live, squares, rows);
  const uniform = new Uint32Array(20);
  const integers = new Int32Array(uniform.buffer);
  uniform.set([stride, width, height, picture.scale]);
  integers.set([picture.originX, picture.originY], 4);
  integers.set([picture.firstColumn, picture.firstRow, picture.endColumn, picture.endRow], 6);
  uniform.set([at[1], at[2]], 10);
  new Float32Array(uniform.buffer).set([picture.step, picture.floor], 12);
  uniform.set([picture.ground, picture.edge, picture.outside], 14);
  const direct = picture.scale <= MOST_DIRECT_SCALE;
  return {
    shader: direct ? RENDER_SHADERS.densityOfCells : RENDER_SHADERS.densityOfRaster,
    uniform,
    tables: words,
  };
}
