/**
 * Draws cells in place (drawn-cells.ts): nothing is read back. A picture comes as a description (picture/drawing.ts)
 * with its tables; the painter packs it into the words that the shaders read (shaders/draw), and one triangle over
 * the whole canvas does the rest.
 *
 * Zoomed out, a pixel has to know how many cells live in its part of the grid. In a grid, up to squares of 32 x 32
 * cells the pixel counts them itself, two words a row. For larger ones it first makes a raster (raster-pyramid.ts),
 * in passes, so that many threads count a grid seen as a handful of pixels. Tiles are always counted first
 * (sparse/tile-window.ts).
 */

import type { GpuDevice } from "../../../gpu/device.ts";
import { GrowingBuffer } from "../../../gpu/growing-buffer.ts";
import type { RenderSource, ShaderSource } from "../../../gpu/shader-source.ts";
import { BUFFER_USAGE, TEXTURE_USAGE } from "../../../gpu/webgpu-flags.ts";
import type {
  CellPicture,
  DensityPicture,
  PictureGate,
  ShapePicture,
  SquareAxis,
  SquarePicture,
} from "../../../picture/drawing.ts";
import type { DrawnCells, WordLayout } from "./drawn-cells.ts";
import { GatedPicture } from "./picture-gate.ts";
import { RENDER_SHADERS, STATED_RENDER_SHADERS } from "./render-source.ts";

/** A picture's own words: what goes into the uniform buffer, and the tables. */
interface Packed {
  readonly shader: RenderSource;
  readonly uniform: Uint32Array<ArrayBuffer>;
  readonly tables: Uint32Array<ArrayBuffer>;
}

export class CellPainter {
  readonly #gpu: GpuDevice;
  readonly #cellsNow: () => Promise<DrawnCells>;
  readonly #uniform: GrowingBuffer;
  readonly #tables: GrowingBuffer;
  readonly #gated: GatedPicture;

  constructor(gpu: GpuDevice, cellsNow: () => Promise<DrawnCells>) {
    this.#gpu = gpu;
    this.#gated = new GatedPicture(gpu);
    this.#cellsNow = cellsNow;
    const { uniform, storage, copyTarget } = BUFFER_USAGE;
    this.#uniform = new GrowingBuffer(gpu, "picture", uniform | copyTarget);
    this.#tables = new GrowingBuffer(gpu, "picture's tables", storage | copyTarget);
  }

  /** Bytes kept for the next picture. */
  get bytes(): number {
    return this.#uniform.bytes + this.#tables.bytes + this.#gated.bytes;
  }

  /**
   * Draws, and resolves when the GPU is done. It asks for the cells when everything is compiled, in the same task as
   * it submits the commands. False: `gate` held the picture back. Errors: `gpu-lost`, `memory-limit`, `too-large`.
   */
  async draw(context: GPUCanvasContext, picture: CellPicture, gate?: PictureGate): Promise<boolean> {
    for (;;) {
      this.#gpu.check();
      const shown = await this.#draw(await this.#cellsNow(), context, picture, gate);
      if (shown !== null) return shown;
    }
  }

  /** null: the cells have moved meanwhile. */
  async #draw(
    cells: DrawnCells,
    context: GPUCanvasContext,
    picture: CellPicture,
    gate?: PictureGate,
  ): Promise<boolean | null> {
    const gpu = this.#gpu;
    const packed = pack(picture, cells);
    const format = formatOf(context, gpu);
    const pipeline = await gpu.pipelines.renderPipeline(packed.shader, format);
    const present = await cells.prepare(picture);
    await this.#uniform.grow(packed.uniform.byteLength);
    await this.#tables.grow(packed.tables.byteLength);
    const gated = gate && (await this.#gated.prepare(picture, format, gate));
    try {
      const source = present();
      if (!source) return null;
      const encoder = gpu.device.createCommandEncoder({ label: "draw" });
      // A canvas shows its texture once that was requested, drawn on or not: with a gate, request it only at the end.
      const target = gated ? gated.target : context.getCurrentTexture();
      this.#encode(encoder, pipeline, packed, source, target);
      gated?.measure(encoder);
      gpu.queue.submit([encoder.finish()]);
      if (gated) {
        if (!(await gated.admits())) return false;
        gated.show(context.getCurrentTexture());
      }
    } finally {
      gated?.done();
    }
    await gpu.idle();
    return true;
  }

  #encode(
    encoder: GPUCommandEncoder,
    pipeline: GPURenderPipeline,
    packed: Packed,
    source: GPUBuffer,
    target: GPUTexture,
  ): void {
    const clearValue = { r: 0, g: 0, b: 0, a: 1 };
    const pass = encoder.beginRenderPass({
      label: "draw",
      colorAttachments: [{ view: target.createView(), loadOp: "clear", clearValue, storeOp: "store" }],
    });
    pass.setPipeline(pipeline);
    const uniform = this.#write(this.#uniform, packed.uniform);
    const tables = this.#write(this.#tables, packed.tables);
    pass.setBindGroup(0, this.#bind(packed.shader, [uniform, tables, source]));
    pass.draw(3);
    pass.end();
  }

  dispose(): void {
    this.#gated.dispose();
    this.#uniform.dispose();
    this.#tables.dispose();
  }

  #bind(shader: ShaderSource, buffers: readonly GPUBuffer[]): GPUBindGroup {
    return this.#gpu.device.createBindGroup({
      label: shader.label,
      layout: this.#gpu.pipelines.layout(shader),
      entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
  }

  #write({ buffer }: GrowingBuffer, words: Uint32Array<ArrayBuffer>): GPUBuffer {
    this.#gpu.queue.writeBuffer(buffer, 0, words);
    return buffer;
  }
}

/** The canvas's format, once it belongs to this device. */
function formatOf(context: GPUCanvasContext, { device }: GpuDevice): GPUTextureFormat {
  const configured = context.getConfiguration?.();
  if (configured?.device === device) return configured.format;
  // Every platform shows this format without converting where alpha does not matter; the shader accepts any.
  const format: GPUTextureFormat = "rgba8unorm";
  const usage = TEXTURE_USAGE.renderAttachment | TEXTURE_USAGE.copyTarget;
  context.configure({ device, format, usage, alphaMode: "opaque" });
  return format;
}

function pack(picture: CellPicture, cells: DrawnCells): Packed {
  const layout = cells.layoutOf(picture);
  switch (picture.kind) {
    case "squares":
      return packSquares(picture, layout);
    case "hexagons":
    case "triangles":
      return packShapes(picture, layout);
    case "density":
      return packDensity(picture, layout, cells.densityShader(picture.scale));
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

/** The palettes of cells, the live ones' first, and what the shaders want to know of planes and colours. */
interface Colours {
  readonly palettes: readonly Uint32Array[];
  readonly uniform: readonly [planes: number, planeWords: number, colours: number];
  readonly shaders: Pick<typeof RENDER_SHADERS, keyof typeof STATED_RENDER_SHADERS>;
}

function coloursOf(
  { live, states }: CellPicture,
  { stride, planes = 1, planeRows = 0 }: WordLayout,
): Colours {
  if (planes === 1) return { palettes: [live], uniform: [1, 0, 0], shaders: RENDER_SHADERS };
  const palettes = [live, ...(states ?? [])];
  const uniform = [planes, planeRows * stride, palettes.length - 1] as const;
  return { palettes, uniform, shaders: STATED_RENDER_SHADERS };
}

function packSquares(picture: SquarePicture, layout: WordLayout): Packed {
  const { across, down, corner, radius, icons } = picture;
  const { palettes, uniform, shaders } = coloursOf(picture, layout);
  const pictures = icons ? [icons.across, icons.down, icons.sheet] : [];
  const { words, at } = joined(...palettes, axisWords(across), axisWords(down), corner, ...pictures);
  const [columns, rows, corners, ...iconsAt] = at.slice(palettes.length);
  return {
    shader: icons ? shaders.squaresWithIcons : shaders.squares,
    uniform: Uint32Array.of(
      ...[layout.stride, columns, rows, corners, radius, ...uniform, ...iconsAt],
      ...(icons ? [] : [0, 0, 0]),
    ),
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

function packShapes(picture: ShapePicture, layout: WordLayout): Packed {
  const { width, height, stride } = layout;
  const { seam, samples, left, top, icons } = picture;
  const { palettes, uniform: known, shaders } = coloursOf(picture, layout);
  const pictures = icons ? [icons.columns, icons.rows, icons.sheet] : [];
  const { words, at } = joined(...palettes, seam?.dead ?? [], ...pictures);
  const uniform = new Uint32Array(26);
  const reals = new Float32Array(uniform.buffer);
  const integers = new Int32Array(uniform.buffer);
  reals.set([picture.width / 2, picture.height / 2, picture.dx, picture.dy]);
  reals.set([picture.size, picture.row, seam?.rim ?? 0], 4);
  uniform[7] = stride;
  integers.set([left, top, left + width, top + height, seam?.phaseX ?? 0, seam?.phaseY ?? 0], 8);
  uniform.set([samples, at[palettes.length], seam?.boldEvery ?? 0, ...known], 14);
  if (icons) {
    integers.set([icons.firstHalf, icons.firstRow], 20);
    uniform.set(at.slice(palettes.length + 1), 22);
  }
  uniform[25] = picture.up ? 1 : 0;
  const [small, large] =
    picture.kind === "triangles"
      ? [shaders.smallTriangles, shaders.triangles]
      : [shaders.smallHexagons, icons ? shaders.hexagonsWithIcons : shaders.hexagons];
  return { shader: seam ? large : small, uniform, tables: words };
}

/**
 * A number that 32 bits hold, since a shader need not support infinity. Beyond it, sparse looks as sparse as it can.
 */
const MOST_AREA = 2 ** 100;

function packDensity(picture: DensityPicture, layout: WordLayout, shader: RenderSource): Packed {
  const { width, height, stride } = layout;
  const { palettes, uniform: known } = coloursOf(picture, layout);
  const { starts, cuts, from, to, area, left, right, rim } = picture;
  const rows = new Uint32Array(5 * from.length);
  for (let j = 0; j < from.length; j++) rows.set([from[j], to[j], left[j], right[j], rim[j]], 5 * j);
  const { words, at } = joined(...palettes, starts, rows, ...cuts);
  const uniform = new Uint32Array(24);
  const integers = new Int32Array(uniform.buffer);
  uniform.set([stride, width, height, picture.scale]);
  integers.set([picture.originX, picture.originY], 4);
  integers.set([picture.firstColumn, picture.firstRow, picture.endColumn, picture.endRow], 6);
  uniform.set(at.slice(palettes.length), 10);
  const reals = new Float32Array(uniform.buffer);
  reals[14] = picture.floor;
  uniform.set([picture.ground, picture.edge, picture.outside], 15);
  reals[18] = Math.min(area, MOST_AREA);
  uniform.set(known, 19);
  return {
    shader,
    uniform,
    tables: words,
  };
}
