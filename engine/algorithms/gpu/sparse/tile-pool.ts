/**
 * The buffers that hold the tiles (shaders/sparse/tiles.wgsl describes their contents), and how they grow.
 *
 * A tile is 64 x 64 cells, 1 KiB with both planes. Smaller tiles would let more of a soup's ash sleep and follow a
 * glider more closely, but the bookkeeping per tile (neighbours, flags, lists: some 80 bytes and a dozen atomic
 * operations a generation) would weigh more. Also, a row of one word is loaded together with two more for the cells
 * beside it, a row of two with one each. Larger tiles wake too many cells for one glider.
 */

import type { BufferRequest } from "../../../gpu/buffers.ts";
import { allocate, SLOT } from "../../../gpu/buffers.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import { TILE_BYTES, TILE_WORDS } from "./tile-size.ts";
import { STATE_WORDS } from "./tile-status.ts";

const PLANE_BYTES = TILE_WORDS * 4;
const LISTS = 5;
/** Numbers of tiles share a word with eight sides (shaders/sparse/manage.wgsl). */
const MOST_TILES = 2 ** 24;

/** Slots of the directory: at least half of them stay empty. */
export function slotsFor(capacity: number): number {
  return 2 ** Math.ceil(Math.log2(2 * capacity));
}

/** Bytes of a pool of that many tiles. */
export function poolBytes(capacity: number): number {
  const aTile = TILE_BYTES + 8 * 4 + 2 * 4 + LISTS * 4 + 2 * 4;
  return capacity * aTile + slotsFor(capacity) * 4;
}

/** The most tiles that fit into that many bytes and into the device's bindings. */
export function mostTiles(bytes: number, limits: GPUSupportedLimits): number {
  const bound = Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize);
  let least = 0;
  let most = Math.min(MOST_TILES, Math.floor(bound / PLANE_BYTES));
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (poolBytes(middle) <= bytes) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** The buffers that are replaced when the pool grows. */
interface Tables {
  readonly planes: readonly [GPUBuffer, GPUBuffer];
  readonly neighbours: GPUBuffer;
  readonly flags: GPUBuffer;
  /** All zero between two turns. */
  readonly sights: GPUBuffer;
  readonly lists: GPUBuffer;
  readonly places: GPUBuffer;
  readonly slots: GPUBuffer;
}

export class TilePool {
  readonly #gpu: GpuDevice;
  #capacity: number;
  #tables: Tables;
  /** The shaders' struct `State`. */
  readonly state: GPUBuffer;
  /** The struct `Turn` for [which list is used up][whether the turn advances]: see `turn`. */
  readonly #turns: GPUBuffer;

  private constructor(gpu: GpuDevice, capacity: number, tables: Tables, rest: readonly GPUBuffer[]) {
    this.#gpu = gpu;
    this.#capacity = capacity;
    this.#tables = tables;
    [this.state, this.#turns] = rest;
    this.#start();
  }

  /** Room for that many tiles, one of which is never used. Errors: `memory-limit`, `gpu-lost`. */
  static async create(gpu: GpuDevice, capacity: number): Promise<TilePool> {
    const { storage, copySource, copyTarget, uniform } = BUFFER_USAGE;
    const buffers = await allocate(gpu, `${capacity} tiles`, [
      ...requests(capacity),
      { label: "tiles: state", size: STATE_WORDS * 4, usage: storage | copySource | copyTarget },
      { label: "tiles: turns", size: 4 * SLOT, usage: uniform | copyTarget },
    ]);
    return new TilePool(gpu, capacity, tablesOf(buffers), buffers.slice(8));
  }

  get capacity(): number {
    return this.#capacity;
  }

  get bytes(): number {
    return poolBytes(this.#capacity);
  }

  get tables(): Tables {
    return this.#tables;
  }

  turn(current: number, advances: boolean): GPUBindingResource {
    return { buffer: this.#turns, offset: (current * 2 + (advances ? 1 : 0)) * SLOT, size: 16 };
  }

  /** Moves to larger buffers; the directory's slots are then empty. Errors: `memory-limit`, `gpu-lost`. */
  async grow(capacity: number): Promise<void> {
    const old = this.#tables;
    const tables = tablesOf(await allocate(this.#gpu, `${capacity} tiles`, requests(capacity)));
    const encoder = this.#gpu.device.createCommandEncoder({ label: "grow tiles" });
    const whole = (from: GPUBuffer, to: GPUBuffer): void =>
      encoder.copyBufferToBuffer(from, 0, to, 0, from.size);
    whole(old.planes[0], tables.planes[0]);
    whole(old.planes[1], tables.planes[1]);
    whole(old.neighbours, tables.neighbours);
    whole(old.flags, tables.flags);
    whole(old.places, tables.places);
    const list = this.#capacity * 4;
    for (let i = 0; i < LISTS; i++) {
      encoder.copyBufferToBuffer(old.lists, i * list, tables.lists, i * capacity * 4, list);
    }
    this.#gpu.queue.submit([encoder.finish()]);
    destroyTables(old);
    this.#tables = tables;
    this.#capacity = capacity;
    this.#writeTurns();
  }

  /** Starts over, empty. Errors: `memory-limit`, `gpu-lost`. */
  async reset(capacity: number): Promise<void> {
    const tables = tablesOf(await allocate(this.#gpu, `${capacity} tiles`, requests(capacity)));
    destroyTables(this.#tables);
    this.#tables = tables;
    this.#capacity = capacity;
    this.#start();
  }

  dispose(): void {
    destroyTables(this.#tables);
    for (const buffer of [this.state, this.#turns]) buffer.destroy();
  }

  #start(): void {
    const state = new Uint32Array(STATE_WORDS);
    // Tile 0 is never used.
    state[4] = 1;
    this.#gpu.queue.writeBuffer(this.state, 0, state);
    this.#writeTurns();
  }

  #writeTurns(): void {
    for (const current of [0, 1]) {
      for (const advances of [0, 1]) {
        const values = Uint32Array.of(current, advances, this.#capacity, slotsFor(this.#capacity) - 1);
        this.#gpu.queue.writeBuffer(this.#turns, (current * 2 + advances) * SLOT, values);
      }
    }
  }
}

function requests(capacity: number): readonly BufferRequest[] {
  const { storage, copySource, copyTarget } = BUFFER_USAGE;
  const usage = storage | copySource | copyTarget;
  return [
    { label: "tiles: first plane", size: capacity * PLANE_BYTES, usage },
    { label: "tiles: second plane", size: capacity * PLANE_BYTES, usage },
    { label: "tiles: neighbours", size: capacity * 8 * 4, usage },
    { label: "tiles: flags", size: capacity * 4, usage },
    { label: "tiles: sights", size: capacity * 4, usage },
    { label: "tiles: lists", size: LISTS * capacity * 4, usage },
    { label: "tiles: places", size: capacity * 2 * 4, usage },
    { label: "tiles: directory", size: slotsFor(capacity) * 4, usage },
  ];
}

function tablesOf(buffers: readonly GPUBuffer[]): Tables {
  const [first, second, neighbours, flags, sights, lists, places, slots] = buffers;
  return { planes: [first, second], neighbours, flags, sights, lists, places, slots };
}

/** WebGPU keeps the buffers that submitted work still uses. */
function destroyTables({ planes, neighbours, flags, sights, lists, places, slots }: Tables): void {
  for (const buffer of [...planes, neighbours, flags, sights, lists, places, slots]) buffer.destroy();
}
