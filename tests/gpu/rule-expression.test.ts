// The boolean expression of a rule, evaluated on every combination of digits that can occur.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ruleExpression, ruleFunction } from "../../engine/algorithms/gpu/rules/rule-expression.ts";
import { countsOf } from "../../engine/rules/outer-totalistic.ts";
import type { Neighbourhood } from "../../engine/rules/rule.ts";
import { neighbourCount } from "../../engine/rules/rule.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";

/** WGSL's operators on u32 mean in JavaScript what they mean there; only the constants are spelled otherwise. */
function evaluate(neighbourhood: Neighbourhood, expression: ReturnType<typeof ruleExpression>) {
  const body = `${expression.lines.join(" ")} return ${expression.value};`.replaceAll("Cells()", "0");
  const words =
    neighbourhood === "moore"
      ? ["odd1", "majority1", "odd2", "majority2", "alive"]
      : ["ones", "twos", "fours", "alive"];
  return new Function(...words, body) as (...words: number[]) => number;
}

function check(neighbourhood: Neighbourhood, birth: number, survival: number): number {
  const expression = ruleExpression(neighbourhood, { birth, survival });
  const next = evaluate(neighbourhood, expression);
  const digits = neighbourhood === "moore" ? 4 : 3;
  for (let i = 0; i < 2 ** (digits + 1); i++) {
    const bits = Array.from({ length: digits + 1 }, (_, v) => (i >> v) & 1);
    const alive = bits[digits];
    const sum =
      neighbourhood === "moore"
        ? bits[0] + 2 * (bits[1] + bits[2]) + 4 * bits[3] - alive
        : bits[0] + 2 * bits[1] + 4 * bits[2];
    if (sum < 0 || sum > neighbourCount(neighbourhood)) continue;
    const expected = ((alive ? survival : birth) >> sum) & 1;
    expect(next(...bits.map((bit) => -bit)) & 1, `${neighbourhood} ${birth} ${survival} ${bits}`).toBe(
      expected,
    );
  }
  return expression.cost;
}

describe("ruleExpression", () => {
  it("is right for any rule wherever digits can occur, and never long", () => {
    const neighbourhood = fc.constantFrom<Neighbourhood>("moore", "hex", "von-neumann");
    fc.assert(
      fc.property(neighbourhood, fc.nat(511), fc.nat(511), (which, birth, survival) => {
        const all = 2 ** (neighbourCount(which) + 1) - 1;
        expect(check(which, birth & all, survival & all)).toBeLessThanOrEqual(9);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ["B/S", 0],
    ["B012345678/S012345678", 0],
    ["B3/S23", 3],
    ["B4678/S35678", 3],
    ["B1357/S02468", 1],
    ["B2/S34H", 2],
    ["B13/S024V", 2],
  ])("finds %s in at most %i functions of three words", (text, most) => {
    const { neighbourhood, birth, survival } = countsOf(parseUniverseRule(text).rule, "The test");
    expect(check(neighbourhood, birth, survival)).toBeLessThanOrEqual(most);
  });

  it("writes it as a function of the words that the adders make", () => {
    expect(ruleFunction("next", "hex", { birth: 0b0101010, survival: 0b0101010 })).toBe(
      "fn next(ones: Cells, twos: Cells, fours: Cells, alive: Cells) -> Cells {\n  return ones;\n}",
    );
  });
});
