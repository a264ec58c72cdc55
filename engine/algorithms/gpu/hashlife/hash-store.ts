/** The buffers of `gpu-hashlife`: planned for the memory limit, begun small, grown by copying. */

import { allocate } from "../../../gpu/buffers.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { bytesOffered } from "../../../gpu/packed-layout.ts";
import { BUFFER_USAGE } from "../../../gpu/webgpu-flags.ts";
import { STATE_WORDS } from "./hash-layout.ts";

/** A key, the rest, a place in the list of free slots, and four bits. */
const SLOT_BYTES = 36.5;
/** The index is full at five eighths. */
const FULL_INDEX = 0.625;
/** An index entry names a slot by this many bits. */
export const MOST_SLOTS = 2 ** 27 - 1;
/** The stack: an eighth of the memory, so many words at the most, and enough for the deepest universe at the least. */
const MOST_STACK_WORDS = 2 ** 24;
const LEAST_STACK_WORDS = 2 ** 17;
/** Four times as many slots each time. */
const MORE_BITS = 2;
const USAGE = BUFFER_USAGE.storage | BUFFER_USAGE.copySource | BUFFER_USAGE.copyTarget;
const WHAT = "HashLife's squares";

/** A store begins with at most this share of its memory: to grow is to copy everything and to enter it anew. */
const FIRST_SHARE = 1 / 8;
/** Beyond these larger tables only miss more caches. */
const MOST_FIRST_BITS = 24;

/** Where a store begins, as log2 of its first index, if that is not left to it, and the most slots that it may have. */
interface StoreSize {
  readonly firstBits: number | null;
  readonly mostSlots: number;
}

interface Plan {
  readonly bits: number;
  readonly slots: number;
}

/** What grows. */
export interface HashTables {
  readonly keys: GPUBuffer;
  readonly rest: GPUBuffer;
  readonly index: GPUBuffer;
  readonly spare: GPUBuffer;
  readonly marks: GPUBuffer;
}

export class HashStore {
  readonly state: GPUBuffer;
  readonly stack: GPUBuffer;
  readonly #gpu: GpuDevice;
  readonly #most: Plan;
  #plan: Plan;
  #tables: HashTables;

  private constructor(
    gpu: GpuDevice,
    most: Plan,
    plan: Plan,
    fixed: readonly [GPUBuffer, GPUBuffer],
    tables: HashTables,
  ) {
    [this.state, this.stack] = fixed;
    this.#gpu = gpu;
    this.#most = most;
    this.#plan = plan;
    this.#tables = tables;
  }

  /** `limit` in bytes. Errors: `memory-limit` when the GPU has no more, `gpu-lost`. */
  static async create(
    gpu: GpuDevice,
    limit: number,
    { firstBits, mostSlots }: StoreSize,
  ): Promise<HashStore> {
    const stackWords = Math.max(LEAST_STACK_WORDS, Math.min(MOST_STACK_WORDS, Math.floor(limit / 32)));
    const fixedBytes = 4 * (stackWords + STATE_WORDS);
    const most = bestPlan(limit - fixedBytes, bytesOffered(gpu.limits), mostSlots);
    const plan = planFor(Math.min(firstBits ?? firstBitsOf(limit - fixedBytes), most.bits), most);
    const fixed = await allocate(gpu, WHAT, [
      { label: "hashlife: state", size: 4 * STATE_WORDS, usage: USAGE },
      { label: "hashlife: stack", size: 4 * stackWords, usage: USAGE },
    ]);
    try {
      const tables = await makeTables(gpu, plan);
      return new HashStore(gpu, most, plan, fixed, tables);
    } catch (error) {
      for (const buffer of fixed) buffer.destroy();
      throw error;
    }
  }

  get tables(): HashTables {
    return this.#tables;
  }

  get capacity(): number {
    return this.#plan.slots;
  }

  get indexWords(): number {
    return 2 ** this.#plan.bits;
  }

  get stackWords(): number {
    return this.stack.size / 4;
  }

  get canGrow(): boolean {
    return this.#plan.slots < this.#most.slots;
  }

  get bytes(): number {
    const { keys, rest, index, spare, marks } = this.#tables;
    const all = [this.state, this.stack, keys, rest, index, spare, marks];
    return all.reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * More slots, with the contents of the former ones. The new index begins with the entries of the former one, which are not where
   * they belong. Errors: `memory-limit`, `gpu-lost`, with nothing changed.
   */
  async grow(): Promise<void> {
    const plan = planFor(Math.min(this.#plan.bits + MORE_BITS, this.#most.bits), this.#most);
    const former = this.#tables;
    const tables = await makeTables(this.#gpu, plan);
    const encoder = this.#gpu.device.createCommandEncoder({ label: "hashlife: growing" });
    for (const name of ["keys", "rest", "index"] as const)
      encoder.copyBufferToBuffer(former[name], 0, tables[name], 0, former[name].size);
    this.#gpu.queue.submit([encoder.finish()]);
    this.#tables = tables;
    this.#plan = plan;
    dropTables(former);
  }

  dispose(): void {
    for (const buffer of [this.state, this.stack]) buffer.destroy();
    dropTables(this.#tables);
  }
}

async function makeTables(gpu: GpuDevice, { bits, slots }: Plan): Promise<HashTables> {
  const request = (label: string, size: number) => ({ label: `hashlife: ${label}`, size, usage: USAGE });
  const [keys, rest, index, spare, marks] = await allocate(gpu, WHAT, [
    request("keys", 16 * slots),
    request("rest", 16 * slots),
    request("index", 4 * 2 ** bits),
    request("free slots", 4 * slots),
    request("marks", 16 * (Math.floor(slots / 32) + 1)),
  ]);
  return { keys, rest, index, spare, marks };
}

function dropTables(tables: HashTables): void {
  for (const buffer of Object.values(tables) as GPUBuffer[]) buffer.destroy();
}

/** The largest first index for a store that may have so many bytes. */
function firstBitsOf(bytes: number): number {
  const bytesAnEntry = 4 + SLOT_BYTES * FULL_INDEX;
  return Math.min(MOST_FIRST_BITS, Math.floor(Math.log2((bytes * FIRST_SHARE) / bytesAnEntry)));
}

function planFor(bits: number, most: Plan): Plan {
  return { bits, slots: bits === most.bits ? most.slots : Math.floor(2 ** bits * FULL_INDEX) };
}

/** The index size with which the most slots fit into that many bytes, none of them in a larger piece than is offered. */
function bestPlan(bytes: number, offered: number, mostSlots: number): Plan {
  let best: Plan = { bits: 10, slots: 0 };
  for (let bits = 10; 4 * 2 ** bits <= Math.min(offered, bytes); bits++) {
    const fitting = Math.floor((bytes - 4 * 2 ** bits) / SLOT_BYTES);
    const slots = Math.min(fitting, Math.floor(2 ** bits * FULL_INDEX), Math.floor(offered / 16), mostSlots);
    if (slots > best.slots) best = { bits, slots };
  }
  return best;
}
