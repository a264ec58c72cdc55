/** Entry of a worker that times algorithms on the CPU. */

import { benchHandlers } from "./bench-handlers.ts";
import { workerHelpers } from "./kernel-helpers.ts";
import { ownEndpoint, serve } from "./rpc.ts";

serve(benchHandlers({}, workerHelpers), ownEndpoint());
