/** Entry of a worker for universes on the CPU. Those on the GPU live where they are drawn, in the view worker. */

import { workerHelpers } from "./kernel-helpers.ts";
import { ownEndpoint, serve } from "./rpc.ts";
import { holdUniverses } from "./universe-handlers.ts";

serve(holdUniverses({ helpers: workerHelpers }).handlers, ownEndpoint());
