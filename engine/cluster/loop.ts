/**
 * The transport of a rehearsal: a rank whose neighbours are its doubles. What it sends comes back to it, in that order, as what its
 * neighbours send: a double's first rows are its own, and lie below it. It takes as long as messages were measured to, since whether they
 * arrive in time is what a rehearsal is to tell.
 */

import { now } from "../core/clock.ts";
import { TessellaError } from "../core/errors.ts";
import type { MessageTimes } from "./commands.ts";
import type { RankMessage, Transfer, Transport } from "./transport.ts";
import { bytesOf } from "./transport.ts";

class LoopTransfer implements Transfer {
  readonly bytes: Uint8Array;
  /** When it is done, once that is known. */
  arrives = Number.POSITIVE_INFINITY;

  constructor(message: RankMessage) {
    this.bytes = bytesOf(message);
  }

  get done(): boolean {
    return now() >= this.arrives;
  }
}

export class LoopTransport implements Transport {
  readonly kind = "loop";
  readonly rank: number;
  readonly size: number;
  readonly #message: MessageTimes;
  readonly #sent: LoopTransfer[] = [];
  readonly #expected: LoopTransfer[] = [];

  /** As rank `rank` of `size`, of which there are no others. */
  constructor(rank: number, size: number, message: MessageTimes) {
    this.rank = rank;
    this.size = size;
    this.#message = message;
  }

  sendrecv(data: RankMessage, _to: number, into: RankMessage): void {
    bytesOf(into).set(bytesOf(data));
  }

  isend(data: RankMessage): Transfer {
    return this.#begin(this.#sent, data);
  }

  irecv(into: RankMessage): Transfer {
    return this.#begin(this.#expected, into);
  }

  #begin(list: LoopTransfer[], message: RankMessage): Transfer {
    const transfer = new LoopTransfer(message);
    list.push(transfer);
    while (this.#sent.length > 0 && this.#expected.length > 0) {
      const [sent, expected] = [this.#sent.shift(), this.#expected.shift()] as [LoopTransfer, LoopTransfer];
      expected.bytes.set(sent.bytes);
      const { latency, byte } = this.#message;
      sent.arrives = now() + 1000 * (latency + byte * sent.bytes.length);
      expected.arrives = sent.arrives;
    }
    return transfer;
  }

  test(transfer: Transfer, milliseconds: number): boolean {
    // Messages take microseconds: shorter than any sleep.
    const end = now() + milliseconds;
    while (!transfer.done) if (now() >= end) return false;
    return true;
  }

  bcast(): void {}

  allreduce(): void {}

  gather(): void {
    throw new Error("A rehearsal gathers nothing.");
  }

  barrier(): void {}

  abort(reason: string): void {
    throw new TessellaError("engine-lost", reason);
  }

  dispose(): void {}
}
