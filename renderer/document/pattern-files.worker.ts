/** Entry of the worker that reads and writes pattern files and autosaved copies. */

import { ownEndpoint, serve } from "../../engine/worker/rpc.ts";
import { PATTERN_FILES } from "./pattern-files-handlers.ts";

serve(PATTERN_FILES, ownEndpoint());
