/**
 * Rasters of a grid, each counted from a finer one (raster-levels.ts), and kept: a level is counted anew only when the cells
 * have changed or other squares are wanted. The finest, which reads all cells, serves every view, so that panning and zooming
 * over a universe that stands still reads no cells at all.
 */

import { allocate, readWords } from "./buffers.ts";
import type { GpuDevice } from "./device.ts";
import type { PackedLayout } from "./packed-layout.ts";
import type { RasterLevel, RasterView } from "./raster-levels.ts";
import { rasterLevels } from "./raster-levels.ts";
import { RASTER_SHADERS } from "./render-source.ts";
import type { ShaderSource } from "./shader-source.ts";
import { BUFFER_USAGE } from "./webgpu-flags.ts";

const GROUP = 8;
const PLACE_BYTES = 48;
const GRAIN = 4096;

/** The cells as they are at some moment; another moment has another version. */
export interface CellsNow {
  readonly buffer: GPUBuffer;
  readonly version: number;
}

interface Kept {
  readonly place: GPUBuffer;
  readonly squares: GPUBuffer;
  /** What was counted, and of which version. */
  uniform: string;
  version: number;
}

/** A raster that can be encoded at once. */
export interface PreparedRaster {
  /** Encodes what is not known yet; answers the buffer with the view's squares, a word each, row after row. */
  encode(encoder: GPUCommandEncoder, cells: CellsNow): GPUBuffer;
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

  /** Compiles and makes room. Errors: `memory-limit`, `too-large`, `gpu-lost`. */
  async prepare(view: RasterView): Promise<PreparedRaster> {
    const { pipelines } = this.#gpu;
    const levels = rasterLevels(view, this.#layout);
    const [ofCells, ofRaster] = await Promise.all([
      pipelines.pipeline(RASTER_SHADERS.ofCells),
      pipelines.pipeline(RASTER_SHADERS.ofRaster),
    ]);
    for (const [index, level] of levels.entries()) await this.#makeRoom(index, level);
    return {
      encode: (encoder, cells) => {
        let source = cells.buffer;
        let news = false;
        levels.forEach((level, index) => {
          const kept = this.#kept[index] as Kept;
          const uniform = level.uniform.join();
          news ||= kept.version !== cells.version || kept.uniform !== uniform;
          if (news) {
            this.#gpu.queue.writeBuffer(kept.place, 0, level.uniform);
            const [shader, pipeline] =
              index === 0 ? [RASTER_SHADERS.ofCells, ofCells] : [RASTER_SHADERS.ofRaster, ofRaster];
            const pass = encoder.beginComputePass({ label: shader.label });
            pass.setPipeline(pipeline);
            pass.setBindGroup(0, this.#bind(shader, [kept.place, source, kept.squares]));
            const { across, down } = sizeOf(level);
            pass.dispatchWorkgroups(Math.ceil(across / GROUP), Math.ceil(down / GROUP));
            pass.end();
            kept.version = cells.version;
            kept.uniform = uniform;
          }
          source = kept.squares;
        });
        return source;
      },
    };
  }

  /** Live cells in each of the view's squares, row after row. Errors: as `prepare`. */
  async read(view: RasterView, cells: CellsNow): Promise<Uint32Array> {
    const count = (view.endColumn - view.firstColumn) * (view.endRow - view.firstRow);
    if (count === 0) return new Uint32Array();
    const prepared = await this.prepare(view);
    return readWords(this.#gpu, "a raster", count, (encoder) => prepared.encode(encoder, cells));
  }

  dispose(): void {
    this.#disposed = true;
    for (const kept of this.#kept.splice(0)) drop(kept);
  }

  async #makeRoom(index: number, level: RasterLevel): Promise<void> {
    const { across, down } = sizeOf(level);
    // A binding of nothing is an error, so there is always something.
    const size = Math.max(1, Math.ceil((across * down * 4) / GRAIN)) * GRAIN;
    const fits = (): boolean => (this.#kept[index]?.squares.size ?? 0) >= size;
    if (fits()) return;
    const { uniform, storage, copyTarget, copySource } = BUFFER_USAGE;
    const [place, squares] = await allocate(this.#gpu, "a picture from afar", [
      { label: "raster's place", size: PLACE_BYTES, usage: uniform | copyTarget },
      { label: "raster", size, usage: storage | copySource },
    ]);
    const made: Kept = { place, squares, uniform: "", version: -1 };
    // Another view may have made more room meanwhile, or the universe may have been closed.
    if (this.#disposed || fits()) {
      drop(made);
      this.#gpu.check();
      return;
    }
    const old = this.#kept[index];
    this.#kept[index] = made;
    // WebGPU keeps a destroyed buffer's memory until the commands that were submitted with it are done.
    if (old) drop(old);
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

function drop({ place, squares }: Kept): void {
  place.destroy();
  squares.destroy();
}
