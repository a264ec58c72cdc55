/**
 * The transport of a rehearsal: a rank whose neighbours are its doubles. What it sends comes back to it, in that order, as what its
 * neighbours send: a double's first rows are its own, and lie below it.
 */

import { TessellaError } from "../core/errors.ts";
import type { RankMessage, Transfer, Transport } from "./transport.ts";
import { bytesOf } from "./transport.ts";

class LoopTransfer implements Transfer {
  readonly bytes: Uint8Array;
  done = false;

  constructor(message: RankMessage) {
    this.bytes = bytesOf(message);
  }
}

export class LoopTransport implements Transport {
  readonly kind = "loop";
  readonly rank: number;
  readonly size: number;
  readonly #sent: LoopTransfer[] = [];
  readonly #expected: LoopTransfer[] = [];

  /** As rank `rank` of `size`, of which there are no others. */
  constructor(rank: number, size: number) {
    this.rank = rank;
    this.size = size;
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
      sent.done = true;
      expected.done = true;
    }
    return transfer;
  }

  test(transfer: Transfer): boolean {
    return transfer.done;
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
