/** Entry of the lab's worker. */

import { evolveHandlers } from "../../../engine/worker/evolve-server.ts";
import { ownEndpoint, serve } from "../../../engine/worker/rpc.ts";

serve(evolveHandlers(), ownEndpoint());
