/** The entry of a thread that computes for searches and proofs (cores.ts). */

import { workerData } from "node:worker_threads";
import { EVOLVE_CORE_HANDLERS } from "../worker/evolve-core-handlers.ts";
import { serve } from "../worker/rpc.ts";

serve(EVOLVE_CORE_HANDLERS, (workerData as { readonly port: MessagePort }).port);
