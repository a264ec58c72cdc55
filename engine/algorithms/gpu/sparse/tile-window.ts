/**
 * The visible part of the tiles, in the layout of the shaders that draw whole grids: a window of cells, 32 a word, or
 * one of squares with the number of live cells in each. The CPU sees none of it, and it waits for no turn: the GPU
 * finds out which plane holds the last complete generation (shaders/sparse/seen.wgsl).
 *
 * Each thread has a tile (or some rows of one) and copies it to its place in the window, if it has one there. A
 * picture thus costs a look at each tile's place, which is little, and a copy of the visible cells. Squares larger
 * than tiles are sums of the tiles' populations, which are counted once for all views of a generation.
 *
 * A tile's place has 32 bits and a square may have 2^1000 cells a side. The CPU knows the window's position relative
 * to the tiles' origin. With q and r from there to the window's first square, 0 <= r < 2^s tiles, a tile t lies in
 * square q + floor((t + r) / 2^s).
 */

import { floorDiv, mod } from "../../../core/integers.ts";
import { readWords } from "../../../gpu/buffers.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { GrowingBuffer } from "../../../gpu/growing-buffer.ts";
import type { RenderSource, ShaderSource } from "../../../gpu/shader-source.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import type { CellPicture } from "../../../picture/drawing.ts";
import { PLANE_TILE } from "../../../picture/drawing.ts";
import type { DrawnCells } from "../draw/drawn-cells.ts";
import { RENDER_SHADERS } from "../draw/render-source.ts";
import { countInPieces } from "../reduce/raster-pieces.ts";
import { SEEN_SHADERS } from "./sparse-source.ts";
import { groupsFor, REACH } from "./tile-kernels.ts";
import type { TileMachine } from "./tile-machine.ts";
import type { TileOrigin } from "./tile-patches.ts";
import { TILE } from "./tile-size.ts";

/** log2 of a tile's side. */
const TILE_SCALE = 6;
/** Tiles lie less far than this from their origin. */
const NEAR = BigInt(REACH);
/** Squares further away are no part of any window, whatever is added. */
const BEYOND = NEAR + 2n ** 18n;
const SEEN_BYTES = 48;
/** Behind the squares: those that hold more than a word (shaders/sparse/squares-afar.wgsl). */
const LIST_WORDS = 16;

/** The cells or squares columns x rows from the cell at (x, y) on, which lies on a border of tiles or of squares. */
interface SeenWindow {
  readonly x: bigint;
  readonly y: bigint;
  readonly columns: number;
  readonly rows: number;
  /** log2 of a square's side in cells; null for cells as bits. */
  readonly scale: number | null;
}

type SquareWindow = SeenWindow & { readonly scale: number };

/** The shaders' struct `Seen`, along one axis. */
interface SeenAxis {
  readonly offset: number;
  readonly rest: number;
  readonly within: number;
}

/** The position of tiles that count from `origin` relative to squares of 2^scale cells that count from `first`. */
export function seenAxis(origin: bigint, first: bigint, scale: number): SeenAxis {
  const side = BigInt(TILE);
  if (scale <= TILE_SCALE) {
    const within = Number(mod(first, side)) / 2 ** scale;
    return { offset: near(floorDiv(origin, side) - floorDiv(first, side)), rest: 0, within };
  }
  const tiles = (origin - first) / side;
  const size = 1n << BigInt(scale - TILE_SCALE);
  const square = floorDiv(tiles, size);
  const rest = tiles - square * size;
  if (size <= NEAR) return { offset: near(square), rest: Number(rest), within: 0 };
  // All tiles lie in one square or in two, and with a shift by 31 only the sign of `place + rest` counts.
  if (rest < NEAR) return { offset: near(square), rest: Number(rest), within: 0 };
  if (size - rest <= NEAR) return { offset: near(square + 1n), rest: Number(rest - size), within: 0 };
  return { offset: near(square), rest: REACH - 1, within: 0 };
}

function near(place: bigint): number {
  return Number(place < -BEYOND ? -BEYOND : place > BEYOND ? BEYOND : place);
}

function shiftOf(scale: number): number {
  return Math.min(31, Math.max(0, scale - TILE_SCALE));
}

export class TileWindow implements DrawnCells {
  readonly #gpu: GpuDevice;
  readonly #machine: TileMachine;
  /** The tiles' present origin. May throw to call a picture off. */
  readonly #origin: () => TileOrigin;
  readonly #place: GrowingBuffer;
  /** The visible cells or squares. */
  readonly #filled: GrowingBuffer;
  readonly #populations: GrowingBuffer;

  constructor(gpu: GpuDevice, machine: TileMachine, origin: () => TileOrigin) {
    this.#gpu = gpu;
    this.#machine = machine;
    this.#origin = origin;
    const { uniform, storage, copyTarget, copySource } = BUFFER_USAGE;
    this.#place = new GrowingBuffer(gpu, "window's place", uniform | copyTarget);
    this.#filled = new GrowingBuffer(gpu, "window", storage | copyTarget | copySource);
    this.#populations = new GrowingBuffer(gpu, "tiles' populations", storage | copyTarget);
  }

  get bytes(): number {
    return this.#place.bytes + this.#filled.bytes + this.#populations.bytes;
  }

  densityShader(): RenderSource {
    return RENDER_SHADERS.densityOfTiles;
  }

  layoutOf({ window }: CellPicture) {
    const { columns, rows } = window ?? { columns: 0, rows: 0 };
    return { width: columns, height: rows, stride: columns / 32 };
  }

  prepare(picture: CellPicture): Promise<() => GPUBuffer> {
    const { window } = picture;
    if (!window) throw new Error("A picture of the plane says which part of it is seen.");
    const scale = picture.kind === "density" ? picture.scale : null;
    if (scale === null && window.columns % PLANE_TILE !== 0)
      throw new Error("A window is made of whole tiles.");
    return this.#prepare({ ...window, scale });
  }

  /** Live cells in each of the squares, row after row. Settled only. Errors: `memory-limit`, `too-large`, `gpu-lost`. */
  read({ x, y, columns, rows, scale }: SquareWindow): Promise<Uint32Array> {
    const side = 2n ** BigInt(scale);
    return countInPieces(columns, rows, async (piece) => {
      const corner = { x: x + BigInt(piece.column) * side, y: y + BigInt(piece.row) * side };
      const seen = { ...corner, columns: piece.columns, rows: piece.rows, scale };
      return readWords(this.#gpu, "a raster", piece.columns * piece.rows, await this.#prepare(seen));
    });
  }

  dispose(): void {
    for (const growing of [this.#place, this.#filled, this.#populations]) growing.dispose();
  }

  async #prepare(window: SeenWindow): Promise<() => GPUBuffer> {
    const { columns, rows, scale } = window;
    const afar = scale !== null && scale > TILE_SCALE;
    const shader =
      scale === null ? SEEN_SHADERS.cells : afar ? SEEN_SHADERS.squaresAfar : SEEN_SHADERS.squares;
    const [filling, counting] = await Promise.all(
      [shader, SEEN_SHADERS.populations].map((each) =>
        this.#gpu.pipelines.pipeline(each, this.#machine.kernels.seenConstants),
      ),
    );
    const bytes = scale === null ? (columns * rows) / 8 : (columns * rows + LIST_WORDS) * 4;
    await this.#place.grow(SEEN_BYTES);
    await this.#filled.grow(bytes);
    if (afar) await this.#populations.grow(this.#machine.pool.capacity * 4);
    return () => {
      const place = this.#placeOf(window);
      const holds = [this.#machine.version, shader.label, ...place].join();
      const filled = this.#filled.buffer;
      if (this.#filled.holds === holds) return filled;
      const { device, queue } = this.#gpu;
      queue.writeBuffer(this.#place.buffer, 0, place);
      const encoder = device.createCommandEncoder({ label: "window" });
      const counted = afar ? this.#count(encoder, counting) : holds;
      const { planes } = this.#machine.pool.tables;
      const sources = afar ? [this.#populations.buffer] : planes;
      encoder.clearBuffer(filled, 0, bytes);
      this.#encode(encoder, shader, filling, [...sources, filled]);
      queue.submit([encoder.finish()]);
      // Only now: after an earlier failure, no later picture must take the buffer for filled.
      if (afar) this.#populations.holds = counted;
      // Without some tiles it is valid for this picture only.
      this.#filled.holds = counted === "" ? "" : holds;
      return filled;
    };
  }

  #placeOf({ x, y, columns, rows, scale }: SeenWindow): Int32Array<ArrayBuffer> {
    const origin = this.#origin();
    const unit = scale ?? TILE_SCALE;
    const across = seenAxis(origin.x, x, unit);
    const down = seenAxis(origin.y, y, unit);
    const size = scale === null ? [columns / TILE, rows / TILE] : [columns, rows];
    return Int32Array.of(
      across.offset,
      down.offset,
      across.rest,
      down.rest,
      ...size,
      across.within,
      down.within,
      shiftOf(unit),
      unit,
      scale === null ? columns / 32 : columns,
      this.#machine.parity,
    );
  }

  /** Counts the tiles' populations where they are unknown; returns what the buffer holds when that is done. */
  #count(encoder: GPUCommandEncoder, pipeline: GPUComputePipeline): string {
    const populations = this.#populations.buffer;
    const holds = String(this.#machine.version);
    if (this.#populations.holds === holds) return holds;
    const { pool } = this.#machine;
    encoder.clearBuffer(populations);
    this.#encode(encoder, SEEN_SHADERS.populations, pipeline, [...pool.tables.planes, populations]);
    // If the pool has grown since room was made, some tiles appear only in the next picture.
    return populations.size >= pool.capacity * 4 ? holds : "";
  }

  #encode(
    encoder: GPUCommandEncoder,
    shader: ShaderSource,
    pipeline: GPUComputePipeline,
    buffers: readonly GPUBuffer[],
  ): void {
    const { pool, kernels, fresh } = this.#machine;
    const { flags, places } = pool.tables;
    const { thread_rows, group_size } = kernels.seenConstants;
    const rest = [this.#place.buffer, pool.state, flags, places, ...buffers];
    const resources: readonly GPUBindingResource[] = [
      pool.turn(0, false),
      ...rest.map((buffer) => ({ buffer })),
    ];
    const pass = encoder.beginComputePass({ label: shader.label });
    pass.setPipeline(pipeline);
    pass.setBindGroup(
      0,
      this.#gpu.device.createBindGroup({
        label: shader.label,
        layout: this.#gpu.pipelines.layout(shader),
        entries: resources.map((resource, binding) => ({ binding, resource })),
      }),
    );
    // There may be more tiles by now; then the threads take another round.
    const threads = Math.ceil(fresh * 1.125 + 4) * (TILE / thread_rows);
    pass.dispatchWorkgroups(groupsFor(threads, group_size));
    pass.end();
  }
}
