/** Entry of the lab's worker. */

import { evolveHandlers } from "../../../engine/worker/evolve-server.ts";
import { ownEndpoint, serve } from "../../../engine/worker/rpc.ts";

// A browser without WebGPU has no navigator.gpu, though the types promise one.
serve(evolveHandlers(navigator.gpu as GPU | undefined), ownEndpoint());
