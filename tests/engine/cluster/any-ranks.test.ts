// Whatever happens to a universe, and however many ranks hold it with whatever halos and slabs: one hash.

import fc from "fast-check";
import { expect, it } from "vitest";
import { BITWISE } from "../../../engine/algorithms/cpu/bitwise.ts";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { overRanks } from "../../../engine/cluster/cluster-universe.ts";
import { expectAgreement } from "../../support/agree.ts";
import { cases, patience } from "../../support/effort.ts";
import { openFibres } from "../../support/fibres.ts";
import type { RankedScenario } from "../../support/ranked-scenario.ts";
import { anyRankedScenario } from "../../support/ranked-scenario.ts";

const ALGORITHMS = { bitwise: BITWISE, reference: REFERENCE };

it("is what one universe is, for any number of ranks, halo and slabs", patience(120_000), async () => {
  const ways = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      anyRankedScenario,
      fc.constantFrom("bitwise" as const, "reference" as const),
      async ({ scenario, plan }: RankedScenario, id) => {
        const shared = overRanks(ALGORITHMS[id], { ...plan, open: () => openFibres(plan.size) });
        expect(shared.refuses(scenario.rule, scenario.topology)).toBe(
          ALGORITHMS[id].refuses(scenario.rule, scenario.topology),
        );
        await expectAgreement(scenario, REFERENCE, [shared], {});
        const { halo, overlap, ahead = halo } = plan;
        ways.add(overlap ? (ahead < halo ? "some" : "all") : "none");
      },
    ),
    cases(30),
  );
  expect(ways.size).toBe(3);
});
