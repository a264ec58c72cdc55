/**
 * Memory for the HashLife core: its layout within the limit, and when it grows and collects.
 *
 * The address space is laid out once, for the limit: two bitmaps, the index at its largest, then the slots. Untouched
 * memory costs nothing, so the slots can begin behind an index that is still small, and only the end has to grow.
 *
 * Making room can take a second on gigabytes, so it is a generator: it yields every millisecond or so, and a step
 * that runs out of time leaves it there and continues it the next time. It tries in this order: more slots; a larger
 * index, but from COLLECT_FROM slots on only after a collection that kept more than half; at the limit a collection
 * that keeps what the trees will probably ask for, then one that keeps the bare trees.
 */

import { TessellaError } from "../../core/errors.ts";
import { outOfRoom, overMemory } from "../support.ts";
import type { HashLifeCore } from "./core.ts";
import { HEAP, MOST_BYTES, marginFor, SLOT_BYTES } from "./layout.ts";

/** Squares that must survive: address and level. */
type Roots = () => Iterable<readonly [square: number, level: number]>;

const FIRST_BITS = 16;
const FEWEST_SLOTS = 2 ** 15;
/**
 * The memory starts with room for this many slots: untouched memory costs nothing, but each time a memory grows, V8
 * collects garbage as if all of it were new (several milliseconds, and the first doublings come fast).
 */
const FIRST_SLOTS = 2 ** 21;
/** The core's index is full at five eighths (see _hashlife-table.ts). */
const FULL_INDEX = 0.625;
/** Up to this many slots (some 400 MB), growing is cheaper than losing known results. */
const COLLECT_FROM = 2 ** 23;
/** Nodes or slots between two yields, bytes of memory that is touched, and slots that are entered: about a millisecond. */
const SLICE = 16384;
const TOUCHED = 2 ** 22;
const ENTERED = 2 ** 16;

export class Room {
  readonly #core: HashLifeCore;
  readonly #limit: number;
  readonly #most: number;
  readonly #mostBits: number;
  readonly #slots: number;
  readonly #collectFrom: number;
  #bits = FIRST_BITS;
  #capacity = 0;

  /** `limit` in bytes, at most 4 GiB. Errors: `memory-limit` for one too small to start with. */
  constructor(core: HashLifeCore, limit: number, collectFrom = COLLECT_FROM) {
    const bytes = Math.min(limit, MOST_BYTES - HEAP);
    const plan = bestPlan(bytes);
    if (plan.slots < FEWEST_SLOTS) throw overMemory(2 * FEWEST_SLOTS * SLOT_BYTES, limit, "HashLife");
    this.#core = core;
    this.#limit = limit;
    this.#most = plan.slots;
    this.#mostBits = plan.bits;
    this.#collectFrom = collectFrom;
    const bitmap = Math.ceil(plan.slots / 64 + 2) * 8;
    const index = HEAP + 2 * bitmap;
    this.#slots = Math.ceil((index + 4 * 2 ** plan.bits) / 64) * 64;
    this.#reserve(Math.min(plan.slots, FIRST_SLOTS));
    core.initTable(HEAP, HEAP + bitmap, index, this.#slots);
    core.setCapacity(this.#capacity);
    core.clearIndex(FIRST_BITS);
  }

  /** Free slots that a round of the core needs, and some for the host. */
  get margin(): number {
    return marginFor(this.#core.planes);
  }

  /** Bytes in use: slots ever touched, the index and the bitmaps. */
  get bytes(): number {
    return this.#core.getUsed() * (SLOT_BYTES + 0.25) + 4 * 2 ** this.#bits;
  }

  /** Makes room for `wanted` slots and keeps what the roots hold. Errors: `memory-limit`. */
  *make(roots: Roots, wanted = this.margin): Generator<void, void> {
    const core = this.#core;
    this.#growSlots(wanted);
    if (core.getRoom() >= wanted) return;
    const before = core.getLive();
    if (this.#bits < this.#mostBits && before > 2 ** this.#bits * FULL_INDEX - 2 * wanted) {
      if (before >= this.#collectFrom) {
        yield* this.collect(roots, true);
        if (core.getLive() < before / 2 && core.getRoom() >= wanted) return;
      }
      yield* this.#growIndex();
      this.#growSlots(wanted);
      if (core.getRoom() >= wanted) return;
    }
    yield* this.collect(roots, true);
    if (core.getRoom() > Math.max(wanted, this.#most / 4)) return;
    yield* this.collect(roots, false);
    if (core.getRoom() > Math.max(wanted, this.#most / 16)) return;
    throw outOfRoom(this.#limit, "The next step");
  }

  /** Makes room for a call or two, by growing only and at once; false when that is not possible. */
  growNow(wanted = this.margin): boolean {
    const core = this.#core;
    this.#growSlots(wanted);
    if (core.getRoom() < wanted && this.#bits < this.#mostBits) {
      for (const _ of this.#growIndex());
      this.#growSlots(wanted);
    }
    return core.getRoom() >= wanted;
  }

  /**
   * Frees all that is not below the roots. With `keepResults` it also keeps what the roots will ask for, as far as is
   * known.
   */
  *collect(roots: Roots, keepResults: boolean): Generator<void, void> {
    const core = this.#core;
    core.beginCollection(keepResults ? 1 : 0);
    for (const [square, level] of roots()) core.markRoot(square, level);
    while (core.markSome(SLICE) !== 0) yield;
    core.clearIndex(this.#bits);
    while (core.sweepSome(SLICE) !== 0) yield;
  }

  /** Grows the memory, if memory is what is short. */
  #growSlots(wanted: number): void {
    const core = this.#core;
    if (core.getLive() + 2 * wanted < this.#capacity || this.#capacity >= this.#most) return;
    this.#reserve(Math.min(this.#most, 2 * this.#capacity + 2 * wanted));
    core.setCapacity(this.#capacity);
  }

  #reserve(slots: number): void {
    try {
      this.#core.grow(this.#slots + slots * SLOT_BYTES);
    } catch (cause) {
      throw new TessellaError("memory-limit", "The machine gives HashLife no more memory.", {
        hint: "Set a lower memory limit (-M, or the studio's preferences), so that it collects what it no longer needs earlier.",
        cause,
      });
    }
    this.#capacity = slots;
  }

  *#growIndex(): Generator<void, void> {
    const core = this.#core;
    // Small indexes grow by more: entering everything anew costs as much as making it.
    const more = this.#bits < 22 ? 3 : this.#bits < 24 ? 2 : 1;
    this.#bits = Math.min(this.#mostBits, this.#bits + more);
    core.clearIndex(this.#bits);
    while (core.touchSome(TOUCHED) !== 0) yield;
    const used = core.getUsed();
    for (let from = 0; from < used; from += ENTERED) {
      core.indexUsed(from, Math.min(used, from + ENTERED));
      yield;
    }
  }
}

/** The index size with which the most slots fit into that many bytes. */
function bestPlan(bytes: number): { readonly slots: number; readonly bits: number } {
  let best = { slots: 0, bits: FIRST_BITS };
  for (let bits = FIRST_BITS; bits <= 27; bits++) {
    const fitting = Math.floor((bytes - 4 * 2 ** bits) / (SLOT_BYTES + 0.25));
    const slots = Math.min(fitting, Math.floor(2 ** bits * FULL_INDEX));
    if (slots > best.slots) best = { slots, bits };
  }
  return best;
}
