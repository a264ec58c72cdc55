/** Entry of a worker that analyses patterns and rules. */

import { ANALYSIS } from "./analysis-handlers.ts";
import { ownEndpoint, serve } from "./rpc.ts";

serve(ANALYSIS, ownEndpoint());
