/** Entry of the worker that draws, of which a window has one. */

import type { Endpoint } from "../../engine/worker/rpc.ts";
import { portOf } from "../../engine/worker/rpc.ts";
import { serveView } from "./stage-handlers.ts";

// A browser without WebGPU has no navigator.gpu; the types take it for granted.
const gpu = navigator.gpu as GPU | undefined;

serveView(portOf(self as unknown as Endpoint), gpu ? { gpu } : {});
