// The GPU universe through WebGPU in a real Chromium: the cases that Dawn runs in Node, on fewer grids, and the contract.
// Golden soups and random scripts are in tests/gpu alone.

import { GPU_ALGORITHM } from "../../engine/algorithms/gpu/dense/gpu.ts";
import { describeContract } from "../support/contract.ts";
import { describeGpuUniverse } from "../support/gpu-cases.ts";

const environment = (): { gpu: GPU } => ({ gpu: navigator.gpu });

describeGpuUniverse(async () => navigator.gpu, { few: true });
describeContract(GPU_ALGORITHM, { grids: 8, environment });
