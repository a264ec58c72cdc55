// A thread that keeps the contract of transports as one of several ranks (tests/cluster/transport.test.ts).

import { parentPort, workerData } from "node:worker_threads";
import type { ThreadShare } from "../../engine/cluster/threads.ts";
import { ThreadTransport } from "../../engine/cluster/threads.ts";
import { transportTroubles } from "./transport-contract.ts";

const { share, rank } = workerData as { readonly share: ThreadShare; readonly rank: number };
parentPort?.postMessage(transportTroubles(new ThreadTransport(share, rank)));
