import { beforeAll } from "vitest";
import { GPU_ALGORITHM } from "../../engine/algorithms/gpu/gpu.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { describeGolden } from "../support/golden.ts";
import { describeMethuselahs } from "../support/methuselahs.ts";

let gpu: GPU;

beforeAll(async () => {
  gpu = await openDawn();
});

describeGolden(GPU_ALGORITHM, 36, () => ({ gpu }));

describeMethuselahs(GPU_ALGORITHM, { environment: () => ({ gpu }) });
