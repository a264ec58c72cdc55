// A module worker that runs a kernel and posts the answer.

import { runSmallKernel } from "../support/small-kernel.ts";

self.postMessage(await runSmallKernel());
