import { beforeAll, describe, expect, it } from "vitest";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import { ALGORITHMS } from "../../engine/algorithms/registry.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { assertAgreement } from "../support/agree.ts";
import { describeFixedCases } from "../support/agree-fixed.ts";
import { describeContract } from "../support/contract.ts";

// Those that are there to be compared with have a test of their own, cut to their speed (seeds.test.ts).
const onGpu = ALGORITHMS.list().filter((a) => a.needsGpu && !a.forComparison);
let gpu: GPU;

beforeAll(async () => {
  gpu = await openDawn();
});

describe("the GPU algorithms", () => {
  it("are all compared", () => {
    expect(onGpu.map((a) => a.id)).toContain("gpu");
  });

  it("agree with the reference whatever the rule, the grid and the script", {
    timeout: 120_000,
  }, async () => {
    await assertAgreement(REFERENCE, onGpu, { gpu }, 80);
  });
});

describeFixedCases(REFERENCE, onGpu, () => ({ gpu }));

for (const algorithm of onGpu) describeContract(algorithm, { grids: 7, environment: () => ({ gpu }) });
