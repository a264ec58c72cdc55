/** Entry of the worker that exports: everything the engine writes, and the video that this browser has encoders for. */

import { exportHandlers } from "../../engine/worker/export-handlers.ts";
import { ownEndpoint, serve } from "../../engine/worker/rpc.ts";
import { videoExporters } from "./video.ts";

serve(exportHandlers(videoExporters), ownEndpoint());
