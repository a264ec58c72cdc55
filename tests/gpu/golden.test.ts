import { afterAll, beforeAll } from "vitest";
import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { GPU_ALGORITHM } from "../../engine/algorithms/gpu/dense/gpu.ts";
import { GPU_SPARSE } from "../../engine/algorithms/gpu/sparse/gpu-sparse.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { describeGolden } from "../support/golden.ts";
import { describeMethuselahs } from "../support/methuselahs.ts";

let gpu: GPU;
/** Keeps the device and its shaders between tests. */
let keeper: Universe;

beforeAll(async () => {
  gpu = await openDawn();
  keeper = await GPU_SPARSE.create(parseUniverseRule("B3/S23"), { gpu });
});

afterAll(() => keeper.dispose());

describeGolden(GPU_ALGORITHM, 72, () => ({ gpu }));
describeMethuselahs(GPU_ALGORITHM, { environment: () => ({ gpu }) });

describeGolden(GPU_SPARSE, 18, () => ({ gpu }));
describeMethuselahs(GPU_SPARSE, { environment: () => ({ gpu }), longest: 1200n });
