/**
 * What the CPU reads of the tiles: a survey (where they lie, how many cells live in each, in which box), and the
 * cells of requested ones. The survey is kept until the cells change, since most questions come in twos and threes.
 */

import type { Rect } from "../../../core/rect.ts";
import { allocate, download } from "../../../gpu/buffers.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import type { TileMachine } from "./tile-machine.ts";
import type { TileOrigin } from "./tile-patches.ts";
import { TILE, TILE_WORDS } from "./tile-size.ts";

/** The tiles with live cells, in no order. */
export interface Survey {
  readonly count: number;
  /** Numbers of the tiles. */
  readonly tiles: Uint32Array;
  /** Pairs: their places, in tiles from the origin. */
  readonly places: Int32Array;
  readonly populations: Uint32Array;
  /** First and last column, first and last row of live cells, a byte each from the lowest on. */
  readonly boxes: Uint32Array;
}

/** Tiles gathered in one piece: 32 MB. */
export const MOST_GATHERED = 2 ** 16;
const FOUND_WORDS = 4;

export class TileSurvey {
  readonly #gpu: GpuDevice;
  readonly #machine: TileMachine;
  #kept: { readonly version: number; readonly survey: Survey } | null = null;

  constructor(gpu: GpuDevice, machine: TileMachine) {
    this.#gpu = gpu;
    this.#machine = machine;
  }

  /**
   * Settled only, like all methods here. Errors: `gpu-lost`, `memory-limit` when the GPU has no room for the answer.
   */
  async all(): Promise<Survey> {
    const { version, fresh } = this.#machine;
    if (this.#kept?.version === version) return this.#kept.survey;
    const found = await this.#found(fresh);
    const survey = withCells(found, fresh);
    this.#kept = { version, survey };
    return survey;
  }

  /** The words of those tiles, 128 each, in the given order. At most MOST_GATHERED. */
  async words(tiles: Uint32Array<ArrayBuffer>): Promise<Uint32Array> {
    if (tiles.length === 0) return new Uint32Array(0);
    const { storage, copySource, copyTarget } = BUFFER_USAGE;
    const [wanted, gathered] = await allocate(this.#gpu, "reading cells", [
      { label: "tiles to read", size: tiles.byteLength, usage: storage | copyTarget },
      { label: "gathered tiles", size: tiles.length * TILE_WORDS * 4, usage: storage | copySource },
    ]);
    try {
      this.#gpu.queue.writeBuffer(wanted, 0, tiles);
      const encoder = this.#gpu.device.createCommandEncoder({ label: "gather tiles" });
      this.#machine.kernels.encodeGather(encoder, this.#machine.plane, wanted, tiles.length, gathered);
      this.#gpu.queue.submit([encoder.finish()]);
      return await this.#read(gathered, TILE_WORDS, tiles.length);
    } finally {
      wanted.destroy();
      gathered.destroy();
    }
  }

  async #found(fresh: number): Promise<Uint32Array> {
    if (fresh <= 1) return new Uint32Array(0);
    const [found] = await allocate(this.#gpu, "looking at the tiles", [
      {
        label: "survey",
        size: fresh * FOUND_WORDS * 4,
        usage: BUFFER_USAGE.storage | BUFFER_USAGE.copySource,
      },
    ]);
    try {
      const encoder = this.#gpu.device.createCommandEncoder({ label: "survey tiles" });
      this.#machine.kernels.encodeSurvey(encoder, this.#machine.plane, fresh, found);
      this.#gpu.queue.submit([encoder.finish()]);
      return await this.#read(found, FOUND_WORDS, fresh);
    } finally {
      found.destroy();
    }
  }

  #read(buffer: GPUBuffer, columns: number, rows: number): Promise<Uint32Array> {
    const layout = { width: columns * 32, height: rows, columns, stride: columns, bytes: columns * rows * 4 };
    return download(this.#gpu, buffer, layout, { column: 0, row: 0, columns, rows });
  }
}

function withCells(found: Uint32Array, fresh: number): Survey {
  let count = 0;
  for (let tile = 1; tile < fresh; tile++) if (found[tile * FOUND_WORDS + 2] > 0) count++;
  const survey = {
    count,
    tiles: new Uint32Array(count),
    places: new Int32Array(2 * count),
    populations: new Uint32Array(count),
    boxes: new Uint32Array(count),
  };
  for (let tile = 1, i = 0; i < count; tile++) {
    const at = tile * FOUND_WORDS;
    if (found[at + 2] === 0) continue;
    survey.tiles[i] = tile;
    survey.places[2 * i] = found[at];
    survey.places[2 * i + 1] = found[at + 1];
    survey.populations[i] = found[at + 2];
    survey.boxes[i] = found[at + 3];
    i++;
  }
  return survey;
}

export function surveyPopulation({ populations }: Survey): bigint {
  let total = 0;
  for (const population of populations) total += population;
  return BigInt(total);
}

export function surveyBounds({ count, places, boxes }: Survey, origin: TileOrigin): Rect | null {
  if (count === 0) return null;
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const x = places[2 * i] * TILE;
    const y = places[2 * i + 1] * TILE;
    const box = boxes[i];
    left = Math.min(left, x + (box & 0xff));
    right = Math.max(right, x + ((box >>> 8) & 0xff));
    top = Math.min(top, y + ((box >>> 16) & 0xff));
    bottom = Math.max(bottom, y + (box >>> 24));
  }
  return {
    x: origin.x + BigInt(left),
    y: origin.y + BigInt(top),
    w: BigInt(right - left + 1),
    h: BigInt(bottom - top + 1),
  };
}

/** Indices into the survey of the tiles that meet the box, in no order. */
export function tilesIn({ count, places }: Survey, origin: TileOrigin, box: Rect): number[] {
  const inTiles = (cells: bigint): bigint => cells >> 6n;
  const clamp = (n: bigint): number => Number(BigInt.asIntN(32, n < -LIMIT ? -LIMIT : n > LIMIT ? LIMIT : n));
  const left = clamp(inTiles(box.x - origin.x));
  const right = clamp(inTiles(box.x + box.w - 1n - origin.x));
  const top = clamp(inTiles(box.y - origin.y));
  const bottom = clamp(inTiles(box.y + box.h - 1n - origin.y));
  const found: number[] = [];
  if (box.w <= 0n || box.h <= 0n) return found;
  for (let i = 0; i < count; i++) {
    const x = places[2 * i];
    const y = places[2 * i + 1];
    if (x >= left && x <= right && y >= top && y <= bottom) found.push(i);
  }
  return found;
}

const LIMIT = 2n ** 31n - 1n;
