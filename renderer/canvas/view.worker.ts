/** Entry of the worker that draws, of which a window has one. */

import { ownEndpoint } from "../../engine/worker/rpc.ts";
import { serveView } from "./view-handlers.ts";

// A browser without WebGPU has no navigator.gpu; the types take it for granted.
serveView(navigator.gpu as GPU | undefined, ownEndpoint());
