/** The transport of a rank that is alone. */

import { TessellaError } from "../core/errors.ts";
import type { RankMessage, Transfer, Transport } from "./transport.ts";
import { bytesOf } from "./transport.ts";

export class SoloTransport implements Transport {
  readonly kind = "solo";
  readonly rank = 0;
  readonly size = 1;

  sendrecv(data: RankMessage, to: number, into: RankMessage, from: number): void {
    if (to !== 0 || from !== 0) throw noPeer();
    bytesOf(into).set(bytesOf(data));
  }

  isend(): Transfer {
    throw noPeer();
  }

  irecv(): Transfer {
    throw noPeer();
  }

  test(transfer: Transfer): boolean {
    return transfer.done;
  }

  bcast(): void {}

  allreduce(): void {}

  gather(part: RankMessage, all: RankMessage | null): void {
    if (all) bytesOf(all).set(bytesOf(part));
  }

  barrier(): void {}

  abort(reason: string): void {
    throw new TessellaError("engine-lost", reason);
  }

  dispose(): void {}
}

function noPeer(): Error {
  return new Error("A rank that is alone has no peer.");
}
