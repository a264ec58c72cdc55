// The GPU universe through WebGPU in a real Chromium, the same cases as through Dawn in Node.

import { GPU_ALGORITHM } from "../../engine/algorithms/gpu/dense/gpu.ts";
import { describeContract } from "../support/contract.ts";
import { describeGolden } from "../support/golden.ts";
import { describeGpuUniverse } from "../support/gpu-cases.ts";

const environment = (): { gpu: GPU } => ({ gpu: navigator.gpu });

describeGpuUniverse(async () => navigator.gpu);
describeContract(GPU_ALGORITHM, { grids: 8, environment });
describeGolden(GPU_ALGORITHM, 72, environment);
