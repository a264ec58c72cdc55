// A module worker that runs the probe kernel and posts the answer.

import { runProbeKernel } from "../support/probe-kernel.ts";

self.postMessage(await runProbeKernel());
