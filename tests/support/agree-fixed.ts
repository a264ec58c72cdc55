/** Fixed grids on which algorithms must agree: the sizes and rules that the papers and the field compare on. */

import { describe, it } from "vitest";
import type { Algorithm, AlgorithmEnvironment } from "../../engine/algorithms/algorithm.ts";
import { gridHeight, gridWidth } from "../../engine/core/topology.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { algorithmsFor, expectAgreement } from "./agree.ts";
import type { Action, Scenario } from "./scenario.ts";

const RULES = ["B4678/S35678", "B2/S34H"];
const SIZES = ["31,7", "33,64"];
/** Most of what these take is looking at them, so each kind of grid is there once. */
const LARGE = ["B4678/S35678:T1000,777", "B2/S34H:P1000,777", "B4678/S35678:F1000,777"];

export function describeFixedCases(
  reference: Algorithm,
  others: readonly Algorithm[],
  environment: () => AlgorithmEnvironment,
): void {
  const small = RULES.flatMap((rule) =>
    SIZES.flatMap((size) => ["T", "P", "F"].map((kind) => `${rule}:${kind}${size}`)),
  );
  const cases = [...small, ...LARGE];
  describe("soups on fixed grids", () => {
    for (const text of cases) {
      const scenario = soupScenario(text);
      const those = algorithmsFor(scenario, others);
      it.skipIf(those.length === 0)(
        `${text}: ${those.map((a) => a.id).join(", ")} as ${reference.id}`,
        async () => {
          await expectAgreement(scenario, reference, those, environment());
        },
      );
    }
  });
}

/** A half-dense soup over the whole grid, looked at once or after 1, 2 and some more generations. */
function soupScenario(text: string): Scenario {
  const universe = parseUniverseRule(text);
  const w = gridWidth(universe.topology);
  const h = gridHeight(universe.topology);
  const patch = { seed: 7, density: 0.5, dx: 0, dy: 0, w, h };
  // Every look at a large grid costs more than a generation of it.
  const counts = w * h > 1e5 ? [21] : [1, 1, 300];
  const steps = counts.map(
    (generations): Action => ({ kind: "step", generations, sliced: generations === 1 }),
  );
  return {
    ...universe,
    centre: [0n, 0n],
    generation: 0n,
    script: [{ kind: "write", patch, mode: "copy", as: "block" }, ...steps],
  };
}
