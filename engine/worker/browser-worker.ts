/** Entry of the engine's worker in a browser: `new Worker(new URL("...browser-worker.ts", import.meta.url), { type: "module" })`. */

import type { Endpoint } from "./port.ts";
import { portOf } from "./port.ts";
import { serve } from "./server.ts";

// A browser without WebGPU has no navigator.gpu; the types take it for granted.
const gpu = navigator.gpu as GPU | undefined;

serve(portOf(self as unknown as Endpoint), gpu ? { openGpu: async () => gpu } : {});
