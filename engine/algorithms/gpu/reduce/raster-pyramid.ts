/**
 * Rasters of a grid, each counted from a finer one (raster-levels.ts), and kept: a level is counted anew only when
 * the cells or the wanted squares change. The finest, which reads all cells, serves every view, so panning and
 * zooming over a universe at rest reads no cells at all.
 */

import { readWords } from "../../../gpu/buffers.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { GrowingBuffer } from "../../../gpu/growing-buffer.ts";
import type { PackedLayout } from "../../../gpu/packed-layout.ts";
import type { ShaderSource } from "../../../gpu/shader-source.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import type { RasterView } from "../../../picture/drawing.ts";
import type { CountedSquares, RasterLevel } from "./raster-levels.ts";
import { rasterLevels } from "./raster-levels.ts";
import type { RasterPiece } from "./raster-pieces.ts";
import { countInPieces } from "./raster-pieces.ts";
import { RASTER_SHADERS } from "./reduce-source.ts";

const GROUP = 8;
const PLACE_BYTES = 56;

/** The cells at some moment; another moment has another version. */
export interface CellsNow {
  readonly buffer: GPUBuffer;
  readonly version: number;
}

interface Kept {
  readonly place: GrowingBuffer;
  readonly squares: GrowingBuffer;
}

interface RasterPass {
  readonly level: RasterLevel;
  readonly shader: ShaderSource;
  readonly pipeline: GPUComputePipeline;
}

export class RasterPyramid {
  readonly #gpu: GpuDevice;
  readonly #layout: PackedLayout;
  readonly #kept: Kept[] = [];
  #disposed = false;

  constructor(gpu: GpuDevice, layout: PackedLayout) {
    this.#gpu = gpu;
    this.#layout = layout;
  }

  get bytes(): number {
    return this.#kept.reduce((sum, { place, squares }) => sum + place.bytes + squares.bytes, 0);
  }

  /**
   * Compiles and makes room. The returned function submits the missing counts and returns the buffer with the view's
   * squares, row after row: a word each, and of more than two states a second one with the lowest above 0. Errors: `memory-limit`, `too-large`, `gpu-lost`.
   */
  async prepare(view: RasterView): Promise<(cells: CellsNow) => GPUBuffer> {
    const { pipelines } = this.#gpu;
    const levels = rasterLevels(view, this.#layout);
    const { ofCells, ofRaster, ofStates, ofStatedRaster } = RASTER_SHADERS;
    const [finest, coarser] = this.#words === 1 ? [ofCells, ofRaster] : [ofStates, ofStatedRaster];
    const shaders = levels.map((_, index) => (index === 0 ? finest : coarser));
    const compiled = await Promise.all(shaders.map((shader) => pipelines.pipeline(shader)));
    for (const [index, level] of levels.entries()) await this.#makeRoom(index, level);
    const passes = levels.map((level, index) => ({
      level,
      shader: shaders[index],
      pipeline: compiled[index],
    }));
    return (cells) => this.#fill(passes, cells);
  }

  /** The view's squares. Errors: those of `prepare`. */
  async read(view: RasterView, cells: CellsNow): Promise<CountedSquares> {
    const { firstColumn, firstRow } = view;
    const words = this.#words;
    const count = async (piece: RasterPiece): Promise<Uint32Array> => {
      const [left, top] = [firstColumn + piece.column, firstRow + piece.row];
      const [endColumn, endRow] = [left + piece.columns, top + piece.rows];
      const squares = await this.prepare({ ...view, firstColumn: left, firstRow: top, endColumn, endRow });
      return readWords(this.#gpu, "a raster", piece.columns * piece.rows * words, () => squares(cells));
    };
    const read = await countInPieces(view.endColumn - firstColumn, view.endRow - firstRow, count, words);
    if (words === 1) return { counts: read, states: null };
    const every = (first: number): Uint32Array => read.filter((_, at) => at % 2 === first);
    return { counts: every(0), states: Uint8Array.from(every(1)) };
  }

  /** Of a square. */
  get #words(): 1 | 2 {
    return this.#layout.planes === 1 ? 1 : 2;
  }

  dispose(): void {
    this.#disposed = true;
    for (const { place, squares } of this.#kept) {
      place.dispose();
      squares.dispose();
    }
  }

  /** Counts the levels from the first unknown one on; returns the last one's squares. */
  #fill(passes: readonly RasterPass[], cells: CellsNow): GPUBuffer {
    const { device, queue } = this.#gpu;
    const kept = passes.map((_, index) => this.#kept[index]);
    const wanted = passes.map(({ level }) => `${cells.version}: ${level.uniform.join()}`);
    const first = wanted.findIndex((holds, index) => kept[index].squares.holds !== holds);
    const { buffer: squares } = kept[passes.length - 1].squares;
    if (first < 0) return squares;
    const encoder = device.createCommandEncoder({ label: "raster" });
    for (let index = first; index < passes.length; index++) {
      this.#encode(encoder, passes[index], kept[index - 1]?.squares.buffer ?? cells.buffer, kept[index]);
    }
    queue.submit([encoder.finish()]);
    // Only now: after an earlier failure, no later picture must take the level for counted.
    for (let index = first; index < passes.length; index++) {
      kept[index].squares.holds = wanted[index];
    }
    return squares;
  }

  #encode(
    encoder: GPUCommandEncoder,
    { level, shader, pipeline }: RasterPass,
    source: GPUBuffer,
    { place, squares }: Kept,
  ): void {
    this.#gpu.queue.writeBuffer(place.buffer, 0, level.uniform);
    const pass = encoder.beginComputePass({ label: shader.label });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, this.#bind(shader, [place.buffer, source, squares.buffer]));
    const { across, down } = sizeOf(level);
    pass.dispatchWorkgroups(Math.ceil(across / GROUP), Math.ceil(down / GROUP));
    pass.end();
  }

  async #makeRoom(index: number, level: RasterLevel): Promise<void> {
    // The universe may have been disposed of meanwhile; then there is no picture.
    if (this.#disposed) return;
    const { uniform, storage, copyTarget, copySource } = BUFFER_USAGE;
    this.#kept[index] ??= {
      place: new GrowingBuffer(this.#gpu, "raster's place", uniform | copyTarget),
      squares: new GrowingBuffer(this.#gpu, "raster", storage | copySource),
    };
    const { place, squares } = this.#kept[index];
    const { across, down } = sizeOf(level);
    await place.grow(PLACE_BYTES);
    await squares.grow(across * down * this.#words * 4);
  }

  #bind(shader: ShaderSource, buffers: readonly GPUBuffer[]): GPUBindGroup {
    return this.#gpu.device.createBindGroup({
      label: shader.label,
      layout: this.#gpu.pipelines.layout(shader),
      entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
  }
}

function sizeOf({ first, end }: RasterLevel): { readonly across: number; readonly down: number } {
  return { across: end.x - first.x, down: end.y - first.y };
}
