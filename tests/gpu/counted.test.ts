// Rules that count over shapes on the GPU: on bit slices where they look up to 16 cells far.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import { GPU_ALGORITHM } from "../../engine/algorithms/gpu/dense/gpu.ts";
import { torus } from "../../engine/core/topology.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseRule } from "../../engine/rules/universe-rule.ts";
import { assertAgreement } from "../support/agree.ts";
import {
  anyCountedScenario,
  anyFarCase,
  expectAsReference,
  PLAIN_LETTERS,
} from "../support/counted-rules.ts";
import { cases, patience } from "../support/effort.ts";
import { heldGpu } from "../support/held-gpu.ts";

const onGpu = heldGpu(openDawn);

describe("rules that count over shapes, on the GPU", () => {
  it("agree with the reference whatever the rule, the grid and the script", patience(60_000), async () => {
    await assertAgreement(REFERENCE, [GPU_ALGORITHM], onGpu, 10, anyCountedScenario);
  });

  it.each([
    ["squares", "M", 10],
    ["other shapes", "CNH*", 4],
  ])("reach as far as they may over %s", patience(60_000), async (_, letters, count) => {
    const property = fc.asyncProperty(anyFarCase([...letters], [2, 16]), (each) =>
      expectAsReference(each, GPU_ALGORITHM, 2, onGpu),
    );
    await fc.assert(property, cases(count));
  });

  it("are of any plain shape", patience(60_000), async () => {
    const property = fc.asyncProperty(anyFarCase(PLAIN_LETTERS, [2, 5]), (each) =>
      expectAsReference(each, GPU_ALGORITHM, 2, onGpu),
    );
    await fc.assert(property, cases(8));
  });

  it("are refused on narrow tori, also where a universe changes its rule", async () => {
    const universe = await GPU_ALGORITHM.create(
      { rule: parseRule("B3/S23"), topology: torus(20, 20) },
      onGpu,
    );
    const far = parseRule("R2,C0,M0,S3..6,B4..7,NM");
    expect(GPU_ALGORITHM.refuses(far, torus(20, 20))).toMatch(/tori of 32 cells across at least/);
    expect(() => universe.setRule(far)).toThrow(/tori of 32 cells across at least/);
    expect(universe.rule.text).toBe("B3/S23");
    universe.dispose();
  });

  it("are refused by a sentence where they weigh cells or look too far", () => {
    const refusal = (text: string): string | null =>
      GPU_ALGORITHM.refuses(parseRule(text), torus(2000, 2000));
    expect(refusal("R5,C0,M1,S34..58,B34..45,NM")).toBeNull();
    expect(refusal("R2,C0,S3-6,B9-20,NG")).toMatchInlineSnapshot(
      `"The algorithm gpu takes rules of Larger than Life whose cells all count alike; those of R2,C0,S3-6,B9-20,NG do not: use \`sums\`."`,
    );
    expect(refusal("R3,C0,S3-6,B9-20,NL")).toMatchInlineSnapshot(
      `"The algorithm gpu takes rules of Larger than Life whose cells all count alike; those of R3,C0,S3-6,B9-20,NL do not: use \`sums\`."`,
    );
    expect(refusal("R16,C0,S3-6,B9-20,NB")).toMatchInlineSnapshot(
      `"The algorithm gpu takes rules of Larger than Life whose sums change by up to 320 terms a row; those of R16,C0,S3-6,B9-20,NB change by 1120: use \`sums\`."`,
    );
    expect(refusal("R17,C0,S3-6,B9-20,NC")).toMatchInlineSnapshot(
      `"The algorithm gpu takes rules of Larger than Life that look up to 16 cells far; R17,C0,S3-6,B9-20,NC looks 17 cells far: use \`sums\`."`,
    );
  });
});
