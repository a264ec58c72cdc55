import { beforeAll } from "vitest";
import { GPU_ALGORITHM } from "../../engine/algorithms/gpu/dense/gpu.ts";
import { GPU_SPARSE } from "../../engine/algorithms/gpu/sparse/gpu-sparse.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { describeGolden } from "../support/golden.ts";
import { holdGpu } from "../support/held-gpu.ts";
import { describeMethuselahs } from "../support/methuselahs.ts";

let gpu: GPU;

beforeAll(async () => {
  ({ gpu } = await holdGpu(openDawn));
});

describeGolden(GPU_ALGORITHM, 72, () => ({ gpu }));
describeMethuselahs(GPU_ALGORITHM, { environment: () => ({ gpu }) });

describeGolden(GPU_SPARSE, 18, () => ({ gpu }));
describeMethuselahs(GPU_SPARSE, { environment: () => ({ gpu }), longest: 1200n });
