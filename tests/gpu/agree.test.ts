import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import { GPU_ALGORITHM } from "../../engine/algorithms/gpu/dense/gpu.ts";
import { GPU_SPARSE } from "../../engine/algorithms/gpu/sparse/gpu-sparse.ts";
import { ALGORITHMS } from "../../engine/algorithms/registry.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { assertAgreement } from "../support/agree.ts";
import { describeFixedCases } from "../support/agree-fixed.ts";
import { describeContract } from "../support/contract.ts";

// Those that are there to be compared with have a test of their own, cut to their speed (seeds.test.ts).
const onGpu = ALGORITHMS.list().filter((a) => a.needsGpu && !a.forComparison);
/** How many of the contract's grids each accepts. */
const GRIDS: Readonly<Record<string, number>> = { gpu: 8, "gpu-sparse": 2 };
let gpu: GPU;
/** Keep the device and its shaders between tests. */
const keepers: Universe[] = [];

beforeAll(async () => {
  gpu = await openDawn();
  for (const [algorithm, text] of [
    [GPU_ALGORITHM, "B3/S23:T1,1"],
    [GPU_SPARSE, "B3/S23"],
  ] as const) {
    keepers.push(await algorithm.create(parseUniverseRule(text), { gpu }));
  }
});

afterAll(() => {
  for (const keeper of keepers) keeper.dispose();
});

describe("the GPU algorithms", () => {
  it("are all compared", () => {
    expect(onGpu.map((a) => a.id).sort()).toEqual(Object.keys(GRIDS).sort());
  });

  it("agree with the reference whatever the rule, the grid and the script", {
    timeout: 120_000,
  }, async () => {
    await assertAgreement(REFERENCE, onGpu, { gpu }, 20);
  });
});

describeFixedCases(REFERENCE, onGpu, () => ({ gpu }));

for (const algorithm of onGpu) {
  describeContract(algorithm, { grids: GRIDS[algorithm.id], environment: () => ({ gpu }) });
}
