import { describe, it } from "vitest";
import type { Algorithm } from "../../../engine/algorithms/algorithm.ts";
import { BITWISE } from "../../../engine/algorithms/cpu/bitwise.ts";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import type { RankPlan } from "../../../engine/cluster/cluster-universe.ts";
import { overRanks } from "../../../engine/cluster/cluster-universe.ts";
import { assertAgreement } from "../../support/agree.ts";
import { describeContract } from "../../support/contract.ts";
import { patience } from "../../support/effort.ts";
import { openFibres } from "../../support/fibres.ts";

function ranks(algorithm: Algorithm, size: number, plan: Partial<RankPlan> = {}): Algorithm {
  return overRanks(algorithm, { size, halo: 1, overlap: true, open: () => openFibres(size), ...plan });
}

describeContract(ranks(REFERENCE, 3, { halo: 2 }), {
  grids: 8,
  sample: ["B3/S23:T40+7,12", "B03/S23:P33,10"],
});

describe("a universe over ranks", () => {
  it.each([
    { size: 2, halo: 3, overlap: true },
    { size: 3, halo: 2, overlap: false },
  ])(
    "of bitwise and reference agrees with the reference whatever happens: $size ranks, halo $halo",
    patience(60_000),
    async ({ size, ...plan }) => {
      const others = [ranks(BITWISE, size, plan), ranks(REFERENCE, size, plan)];
      await assertAgreement(REFERENCE, others, {}, 20);
    },
  );
});
