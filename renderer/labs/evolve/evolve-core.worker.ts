/** Entry of a thread that computes for the lab's worker. */

import { EVOLVE_CORE_HANDLERS } from "../../../engine/worker/evolve-core-handlers.ts";
import { ownEndpoint, serve } from "../../../engine/worker/rpc.ts";

serve(EVOLVE_CORE_HANDLERS, ownEndpoint());
