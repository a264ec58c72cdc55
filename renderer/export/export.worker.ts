/** Entry of the worker that exports: everything the engine writes, and the video that this browser has encoders for. */

import { serveExports } from "../../engine/worker/export-handlers.ts";
import type { Endpoint } from "../../engine/worker/rpc.ts";
import { portOf } from "../../engine/worker/rpc.ts";
import { videoExporters } from "./video.ts";

serveExports(portOf(self as unknown as Endpoint), videoExporters);
