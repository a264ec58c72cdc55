/**
 * Ranks that are threads of one process. They share one memory: for each ordered pair of ranks two rings of bytes, one for messages
 * and one for collectives, so that these cannot overtake each other. A message is a stretch of a ring's stream; one longer than the
 * ring goes through it piece by piece. A ring has one writer and one reader, and two counters, of bytes written and bytes read, which
 * wrap around at 2^32 (L. Lamport, "Specifying concurrent program modules", 1983: such a queue needs no lock).
 *
 * Each rank has a bell: who writes to it or makes room for it counts the bell up and wakes it. A waiting rank reads its bell, moves
 * all bytes that can be moved, and sleeps (Atomics.wait) only while the bell stands where it was, so that no ring is missed.
 */

import { TessellaError } from "../core/errors.ts";
import type { RankMessage, Reduction, Transfer, Transport } from "./transport.ts";
import { bytesOf } from "./transport.ts";

/** Words between two that different threads write: a line of any cache. */
const LINE = 32;
/** Bytes of a ring, a power of two: a halo of 32 rows of 65536 cells. Memory that no message touches costs little. */
const RING_BYTES = 2 ** 18;
/** Bytes of all rings together, about, however many there are. */
const MOST_BYTES = 2 ** 28;
const REASON_BYTES = 1024;
/** States of the word that says whether the computation goes on. */
const RUNNING = 0;
const ENDING = 1;
const ENDED = 2;

/** Which of a pair's rings. */
type Lane = 0 | 1;
const MESSAGES: Lane = 0;
const COLLECTIVES: Lane = 1;

/** What the threads share; it may be posted to them. */
export interface ThreadShare {
  readonly size: number;
  readonly ringBytes: number;
  readonly memory: SharedArrayBuffer;
}

/** `ringBytes`: a power of two. */
export function shareThreads(size: number, ringBytes = ringBytesFor(size)): ThreadShare {
  const words = LINE * (1 + size + 2 * 2 * size * size);
  const memory = new SharedArrayBuffer(4 * words + REASON_BYTES + 2 * size * size * ringBytes);
  return { size, ringBytes, memory };
}

function ringBytesFor(size: number): number {
  return Math.min(RING_BYTES, 2 ** Math.floor(Math.log2(MOST_BYTES / (2 * size * size))));
}

class RingTransfer implements Transfer {
  readonly bytes: Uint8Array;
  readonly peer: number;
  readonly lane: Lane;
  readonly isSending: boolean;
  /** Bytes that have been moved. */
  moved = 0;

  constructor(message: RankMessage, peer: number, lane: Lane, isSending: boolean) {
    this.bytes = bytesOf(message);
    this.peer = peer;
    this.lane = lane;
    this.isSending = isSending;
  }

  get done(): boolean {
    return this.moved === this.bytes.length;
  }
}

export class ThreadTransport implements Transport {
  readonly kind = "threads";
  readonly rank: number;
  readonly size: number;
  readonly #ringBytes: number;
  /** The state, the bells, then for each ring the bytes written and the bytes read: a line each. */
  readonly #words: Int32Array;
  readonly #reason: Uint8Array;
  readonly #rings: Uint8Array;
  /** Begun and not done, in the order of their beginning. */
  #open: RingTransfer[] = [];

  constructor({ size, ringBytes, memory }: ThreadShare, rank: number) {
    this.rank = rank;
    this.size = size;
    this.#ringBytes = ringBytes;
    const words = LINE * (1 + size + 2 * 2 * size * size);
    this.#words = new Int32Array(memory, 0, words);
    this.#reason = new Uint8Array(memory, 4 * words, REASON_BYTES);
    this.#rings = new Uint8Array(memory, 4 * words + REASON_BYTES);
  }

  sendrecv(data: RankMessage, to: number, into: RankMessage, from: number): void {
    if (to === this.rank && from === this.rank) {
      bytesOf(into).set(bytesOf(data));
      return;
    }
    const sent = this.isend(data, to);
    this.test(this.irecv(into, from), Number.POSITIVE_INFINITY);
    this.test(sent, Number.POSITIVE_INFINITY);
  }

  isend(data: RankMessage, to: number): Transfer {
    return this.#begin(new RingTransfer(data, to, MESSAGES, true));
  }

  irecv(into: RankMessage, from: number): Transfer {
    return this.#begin(new RingTransfer(into, from, MESSAGES, false));
  }

  test(transfer: Transfer, milliseconds: number): boolean {
    if (transfer.done) return true;
    const end = performance.now() + milliseconds;
    while (true) {
      const bell = Atomics.load(this.#words, this.#bellOf(this.rank));
      this.#move();
      if (transfer.done) return true;
      this.#checkRunning();
      const left = end - performance.now();
      if (left <= 0) return false;
      Atomics.wait(this.#words, this.#bellOf(this.rank), bell, left);
    }
  }

  bcast(data: RankMessage, root: number): void {
    if (this.rank === root) this.#toAll(data);
    else this.#wait(data, root, false);
  }

  allreduce(values: Float64Array, reduction: Reduction): void {
    if (this.rank !== 0) {
      this.#wait(values, 0, true);
      this.#wait(values, 0, false);
      return;
    }
    const other = new Float64Array(values.length);
    for (let rank = 1; rank < this.size; rank++) {
      this.#wait(other, rank, false);
      for (let k = 0; k < values.length; k++) values[k] = reduce(values[k], other[k], reduction);
    }
    this.#toAll(values);
  }

  gather(part: RankMessage, all: RankMessage | null, root: number): void {
    if (this.rank !== root || !all) {
      this.#wait(part, root, true);
      return;
    }
    const [from, to] = [bytesOf(part), bytesOf(all)];
    for (let rank = 0; rank < this.size; rank++) {
      const place = to.subarray(rank * from.length, (rank + 1) * from.length);
      if (rank === root) place.set(from);
      else this.#wait(place, rank, false);
    }
  }

  barrier(): void {
    this.allreduce(new Float64Array(1), "sum");
  }

  abort(reason: string): void {
    if (Atomics.compareExchange(this.#words, 0, RUNNING, ENDING) === RUNNING) {
      const text = new TextEncoder().encode(reason).subarray(0, REASON_BYTES);
      this.#reason.set(text);
      Atomics.store(this.#words, 0, ENDED);
    }
    for (let rank = 0; rank < this.size; rank++) this.#ring(rank);
  }

  dispose(): void {
    this.#open = [];
  }

  #begin(transfer: RingTransfer): RingTransfer {
    this.#open.push(transfer);
    this.#move();
    return transfer;
  }

  #wait(message: RankMessage, peer: number, isSending: boolean): void {
    this.test(this.#begin(new RingTransfer(message, peer, COLLECTIVES, isSending)), Number.POSITIVE_INFINITY);
  }

  #toAll(data: RankMessage): void {
    const others = Array.from({ length: this.size }, (_, rank) => rank).filter((rank) => rank !== this.rank);
    const sent = others.map((rank) => this.#begin(new RingTransfer(data, rank, COLLECTIVES, true)));
    for (const each of sent) this.test(each, Number.POSITIVE_INFINITY);
  }

  #checkRunning(): void {
    const state = Atomics.load(this.#words, 0);
    if (state === RUNNING) return;
    const reason = new TextDecoder().decode(this.#reason.slice()).replace(/\0+$/, "");
    throw new TessellaError("engine-lost", state === ENDED ? reason : "A rank ended the computation.");
  }

  /** Moves whatever can be moved; of several messages in one ring the first goes before the others. */
  #move(): void {
    const busy = new Set<number>();
    for (const transfer of this.#open) {
      const ring = this.#ringOf(transfer);
      if (!busy.has(ring)) this.#moveOne(transfer, ring);
      if (!transfer.done) busy.add(ring);
    }
    this.#open = this.#open.filter(({ done }) => !done);
  }

  #moveOne(transfer: RingTransfer, ring: number): void {
    const written = LINE * (1 + this.size + 2 * ring);
    const read = written + LINE;
    const held = (Atomics.load(this.#words, written) - Atomics.load(this.#words, read)) | 0;
    const room = transfer.isSending ? this.#ringBytes - held : held;
    const count = Math.min(room, transfer.bytes.length - transfer.moved);
    if (count === 0) return;
    const counter = transfer.isSending ? written : read;
    const place = Atomics.load(this.#words, counter) & (this.#ringBytes - 1);
    const first = Math.min(count, this.#ringBytes - place);
    this.#copy(transfer, ring * this.#ringBytes + place, first);
    this.#copy(transfer, ring * this.#ringBytes, count - first);
    Atomics.add(this.#words, counter, count);
    this.#ring(transfer.peer);
  }

  #copy(transfer: RingTransfer, at: number, count: number): void {
    const { bytes, moved, isSending } = transfer;
    if (isSending) this.#rings.set(bytes.subarray(moved, moved + count), at);
    else bytes.set(this.#rings.subarray(at, at + count), moved);
    transfer.moved += count;
  }

  #ringOf({ lane, peer, isSending }: RingTransfer): number {
    const [from, to] = isSending ? [this.rank, peer] : [peer, this.rank];
    return (lane * this.size + from) * this.size + to;
  }

  #bellOf(rank: number): number {
    return LINE * (1 + rank);
  }

  #ring(rank: number): void {
    Atomics.add(this.#words, this.#bellOf(rank), 1);
    Atomics.notify(this.#words, this.#bellOf(rank));
  }
}

function reduce(a: number, b: number, reduction: Reduction): number {
  if (reduction === "sum") return a + b;
  return reduction === "min" ? Math.min(a, b) : Math.max(a, b);
}
