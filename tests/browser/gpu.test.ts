// The GPU universe through WebGPU in a real Chromium, the same cases as through Dawn in Node.

import { describeGpuUniverse } from "../support/gpu-cases.ts";

describeGpuUniverse(async () => navigator.gpu);
