// A process that keeps the contract of transports as one rank of MPI (tests/cluster/mpi.test.ts). Its word says what to do:
// `contract`, or `abort`, in which the last rank ends the others, which wait for it.

import { openMpi } from "../../engine/node/mpi.ts";
import { transportTroubles } from "./transport-contract.ts";

const transport = await openMpi({ tell: (reason) => process.stderr.write(`told: ${reason}\n`) });
const { rank, size } = transport;
if (process.argv[2] === "abort") {
  if (rank === size - 1) transport.abort(`Rank ${rank} has had enough.`);
  transport.test(transport.irecv(new Uint8Array(1), size - 1), Number.POSITIVE_INFINITY);
} else {
  const troubles = transportTroubles(transport);
  process.stdout.write(`${JSON.stringify({ rank, size, troubles })}\n`);
  transport.dispose();
}
