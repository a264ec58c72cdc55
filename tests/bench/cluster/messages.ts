/**
 * `mpirun -n N node run.mjs messages`: what messages between processes take, as lines of JSON from rank 0. It is started by the bench of
 * cards, before any card is opened.
 */

import { median } from "../../../engine/bench/statistics.ts";
import { measureMessages } from "../../../engine/cluster/measure.ts";
import type { Transport } from "../../../engine/cluster/transport.ts";
import { openMpi } from "../../../engine/node/mpi.ts";

export interface MessageFigures {
  /** Of an exchange with both neighbours (engine/cluster/commands.ts, `RankTimes`). */
  readonly message: { readonly latency: number; readonly byte: number };
  /** Medians of a blocking Sendrecv with the next rank, in seconds by bytes. */
  readonly sendrecv: readonly { readonly bytes: number; readonly seconds: number }[];
}

/** A number, a row of the paper's grid, a page, and what slabs of large grids send. */
const BYTES = [8, 945, 8192, 65_536, 1_048_576];
/** The first calls are interpreted: a run makes many more. */
const ROUNDS = 10_001;

export async function benchMessages(): Promise<void> {
  const transport = await openMpi({ tell: (reason) => console.error(reason) });
  const sendrecv = BYTES.map((bytes) => ({ bytes, seconds: secondsOfSendrecv(transport, bytes) }));
  const message = await measureMessages(transport);
  if (transport.rank === 0) console.log(JSON.stringify({ message, sendrecv } satisfies MessageFigures));
  transport.dispose();
}

function secondsOfSendrecv(transport: Transport, bytes: number): number {
  const { rank, size } = transport;
  const [data, into] = [new Uint8Array(bytes), new Uint8Array(bytes)];
  const times: number[] = [];
  transport.barrier();
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    transport.sendrecv(data, (rank + 1) % size, into, (rank + size - 1) % size);
    times.push((performance.now() - began) / 1000);
  }
  return median(times);
}
