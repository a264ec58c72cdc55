/**
 * Entry of an engine's worker in a browser: `new Worker(new URL("...browser-worker.ts", import.meta.url), { type: "module" })`.
 * CPU universes only: what lives on the GPU lives where it is drawn, in the view worker.
 */

import type { Endpoint } from "./port.ts";
import { portOf } from "./port.ts";
import { serve } from "./server.ts";

serve(portOf(self as unknown as Endpoint));
