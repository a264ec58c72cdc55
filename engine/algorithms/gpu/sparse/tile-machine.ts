/**
 * Runs the tiles: submits generations in batches, learns afterwards how they went, and makes room.
 *
 * The GPU decides by itself which tiles to compute, to make and to free; the CPU is not asked while a batch runs. After each
 * batch a few words come back: how many generations were completed, how many tiles there are, and whether the GPU has
 * halted for lack of room. A generation is never half done: what runs out is room for the tiles of the *next* one, and from
 * then on the kernels do nothing. So the CPU may be a batch behind, but everything that needs the cells settles first:
 * it waits for what is under way, and then knows exactly which generation the buffers hold.
 */

import { TessellaError } from "../../../core/errors.ts";
import type { Topology } from "../../../core/topology.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { BUFFER_USAGE, MAP_READ } from "../../../gpu/webgpu-flags.ts";
import { rulePhases } from "../../../rules/phases.ts";
import type { Rule } from "../../../rules/rule.ts";
import { outOfRoom } from "../../support.ts";
import { REACH, TileKernels } from "./tile-kernels.ts";
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

/** What tests turn to extremes: a pool that is too small at every chance. */
export interface SparseTuning {
  /** Tiles that there is room for at first. */
  readonly tiles: number;
  /** How many times as many the pool takes when it grows. */
  readonly growth: number;
  /** Whether kernels run as on a graphics card even where a CPU imitates one. */
  readonly wide: boolean;
  /** Tiles lie less far than this from the origin. Cells are written up to half as far, so that they can go on for a while. */
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
  #rule: Rule;
  /** The last generation that is known to be complete, and the one that was asked for last. */
  #generation: bigint;
  #ahead: bigint;
  /** The plane of even generations. */
  #evenPlane = 0;
  #status = EMPTY;
  readonly #underWay: Promise<void>[] = [];
  /** The rule or the phase is another one: all tiles have to be woken. */
  #stale = false;
  /** Tiles are wanted, or claims have to be cleared away, before a generation can be computed. */
  #unmanaged = false;
  /** The GPU had no memory for a larger pool; it is asked again only when there is no other way. */
  #refused = false;
  #version = 0;
  /** Bytes of the limit that something else takes. */
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
    this.#rule = rule;
    this.#generation = generation;
    this.#ahead = generation;
    this.#writeRule();
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

  /** The last complete generation that is known of; the very one once settled. */
  get generation(): bigint {
    return this.#generation;
  }

  /** The generation that is reached when all that was submitted is done, unless it halts. */
  get ahead(): bigint {
    return this.#ahead;
  }

  /** The plane that holds generation `ahead`. */
  get plane(): number {
    return Number(this.#ahead & 1n) ^ this.#evenPlane;
  }

  /** Added to the generations that the GPU has counted, modulo 2, the plane of the last complete one: not only when settled. */
  get parity(): number {
    return (Number(this.#generation & 1n) ^ this.#evenPlane ^ this.#status.generations) & 1;
  }

  /** Tiles below this number may hold cells. Settled only; before, about so many. */
  get fresh(): number {
    return this.#status.fresh;
  }

  /** Tiles there are. Settled only. */
  get live(): number {
    return this.#status.live;
  }

  get bytes(): number {
    return this.#pool.bytes;
  }

  /** Whether it stands still for lack of room, or may the next time. Settled only. */
  get isHalted(): boolean {
    return this.#status.halted !== NOT_HALTED || this.#unmanaged;
  }

  /** Tiles up to which cells may be written. */
  get reach(): number {
    return this.#tuning.reach / 2;
  }

  /** Another number whenever the cells may be others. */
  get version(): number {
    return this.#version;
  }

  /** Compiles the shaders for the present rule. Errors: `gpu-lost`. */
  async prepare(): Promise<void> {
    await this.#kernels.prepare(this.#rule.neighbourhood);
  }

  setRule(rule: Rule): void {
    this.#rule = rule;
    this.#writeRule();
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

  /** Waits for what is under way. Errors: `gpu-lost`. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
    this.#ahead = this.#generation;
  }

  /** Whether something has to be looked after before more generations are submitted. */
  get needsCare(): boolean {
    const { halted, live, usedSlots } = this.#status;
    if (halted !== NOT_HALTED || this.#unmanaged || !this.followsRule) return true;
    return this.#isQuiet() || this.#isFilling(live) || this.#isLittered(live, usedSlots);
  }

  /** Whether the rule's shaders are compiled, and no tile sleeps on for what another rule made of it. */
  get followsRule(): boolean {
    return !this.#stale && this.#kernels.isReadyFor(this.#rule.neighbourhood);
  }

  /**
   * Looks after it: compiles, wakes, makes room, and goes straight to `target`, which lies ahead, where nothing will change any
   * more. Errors: `memory-limit` and `too-large` with the last complete generation kept, `gpu-lost`.
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
      // Nobody waits for a turn to set a rule, so there may be another one by now.
    } while (!this.followsRule);
    if (this.#isQuiet()) {
      this.#version++;
      this.#generation = target;
      this.#ahead = target;
    }
  }

  /** Submits generations; they count as done when they are. Errors: `gpu-lost`. */
  submit(generations: number): void {
    this.#gpu.check();
    const { awake } = this.#status;
    const parity = Number(this.#ahead & 1n);
    // The tiles that are awake may become more during the batch.
    const expected = Math.ceil(Math.max(awake[0], awake[1]) * 1.125) + 4;
    const encoder = this.#gpu.device.createCommandEncoder({ label: "step tiles" });
    this.#kernels.encodeGenerations(
      encoder,
      this.#rule.neighbourhood,
      this.plane,
      parity,
      generations,
      expected,
    );
    this.#ahead += BigInt(generations);
    this.#version++;
    this.#follow(encoder);
  }

  /** Makes the tiles in which a chunk's cells will live. Settled only. Errors: `memory-limit` with none of them made, `gpu-lost`. */
  async makeFor(chunk: PatchChunk): Promise<void> {
    const listed = chunk.listed();
    if (listed.length <= 2) return;
    if (this.#status.halted !== NOT_HALTED) this.#clearAway();
    await this.#make(listed);
  }

  /** Writes cells into the tiles that there are. Settled only. Errors: `gpu-lost`. */
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
   * Frees every tile without cells, which otherwise happens in the course of a generation; without room there is none. Settled only.
   * Errors: `gpu-lost`.
   */
  async sweep(): Promise<void> {
    this.#clearAway();
    this.#writeState(STATE_LISTED.first, ...new Uint32Array(STATE_LISTED.words));
    const encoder = this.#gpu.device.createCommandEncoder({ label: "sweep tiles" });
    this.#kernels.encodeSweep(encoder, this.plane, this.#status.fresh);
    this.#kernels.encodeManage(encoder, this.plane);
    this.#unmanaged = false;
    // What was awake or wanted is forgotten too.
    this.#stale = true;
    this.#follow(encoder);
    await this.settle();
  }

  /** Whether so many tiles could be held. Errors: `memory-limit`. */
  checkFits(tiles: number, what: string): void {
    if (tiles >= this.#most()) throw outOfRoom(this.#limit, what);
  }

  /**
   * Forgets every tile and the room for them, and makes room for so many others, which fit. Settled only. Errors: `memory-limit`
   * with nothing forgotten, `gpu-lost`.
   */
  async reset(generation: bigint, tiles = 0): Promise<void> {
    // Some more, for those beside them.
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

  #writeRule(): void {
    this.#kernels.setRule(rulePhases(this.#rule, this.#topology));
  }

  /** Whether all tiles slept when the GPU was last heard of: then everything repeats every two generations. */
  #isQuiet(): boolean {
    const { wants, awake } = this.#status;
    return wants === 0 && awake[0] === 0 && awake[1] === 0;
  }

  /** Whether room may soon run out, and there could be more. */
  #isFilling(live: number): boolean {
    const { capacity } = this.#pool;
    return live > capacity * 0.75 && !this.#refused && this.#most() > capacity;
  }

  /** Whether the directory is long because of tiles that are gone. */
  #isLittered(live: number, usedSlots: number): boolean {
    return usedSlots > slotsFor(this.#pool.capacity) / 2 && usedSlots > 1.5 * live;
  }

  #most(): number {
    return mostTiles(this.#limit - this.reserved(), this.#gpu.limits);
  }

  /** Wakes every tile: what the next generation brings is not known of any. */
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

  /** Makes the tiles that are wanted, with room for them. */
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
    // The wish may count some tiles twice where the directory was too small to tell, so it is tried with all there can be.
    if (this.#most() <= this.#pool.capacity) throw outOfRoom(this.#limit, what);
    await this.#grow(wanted);
  }

  /** Before it is needed. Where the GPU has no memory left, what there is may still do. */
  async #growAhead(): Promise<void> {
    try {
      await this.#grow(0);
    } catch (error) {
      if (!(error instanceof TessellaError) || error.code !== "memory-limit") throw error;
      this.#refused = true;
    }
  }

  /** By as much as it grows at a time, to `least` tiles or more, as far as it may. The directory is built anew. */
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

  /** Ends a halt: claims that came to nothing leave the directory, and the tiles that were wanted still are. */
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

  /** Submits, and takes note of the state afterwards when it arrives. */
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
        this.#underWay.splice(this.#underWay.indexOf(arrived), 1);
      });
    this.#underWay.push(arrived);
    // Whoever settles hears of it.
    arrived.catch(() => undefined);
  }

  #note(words: Uint32Array): void {
    const status = readStatus(words);
    this.#generation += BigInt((status.generations - this.#status.generations) >>> 0);
    this.#status = status;
  }
}
