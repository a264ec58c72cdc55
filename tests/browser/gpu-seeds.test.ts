// The kernels of older programs through WebGPU in a real Chromium: the same cases as through Dawn in Node, fewer scripts.

import { describeSeeds } from "../support/seed-cases.ts";

describeSeeds(async () => navigator.gpu, { runs: 1, scripts: 1 });
