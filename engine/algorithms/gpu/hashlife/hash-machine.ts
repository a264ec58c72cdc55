/**
 * The host's half of HashLife on a GPU: it submits rounds of kernels and looks now and then how far they have come, makes room
 * when they halt for want of slots, plants trees and picks them out again. A step's work stays on the GPU between two
 * calls, whatever stage it has reached.
 */

import { TessellaError } from "../../../core/errors.ts";
import type { QuadTree } from "../../../core/quad-tree.ts";
import { EMPTY_TREE } from "../../../core/quad-tree.ts";
import type { Topology } from "../../../core/topology.ts";
import { allocate, readWords } from "../../../gpu/buffers.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { BUFFER_USAGE, MAP_READ } from "../../../gpu/webgpu-flags.ts";
import { backgroundOf, phasesOf } from "../../../rules/phases.ts";
import type { Rule } from "../../../rules/rule.ts";
import { LEAF_LEVEL, MAX_LEVEL } from "../../hashlife/layout.ts";
import { fillSchedule, fullLevel, leastLevel } from "../../hashlife/schedule.ts";
import { ROOT_LEVEL, torusLevel } from "../../hashlife/torus.ts";
import { checkLevel } from "../../hashlife/tree-write.ts";
import { outOfRoom } from "../../support.ts";
import { HashKernels } from "./hash-kernels.ts";
import type { Head, HeadName } from "./hash-layout.ts";
import {
  DEEP,
  EVERYTHING,
  FORGET_FULL,
  FORGET_PART,
  HEAD_WORDS,
  headAt,
  headOf,
  LEVELS_AT,
  PICKED_WORDS,
  RUNNING,
  roomOf,
  SHORT,
  WITH_RESULTS,
  WITH_STACK,
} from "./hash-layout.ts";
import type { Seeds } from "./hash-seeds.ts";
import { treeOfPicked } from "./hash-seeds.ts";
import { HashStore, MOST_SLOTS } from "./hash-store.ts";

/** Tests set these to extremes. */
export interface HashTuning {
  /** log2 of the first index; null: as the memory limit allows. */
  readonly firstBits: number | null;
  /** A stage that takes more threads is not left to one workgroup alone. A question takes one, a base case 32. */
  readonly threshold: number;
  /** The most rounds of one submission. */
  readonly mostRounds: number;
  /** The most slots, whatever the limit. */
  readonly mostSlots: number;
}

export const TUNING: HashTuning = {
  firstBits: null,
  threshold: 2048,
  mostRounds: 256,
  mostSlots: MOST_SLOTS,
};

/** The share of the memory that is left to a quad-tree on the CPU, which holds the cells without their futures. */
export const MIRROR_SHARE = 1 / 4;

/** Two submissions are under way, so that the GPU does not wait for the host's look at the first. */
const MOST_FLYING = 2;
/** Milliseconds of a submission: rounds are doubled below the first and halved above the second. */
const SHORT_MILLISECONDS = 4;
const LONG_MILLISECONDS = 12;
/** Rounds of the first submission to a real GPU. */
const FIRST_ROUNDS = 16;
const MOST_WIDTH = 2 ** 16;
/** A row has at most this share of the slots as works: it takes five slots for each at once. */
const WIDTH_SHARE = 1 / 128;
/** Slots that the control keeps free for itself. */
const MARGIN = 64;
/** Squares for which there is room when a tree is picked out for the first time. */
const FIRST_PICKED = 2 ** 14;

export class HashMachine {
  readonly #gpu: GpuDevice;
  readonly #store: HashStore;
  readonly #kernels: HashKernels;
  readonly #staging: readonly GPUBuffer[];
  readonly #topology: Topology;
  readonly #limit: number;
  readonly #tuning: HashTuning;
  readonly #torus: number;
  #turn = 0;
  #rounds: number;
  #head: Head;
  #rule: Rule;
  #followed: Rule | null = null;
  #strobes = false;
  #length = 0n;
  #odd = 0;

  private constructor(
    gpu: GpuDevice,
    store: HashStore,
    kernels: HashKernels,
    staging: readonly GPUBuffer[],
    topology: Topology,
    rule: Rule,
    limit: number,
    tuning: HashTuning,
  ) {
    const level = torusLevel(topology);
    this.#gpu = gpu;
    this.#store = store;
    this.#kernels = kernels;
    this.#staging = staging;
    this.#topology = topology;
    this.#rule = rule;
    this.#limit = limit;
    this.#tuning = tuning;
    this.#rounds = Math.min(gpu.software ? 1 : FIRST_ROUNDS, tuning.mostRounds);
    this.#torus = level === null ? 0 : Math.max(ROOT_LEVEL, level);
    this.#head = headOf(new Uint32Array(HEAD_WORDS));
    this.#write({
      next: 1,
      level: this.#torus || ROOT_LEVEL,
      torus: this.#torus,
      stackWords: store.stackWords,
      threshold: tuning.threshold,
      ...this.#sizes(),
    });
  }

  /** `limit` in bytes, of which it takes its share. Errors: `memory-limit`, `too-large`, `gpu-lost`. */
  static async create(
    gpu: GpuDevice,
    topology: Topology,
    rule: Rule,
    limit: number,
    tuning: HashTuning,
  ): Promise<HashMachine> {
    const store = await HashStore.create(gpu, limit * (1 - MIRROR_SHARE), tuning);
    let kernels: HashKernels | undefined;
    try {
      kernels = await HashKernels.create(gpu, store);
      const usage = BUFFER_USAGE.mapRead | BUFFER_USAGE.copyTarget;
      const staging = await allocate(
        gpu,
        "HashLife's news",
        Array.from({ length: MOST_FLYING }, () => ({ label: "hashlife: news", size: 4 * HEAD_WORDS, usage })),
      );
      return new HashMachine(gpu, store, kernels, staging, topology, rule, limit, tuning);
    } catch (error) {
      kernels?.dispose();
      store.dispose();
      throw error;
    }
  }

  get bytes(): number {
    return this.#store.bytes;
  }

  /** Stages that one workgroup went through alone, and those that many did. */
  get passes(): { readonly narrow: number; readonly wide: number } {
    return { narrow: this.#head.passes, wide: this.#head.widePasses };
  }

  get isEmpty(): boolean {
    return this.#head.root === 0;
  }

  setRule(rule: Rule): void {
    this.#rule = rule;
  }

  /**
   * What the next steps are: so many generations, from an even or odd one. Work for others is given up. Errors: `gpu-lost`.
   */
  async aim(generations: bigint, generation: bigint): Promise<void> {
    const isNew = this.#followed !== this.#rule;
    if (isNew) {
      const rule = this.#rule;
      const phases = phasesOf(rule, this.#topology);
      await this.#kernels.prepare(rule, phases);
      this.#strobes = backgroundOf(rule, this.#topology) === "strobing";
      this.#followed = rule;
    }
    const odd = this.#strobes ? Number(generation & 1n) : 0;
    const turned = isNew || odd !== this.#odd;
    if (!turned && generations === this.#length) return;
    this.#abandon(turned ? FORGET_FULL | FORGET_PART : FORGET_PART);
    const levels = new Uint32Array(MAX_LEVEL);
    const residue = fillSchedule(levels, generations);
    this.#gpu.queue.writeBuffer(this.#store.state, 4 * LEVELS_AT, levels);
    const least = leastLevel(generations);
    this.#write({
      // Nothing comes in from outside a repeated torus, so half the side suffices, and one level of it at the least.
      least: this.#torus === 0 ? least : Math.max(this.#torus + 1, least - 1),
      full: fullLevel(generations),
      residue,
      odd,
    });
    this.#length = generations;
    this.#odd = odd;
  }

  /** Whether steps of that length may follow one another without a word from the host. */
  repeats(generations: bigint): boolean {
    return !(this.#strobes && generations & 1n);
  }

  /**
   * Takes steps as `aim` said, until so many are done or `stopped` says so; returns how many are. Errors: `memory-limit`,
   * `too-large`, `gpu-lost`, after the steps that `onStep` has been told of.
   */
  async run(steps: number, stopped: () => boolean, onStep: (steps: number) => void): Promise<void> {
    this.#write({ stepsLeft: steps, stepsDone: 0, status: RUNNING });
    let told = 0;
    for (;;) {
      const head = await this.#submitUntil(stopped);
      this.#settle(head);
      if (head.stepsDone > told) onStep(head.stepsDone - told);
      told = head.stepsDone;
      if (head.status === RUNNING && !stopped()) continue;
      if (head.status === DEEP) {
        this.#abandon(0);
        checkLevel(MAX_LEVEL);
      }
      if (head.status !== SHORT) return;
      try {
        await this.#makeRoom(this.#wantedBy(head), "The next step");
      } catch (error) {
        this.#abandon(0);
        throw error;
      }
      this.#write({ status: RUNNING });
      if (stopped()) return;
    }
  }

  /** Submits until the control halts, or `stopped` says so; the last look is at a GPU at rest. */
  async #submitUntil(stopped: () => boolean): Promise<Head> {
    const flying: Promise<Head>[] = [];
    let head: Head;
    let last = performance.now();
    do {
      while (flying.length < MOST_FLYING) flying.push(this.#submit());
      head = await (flying.shift() as Promise<Head>);
      const now = performance.now();
      if (now - last < SHORT_MILLISECONDS) this.#rounds = Math.min(2 * this.#rounds, this.#tuning.mostRounds);
      else if (now - last > LONG_MILLISECONDS) this.#rounds = Math.max(1, this.#rounds >> 1);
      last = now;
    } while (head.status === RUNNING && !stopped());
    for (const rest of flying) head = await rest;
    return head;
  }

  #submit(): Promise<Head> {
    const encoder = this.#gpu.device.createCommandEncoder({ label: "hashlife: rounds" });
    this.#kernels.encodeWork(encoder, this.#rounds);
    return this.#look(encoder);
  }

  /** Submits, and reads the head behind it. */
  async #look(encoder: GPUCommandEncoder): Promise<Head> {
    const staging = this.#staging[this.#turn] as GPUBuffer;
    this.#turn = (this.#turn + 1) % MOST_FLYING;
    encoder.copyBufferToBuffer(this.#store.state, 0, staging, 0, 4 * HEAD_WORDS);
    this.#gpu.queue.submit([encoder.finish()]);
    await this.#gpu.wait(staging.mapAsync(MAP_READ));
    const head = headOf(new Uint32Array(staging.getMappedRange().slice(0)));
    staging.unmap();
    return head;
  }

  /** Books what kernels have taken and given back since the last time. */
  #settle(head: Head): void {
    this.#head = head;
    if (head.taken === 0 && head.lost === 0) return;
    const listed = Math.min(head.taken, head.freeCount);
    this.#write({
      freeCount: head.freeCount - listed + head.lost,
      next: head.next + head.taken - listed,
      taken: 0,
      lost: 0,
    });
  }

  #write(words: Partial<Record<HeadName, number>>): void {
    for (const [name, word] of Object.entries(words) as [HeadName, number][])
      this.#gpu.queue.writeBuffer(this.#store.state, 4 * headAt(name), Uint32Array.of(word));
    this.#head = { ...this.#head, ...words };
  }

  #sizes(): Partial<Record<HeadName, number>> {
    const { capacity, indexWords } = this.#store;
    const width = Math.max(1, Math.min(MOST_WIDTH, Math.floor(capacity * WIDTH_SHARE)));
    return { capacity, mask: indexWords - 1, width };
  }

  /** Gives up the work under way, and forgets results of these kinds. */
  #abandon(flags: number): void {
    const { current, root, level } = this.#head;
    this.#write({ current: 0, wide: 0, shaped: root, shapedLevel: level, answerLevel: 0 });
    if (current === 0 && flags === 0) return;
    const encoder = this.#gpu.device.createCommandEncoder({ label: "hashlife: forgetting" });
    this.#kernels.encodeWalks(encoder, [{ walk: "forget", count: this.#store.indexWords, flags }]);
    this.#gpu.queue.submit([encoder.finish()]);
  }

  /** Slots that suffice for whatever the control may ask for next. */
  #wantedBy({ width }: Head): number {
    return 2 * MARGIN + 5 * width;
  }

  /** By growing, else by collecting: first what neither the cells nor their known futures need, then all but the cells. */
  async #makeRoom(wanted: number, what: string): Promise<void> {
    const store = this.#store;
    while (roomOf(this.#head) < wanted && store.canGrow && (await this.#grow()));
    if (roomOf(this.#head) >= wanted) return;
    await this.#collect(WITH_STACK | WITH_RESULTS);
    if (roomOf(this.#head) > Math.max(wanted, store.capacity / 4)) return;
    await this.#collect(WITH_STACK);
    if (roomOf(this.#head) > Math.max(wanted, store.capacity / 16)) return;
    throw outOfRoom(this.#limit, what);
  }

  /** False where the GPU has no more memory. */
  async #grow(): Promise<boolean> {
    try {
      await this.#store.grow();
    } catch (error) {
      if (error instanceof TessellaError && error.code === "memory-limit") return false;
      throw error;
    }
    this.#write(this.#sizes());
    await this.#collect(EVERYTHING);
    return true;
  }

  /** Builds index and free list anew from what is wanted. */
  async #collect(flags: number): Promise<void> {
    const { device } = this.#gpu;
    const { tables, indexWords, capacity } = this.#store;
    const { next, stackUsed, current } = this.#head;
    const encoder = device.createCommandEncoder({ label: "hashlife: collection" });
    encoder.clearBuffer(tables.marks);
    if (flags & EVERYTHING) {
      this.#kernels.encodeWalks(encoder, [{ walk: "note", count: indexWords, flags }]);
    } else {
      const stack = flags & WITH_STACK && current !== 0 ? Math.max(1, stackUsed) : 0;
      this.#kernels.encodeWalks(encoder, [
        { walk: "note", count: indexWords },
        { walk: "mark", count: stack, flags },
        { walk: "spread", count: wordsFor(capacity), flags, times: this.#depth },
      ]);
    }
    device.queue.submit([encoder.finish()]);
    this.#write({ freeCount: 0 });
    const sweeping = device.createCommandEncoder({ label: "hashlife: sweep" });
    sweeping.clearBuffer(tables.index);
    this.#kernels.encodeWalks(sweeping, [{ walk: "sweep", count: next }]);
    this.#settle(await this.#look(sweeping));
  }

  /** Levels below the highest square there is. */
  get #depth(): number {
    const { level, top, current } = this.#head;
    return Math.max(1, Math.max(level, current === 0 ? 0 : top) - LEAF_LEVEL + 1);
  }

  /** Makes a tree's root the present one. Errors: `memory-limit`, `too-large`, `gpu-lost`. */
  async plant(seeds: Seeds): Promise<void> {
    this.#abandon(0);
    const { starts, words, leaves, root, level } = seeds;
    const count = (starts.at(-1) as number) - 1;
    // The former root is given up; its squares may still be of use.
    this.#write({ root: 0, level: this.#torus || level });
    if (count === 0) return;
    if (roomOf(this.#head) < count + MARGIN) await this.#makeRoom(count + MARGIN, "This pattern");
    const target = BUFFER_USAGE.storage | BUFFER_USAGE.copyTarget;
    const [names, planted] = await allocate(this.#gpu, "a pattern", [
      { label: "hashlife: names", size: 4 * (count + 1), usage: target },
      { label: "hashlife: seeds", size: words.byteLength, usage: target },
    ]);
    try {
      this.#gpu.queue.writeBuffer(planted, 0, words);
      const orders = starts.slice(0, -1).map((first, i) => ({ first, end: starts[i + 1] as number }));
      this.#kernels.plant(
        orders.filter(({ first, end }) => end > first),
        { leaves, root },
        names,
        planted,
      );
      this.#settle(await this.#look(this.#gpu.device.createCommandEncoder()));
      this.#abandon(0);
    } finally {
      names.destroy();
      planted.destroy();
    }
  }

  /** The present root as a tree. Errors: `too-large`, `memory-limit`, `gpu-lost`. */
  async harvest(): Promise<QuadTree> {
    const { root, level, next } = this.#head;
    if (root === 0) return EMPTY_TREE;
    const { tables, indexWords, capacity } = this.#store;
    const encoder = this.#gpu.device.createCommandEncoder({ label: "hashlife: marking" });
    encoder.clearBuffer(tables.marks);
    this.#kernels.encodeWalks(encoder, [
      { walk: "note", count: indexWords },
      { walk: "mark", count: 0 },
      { walk: "spread", count: wordsFor(capacity), times: level - LEAF_LEVEL },
    ]);
    this.#gpu.queue.submit([encoder.finish()]);
    for (let room = FIRST_PICKED; ; ) {
      const usage = BUFFER_USAGE.storage | BUFFER_USAGE.copySource;
      const [picked] = await allocate(this.#gpu, "a pattern", [
        { label: "hashlife: picked", size: 4 * PICKED_WORDS * room, usage },
      ]);
      try {
        this.#write({ picked: 0 });
        const picking = this.#gpu.device.createCommandEncoder({ label: "hashlife: picking" });
        this.#kernels.encodeWalks(picking, [{ walk: "pick", count: next, stack: picked }]);
        const { picked: count } = await this.#look(picking);
        if (count > room) {
          room = count;
          continue;
        }
        const words = await readWords(this.#gpu, "a pattern", PICKED_WORDS * count, () => picked);
        return treeOfPicked(words, root, level);
      } finally {
        picked.destroy();
      }
    }
  }

  dispose(): void {
    this.#kernels.dispose();
    for (const buffer of this.#staging) buffer.destroy();
    this.#store.dispose();
  }
}

/** Words of a bitmap of that many slots. */
function wordsFor(slots: number): number {
  return Math.floor(slots / 32) + 1;
}
