/** Entry of the export worker: all formats of the engine, and the video formats that this browser can encode. */

import { exportHandlers } from "../../engine/worker/export-handlers.ts";
import { workerHelpers } from "../../engine/worker/kernel-helpers.ts";
import { ownEndpoint, serve } from "../../engine/worker/rpc.ts";
import { videoExporters } from "./video.ts";

serve(exportHandlers(videoExporters, workerHelpers), ownEndpoint());
