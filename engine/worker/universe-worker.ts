/**
 * Entry of an engine's worker in a browser: `new Worker(new URL("...universe-worker.ts", import.meta.url), { type: "module" })`.
 * CPU universes only: what lives on the GPU lives where it is drawn, in the view worker.
 */

import type { Endpoint } from "./rpc.ts";
import { portOf } from "./rpc.ts";
import { serve } from "./universe-handlers.ts";

serve(portOf(self as unknown as Endpoint));
