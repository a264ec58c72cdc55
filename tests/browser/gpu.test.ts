// The GPU universe through WebGPU in a real Chromium: what depends on the way to the GPU, and the contract on two grids. Which
// cells the shaders make, golden soups, random scripts and the other grids are in tests/gpu alone.

import { GPU_ALGORITHM } from "../../engine/algorithms/gpu/dense/gpu.ts";
import { describeContract } from "../support/contract.ts";
import { describeGpuUniverse } from "../support/gpu-cases.ts";

const environment = (): { gpu: GPU } => ({ gpu: navigator.gpu });

describeGpuUniverse(async () => navigator.gpu, 4);
describeContract(GPU_ALGORITHM, { grids: 8, sample: ["B3/S23:T37,29", "B03/S23:P33,10"], environment });
