/** The verbs of a worker that measures how fast algorithms are. */

import type { SoupFigures, SoupJob } from "../../bench/gpu-bench.ts";
import type { CopyBandwidth } from "../../gpu/copy-bandwidth.ts";
import type { Verb } from "../rpc.ts";

export interface BenchProtocol {
  /** Times an algorithm on a soup, in a universe of its own. When cancelled it fails with `aborted`. Errors: as `create`. */
  readonly measure: Verb<MeasureRequest, SoupFigures>;
  /** How fast the GPU copies its memory. Errors: `gpu-unavailable`, `gpu-lost`, `memory-limit`. */
  readonly measureCopy: Verb<object, CopyBandwidth>;
}

export interface MeasureRequest extends SoupJob {
  readonly memoryMegabytes?: number;
  /** Threads of the CPU that it may take. Default: one a core, as far as they gain. */
  readonly threads?: number;
}
