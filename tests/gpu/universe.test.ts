import { describeGpuCells, describeGpuUniverse } from "../support/gpu-cases.ts";
import { oneGpu } from "../support/one-gpu.ts";

describeGpuCells(oneGpu);
describeGpuUniverse(oneGpu, 40);
