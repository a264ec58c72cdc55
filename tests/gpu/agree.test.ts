import { beforeAll, describe, expect, it } from "vitest";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import { createSparseUniverse, GPU_SPARSE } from "../../engine/algorithms/gpu/sparse/gpu-sparse.ts";
import { ALGORITHMS } from "../../engine/algorithms/registry.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { assertAgreement } from "../support/agree.ts";
import { describeFixedCases } from "../support/agree-fixed.ts";
import { describeContract } from "../support/contract.ts";
import { holdGpu } from "../support/held-gpu.ts";
import { anyTableRule, scenarioOf } from "../support/scenario.ts";

// Those that are there to be compared with have a test of their own, cut to their speed (seeds.test.ts).
const onGpu = ALGORITHMS.list().filter((a) => a.needsGpu && !a.forComparison);
/** How many of the contract's grids each accepts. */
const GRIDS: Readonly<Record<string, number>> = { gpu: 8, "gpu-sparse": 2 };
let gpu: GPU;

beforeAll(async () => {
  ({ gpu } = await holdGpu(openDawn));
});

describe("the GPU algorithms", () => {
  it("are all compared", () => {
    expect(onGpu.map((a) => a.id).sort()).toEqual(Object.keys(GRIDS).sort());
  });

  it("agree with the reference whatever the rule, the grid and the script", {
    timeout: 120_000,
  }, async () => {
    await assertAgreement(REFERENCE, onGpu, { gpu }, 14);
  });

  it("agree where the rule does more than count", { timeout: 120_000 }, async () => {
    await assertAgreement(REFERENCE, onGpu, { gpu }, 12, scenarioOf(anyTableRule));
  });
});

describeFixedCases(REFERENCE, onGpu, () => ({ gpu }));

for (const algorithm of onGpu) {
  const grids = GRIDS[algorithm.id];
  const environment = () => ({ gpu });
  if (algorithm !== GPU_SPARSE) describeContract(algorithm, { grids, environment });
  else {
    // It begins with as few tiles as fit into the least memory, so that a limit is met after hundreds of generations and not a thousand.
    const create: typeof algorithm.create = (init, given) => createSparseUniverse(init, given, { tiles: 64 });
    describeContract({ ...algorithm, create }, { grids, leastMegabytes: 1, environment });
  }
}
