/** Entry of the worker that draws; a window has one. */

import { ownEndpoint } from "../../engine/worker/rpc.ts";
import { serveView } from "./view-handlers.ts";

// A browser without WebGPU has no navigator.gpu, though the types promise one.
serveView(navigator.gpu as GPU | undefined, ownEndpoint());
