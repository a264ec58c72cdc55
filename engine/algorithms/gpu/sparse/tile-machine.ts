/**
 * Runs the tiles: submits generations in batches, learns their outcome afterwards, and makes room.
 *
 * The GPU decides by itself which tiles to compute, to make and to free; the CPU does not intervene while a batch
 * runs. After each batch a few words come back: how many generations were completed, how many tiles exist, and
 * whether the GPU has halted for lack of room. A generation is never half done: if anything runs out, it is the room
 * for the tiles of the *next* one, and from then on the kernels do nothing. So the CPU may be a batch behind, but
 * operations that need the cells settle first: they wait for the work under way, and then know exactly which
 * generation the buffers hold.
 */

import { TessellaError } from "../../../core/errors.ts";
import type { Topology } from "../../../core/topology.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { BUFFER_USAGE, MAP_READ } from "../../../gpu/webgpu-flags.ts";
import type { Rule } from "../../../rules/rule.ts";
import { outOfRoom } from "../../support.ts";
import type { TileStep } from "./tile-kernels.ts";
import { REACH, TileKernels, tileStep } from "./tile-kernels.ts";
import type { PatchChunk } from "./tile-patches.ts";
import { mostTiles, poolBytes, slotsFor, TilePool } from "./tile-pool.ts";
import {
  EMPTY,
  HALTED_FAR,
  NOT_HALTED,
  readStatus,
  STATE_HALTED,
  STATE_LISTED,
  STATE_USED_SLOTS,
  STATE_WORDS,
} from "./tile-status.ts";

/** Tests set these to extremes: a pool that is too small at every chance. */
export interface SparseTuning {
  /** Tiles that the first pool has room for. */
  readonly tiles: number;
  /** The factor by which the pool grows. */
  readonly growth: number;
  /** Whether kernels run as on a graphics card even on a software adapter. */
  readonly wide: boolean;
  /** Tiles lie less far than this from the origin. Writes go up to half as far, which leaves patterns room to move. */
  readonly reach: number;
}

const TUNING: SparseTuning = { tiles: 1024, growth: 2, wide: false, reach: REACH };

/** Generations in one submission: encoding must not keep the calling thread from its other tasks for long. */
export const MOST_GENERATIONS = 4096;

export class TileMachine {
  readonly #gpu: GpuDevice;
  readonly #topology: Topology;
  readonly #pool: TilePool;
  readonly #kernels: TileKernels;
  readonly #tuning: SparseTuning;
  readonly #limit: number;
  #step: TileStep;
  /** The last generation known to be complete, and the last one requested. */
  #generation: bigint;
  #ahead: bigint;
  /** The plane of even generations. */
  #evenPlane = 0;
  #status = EMPTY;
  readonly #underWay = new Set<Promise<void>>();
  /** The rule or the phase has changed: all tiles must wake. */
  #stale = false;
  /** Tiles are wanted, or claims must be cleared away, before the next generation. */
  #unmanaged = false;
  /** The GPU had no memory for a larger pool; the machine asks again only when there is no other way. */
  #refused = false;
  #version = 0;
  /** Bytes of the limit that other parts of the universe take. */
  reserved = (): number => 0;

  private constructor(
    gpu: GpuDevice,
    topology: Topology,
    rule: Rule,
    generation: bigint,
    pool: TilePool,
    limit: number,
    tuning: SparseTuning,
  ) {
    this.#gpu = gpu;
    this.#topology = topology;
    this.#pool = pool;
    this.#kernels = new TileKernels(gpu, pool, tuning.wide, tuning.reach);
    this.#limit = limit;
    this.#tuning = tuning;
    this.#step = tileStep(rule, topology);
    this.#generation = generation;
    this.#ahead = generation;
    this.#kernels.setRule(this.#step);
  }

  /** `limit` in bytes. Errors: `memory-limit`, `gpu-lost`. */
  static async create(
    gpu: GpuDevice,
    topology: Topology,
    rule: Rule,
    generation: bigint,
    limit: number,
    tuning: Partial<SparseTuning> = {},
  ): Promise<TileMachine> {
    const all = { ...TUNING, ...tuning };
    if (poolBytes(all.tiles) > limit) throw outOfRoom(limit, "Even an empty plane");
    const pool = await TilePool.create(gpu, all.tiles);
    const machine = new TileMachine(gpu, topology, rule, generation, pool, limit, all);
    try {
      await machine.prepare();
    } catch (error) {
      machine.dispose();
      throw error;
    }
    return machine;
  }

  get kernels(): TileKernels {
    return this.#kernels;
  }

  get pool(): TilePool {
    return this.#pool;
  }

  /** The last generation known to be complete; exact once settled. */
  get generation(): bigint {
    return this.#generation;
  }

  /** The generation that the submitted work reaches, unless it halts. */
  get ahead(): bigint {
    return this.#ahead;
  }

  /** The plane that holds generation `ahead`. */
  get plane(): number {
    return Number(this.#ahead & 1n) ^ this.#evenPlane;
  }

  /**
   * Added to the number of generations that the GPU has counted, modulo 2, it gives the plane of the last complete
   * one; also when not settled.
   */
  get parity(): number {
    return (Number(this.#generation & 1n) ^ this.#evenPlane ^ this.#status.generations) & 1;
  }

  /** Tiles below this number may hold cells. Exact once settled, else approximate. */
  get fresh(): number {
    return this.#status.fresh;
  }

  /** Tiles that exist. Settled only. */
  get live(): number {
    return this.#status.live;
  }

  get bytes(): number {
    return this.#pool.bytes;
  }

  /** Whether the machine has halted for lack of room, or may the next time. Settled only. */
  get isHalted(): boolean {
    return this.#status.halted !== NOT_HALTED || this.#unmanaged;
  }

  /** The distance in tiles up to which cells may be written. */
  get reach(): number {
    return this.#tuning.reach / 2;
  }

  /** A new number whenever the cells may have changed. */
  get version(): number {
    return this.#version;
  }

  /** Compiles the shaders for the present rule. Errors: `gpu-lost`. */
  async prepare(): Promise<void> {
    await this.#kernels.prepare(this.#step);
  }

  setRule(rule: Rule): void {
    this.#step = tileStep(rule, this.#topology);
    this.#kernels.setRule(this.#step);
    this.#stale = true;
  }

  setGeneration(generation: bigint): void {
    const shift = generation - this.#generation;
    this.#generation = generation;
    this.#ahead += shift;
    if ((shift & 1n) === 0n) return;
    this.#evenPlane ^= 1;
    this.#stale = true;
  }

  /** Waits for the work under way. Errors: `gpu-lost`. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
    this.#ahead = this.#generation;
  }

  /** Whether `care` has work to do before the next generations. */
  get needsCare(): boolean {
    const { halted, live, usedSlots } = this.#status;
    if (halted !== NOT_HALTED || this.#unmanaged || !this.followsRule) return true;
    return this.#isQuiet() || this.#isFilling(live) || this.#isLittered(live, usedSlots);
  }

  /** Whether the rule's shaders are compiled, and no tile sleeps because of a former rule. */
  get followsRule(): boolean {
    return !this.#stale && this.#kernels.isReadyFor(this.#step);
  }

  /**
   * Compiles, wakes tiles, makes room, and jumps to `target`, which lies ahead, where nothing will change any more.
   * Errors: `memory-limit` and `too-large` with the last complete generation kept, `gpu-lost`.
   */
  async care(target: bigint): Promise<void> {
    do {
      await this.settle();
      await this.prepare();
      if (this.#stale) await this.#touch();
      await this.#manage();
      const { live, usedSlots } = this.#status;
      if (this.#isFilling(live)) await this.#growAhead();
      else if (this.#isLittered(live, usedSlots)) this.#rehash();
      // Setting a rule waits for no turn, so there may be another one by now.
    } while (!this.followsRule);
    if (this.#isQuiet()) {
      this.#version++;
      this.#generation = target;
      this.#ahead = target;
    }
  }

  /** Submits generations and returns at once; `settle` waits for them. Errors: `gpu-lost`. */
  submit(generations: number): void {
    this.#gpu.check();
    const { awake } = this.#status;
    const parity = Number(this.#ahead & 1n);
    // More tiles may wake during the batch.
    const expected = Math.ceil(Math.max(awake[0], awake[1]) * 1.125) + 4;
    const encoder = this.#gpu.device.createCommandEncoder({ label: "step tiles" });
    this.#kernels.encodeGenerations(encoder, this.plane, parity, generations, expected);
    this.#ahead += BigInt(generations);
    this.#version++;
    this.#follow(encoder);
  }

  /**
   * Makes the tiles for a chunk's live cells. Settled only. Errors: `memory-limit` with none of them made,
   * `gpu-lost`.
   */
  async makeFor(chunk: PatchChunk): Promise<void> {
    const listed = chunk.listed();
    if (listed.length <= 2) return;
    if (this.#status.halted !== NOT_HALTED) this.#clearAway();
    await this.#make(listed);
  }

  /** Writes cells into existing tiles. Settled only. Errors: `gpu-lost`. */
  async write(chunk: PatchChunk): Promise<void> {
    this.#version++;
    if (this.#status.halted !== NOT_HALTED) this.#clearAway();
    const edits = this.#upload("cells to write", chunk.edits());
    const encoder = this.#gpu.device.createCommandEncoder({ label: "write tiles" });
    this.#kernels.encodeEdit(encoder, this.plane, edits, chunk.count);
    this.#kernels.encodeManage(encoder, this.plane);
    this.#unmanaged = false;
    this.#follow(encoder);
    edits.destroy();
    await this.settle();
  }

  /**
   * Frees every tile without cells. This otherwise happens during a generation, but without room there is none.
   * Settled only. Errors: `gpu-lost`.
   */
  async sweep(): Promise<void> {
    this.#clearAway();
    this.#writeState(STATE_LISTED.first, ...new Uint32Array(STATE_LISTED.words));
    const encoder = this.#gpu.device.createCommandEncoder({ label: "sweep tiles" });
    this.#kernels.encodeSweep(encoder, this.plane, this.#status.fresh);
    this.#kernels.encodeManage(encoder, this.plane);
    this.#unmanaged = false;
    // This also forgets the awake and the wanted tiles.
    this.#stale = true;
    this.#follow(encoder);
    await this.settle();
  }

  /** Checks that that many tiles fit. Errors: `memory-limit`. */
  checkFits(tiles: number, what: string): void {
    if (tiles >= this.#most()) throw outOfRoom(this.#limit, what);
  }

  /**
   * Forgets every tile and the room for them, and makes room for that many others, which fit. Settled only. Errors:
   * `memory-limit` with nothing forgotten, `gpu-lost`.
   */
  async reset(generation: bigint, tiles = 0): Promise<void> {
    // Some more, for their neighbours.
    const room = Math.min(this.#most(), Math.ceil((tiles + 1) * 1.25));
    await this.#pool.reset(Math.max(this.#tuning.tiles, room));
    this.#version++;
    this.#status = EMPTY;
    this.#generation = generation;
    this.#ahead = generation;
    this.#stale = false;
    this.#unmanaged = false;
  }

  dispose(): void {
    this.#kernels.dispose();
    this.#pool.dispose();
  }

  /** Whether all tiles slept at the last report: then everything repeats every two generations. */
  #isQuiet(): boolean {
    const { wants, awake } = this.#status;
    return wants === 0 && awake[0] === 0 && awake[1] === 0;
  }

  /** Whether room may soon run out, and could grow. */
  #isFilling(live: number): boolean {
    const { capacity } = this.#pool;
    return live > capacity * 0.75 && !this.#refused && this.#most() > capacity;
  }

  /** Whether slots of former tiles make the directory long. */
  #isLittered(live: number, usedSlots: number): boolean {
    return usedSlots > slotsFor(this.#pool.capacity) / 2 && usedSlots > 1.5 * live;
  }

  #most(): number {
    return mostTiles(this.#limit - this.reserved(), this.#gpu.limits);
  }

  /** Wakes every tile: none of them can rely on its former generations. */
  async #touch(): Promise<void> {
    this.#stale = false;
    if (this.#status.live > 0) {
      const encoder = this.#gpu.device.createCommandEncoder({ label: "touch tiles" });
      this.#kernels.encodeTouch(encoder, this.plane, this.#status.fresh);
      this.#unmanaged = true;
      this.#follow(encoder);
      await this.settle();
    }
  }

  /** Makes the wanted tiles, with room for them. */
  async #manage(): Promise<void> {
    while (this.#unmanaged || this.#status.halted !== NOT_HALTED) {
      if (this.#status.halted !== NOT_HALTED) {
        await this.#makeRoom("What grows here");
        this.#clearAway();
      }
      const encoder = this.#gpu.device.createCommandEncoder({ label: "manage tiles" });
      this.#kernels.encodeManage(encoder, this.plane);
      this.#unmanaged = false;
      this.#follow(encoder);
      await this.settle();
    }
  }

  /** Makes the listed tiles. On failure none is made. */
  async #make(listed: Int32Array<ArrayBuffer>): Promise<void> {
    const places = this.#upload("places of tiles", new Uint32Array(listed.buffer));
    try {
      for (;;) {
        const encoder = this.#gpu.device.createCommandEncoder({ label: "make tiles" });
        this.#kernels.encodeMake(encoder, this.plane, places);
        this.#follow(encoder);
        await this.settle();
        if (this.#status.halted === NOT_HALTED) return;
        try {
          await this.#makeRoom("What is written here");
        } finally {
          this.#clearAway();
        }
      }
    } finally {
      places.destroy();
    }
  }

  /** After a halt. Errors: `memory-limit`, `too-large`. */
  async #makeRoom(what: string): Promise<void> {
    const { halted, live, needed } = this.#status;
    if (halted === HALTED_FAR) {
      throw new TessellaError("too-large", "The cells have come further than the GPU's coordinates reach.", {
        hint: "The algorithms `bitwise` and `hashlife` have no such limit.",
      });
    }
    const wanted = live + needed + 1;
    if (wanted <= this.#pool.capacity) return;
    // The number may count some tiles twice where the directory was too small to tell, so the machine tries with all
    // the room there can be.
    if (this.#most() <= this.#pool.capacity) throw outOfRoom(this.#limit, what);
    await this.#grow(wanted);
  }

  /** Grows before room runs out. Where the GPU has no memory left, the present room may still do. */
  async #growAhead(): Promise<void> {
    try {
      await this.#grow(0);
    } catch (error) {
      if (!(error instanceof TessellaError) || error.code !== "memory-limit") throw error;
      this.#refused = true;
    }
  }

  /** Grows by the usual factor, to `least` tiles or more, within the limit. Rebuilds the directory. */
  async #grow(least: number): Promise<void> {
    const next = Math.ceil(this.#pool.capacity * this.#tuning.growth);
    await this.#pool.grow(Math.min(Math.max(next, least), this.#most()));
    this.#refused = false;
    this.#rehash();
  }

  #rehash(): void {
    const encoder = this.#gpu.device.createCommandEncoder({ label: "rehash tiles" });
    this.#kernels.encodeRehash(encoder, this.#status.fresh);
    this.#gpu.queue.submit([encoder.finish()]);
    this.#writeState(STATE_USED_SLOTS, this.#status.live);
    this.#status = { ...this.#status, usedSlots: this.#status.live };
  }

  /** Ends a halt: unfulfilled claims leave the directory, and the wanted tiles stay wanted. */
  #clearAway(): void {
    this.#rehash();
    this.#writeState(STATE_HALTED, NOT_HALTED);
    this.#status = { ...this.#status, halted: NOT_HALTED };
    this.#unmanaged = true;
  }

  #writeState(word: number, ...values: readonly number[]): void {
    this.#gpu.queue.writeBuffer(this.#pool.state, word * 4, Uint32Array.from(values));
  }

  #upload(label: string, words: Uint32Array<ArrayBuffer>): GPUBuffer {
    const buffer = this.#gpu.device.createBuffer({
      label,
      size: words.byteLength,
      usage: BUFFER_USAGE.storage | BUFFER_USAGE.copyTarget,
    });
    this.#gpu.queue.writeBuffer(buffer, 0, words);
    return buffer;
  }

  /** Submits, and records the state when it arrives. */
  #follow(encoder: GPUCommandEncoder): void {
    const size = STATE_WORDS * 4;
    const staging = this.#gpu.device.createBuffer({
      label: "tiles: read-back of the state",
      size,
      usage: BUFFER_USAGE.mapRead | BUFFER_USAGE.copyTarget,
    });
    encoder.copyBufferToBuffer(this.#pool.state, 0, staging, 0, size);
    this.#gpu.queue.submit([encoder.finish()]);
    const arrived = this.#gpu
      .wait(staging.mapAsync(MAP_READ))
      .then(() => this.#note(new Uint32Array(staging.getMappedRange())))
      .finally(() => {
        staging.destroy();
        this.#underWay.delete(arrived);
      });
    this.#underWay.add(arrived);
    // The device keeps its loss, and whoever uses it next hears of it.
    arrived.catch(() => undefined);
  }

  #note(words: Uint32Array): void {
    const status = readStatus(words);
    this.#generation += BigInt((status.generations - this.#status.generations) >>> 0);
    this.#status = status;
  }
}
