import { describe, expect, it } from "vitest";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { ALGORITHMS } from "../../../engine/algorithms/registry.ts";
import { assertAgreement } from "../../support/agree.ts";
import { describeFixedCases } from "../../support/agree-fixed.ts";
import { patience } from "../../support/effort.ts";
import { anyTableRule, scenarioOf } from "../../support/scenario.ts";

// Running sums have rules of their own (counted.test.ts).
const others = ALGORITHMS.list().filter((a) => !a.needsGpu && ![REFERENCE.id, "sums"].includes(a.id));

describe("the CPU algorithms", () => {
  it("are all compared", () => {
    expect(others.map((a) => a.id)).toEqual(expect.arrayContaining(["bitwise", "block"]));
  });

  it("agree with the reference whatever the rule, the grid and the script", patience(60_000), async () => {
    await assertAgreement(REFERENCE, others, {}, 40);
  });

  it("agree where the rule does more than count", patience(60_000), async () => {
    await assertAgreement(REFERENCE, others, {}, 24, scenarioOf(anyTableRule));
  });
});

describeFixedCases(REFERENCE, others, () => ({}));
