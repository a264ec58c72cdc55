import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countsOf } from "../../../engine/rules/outer-totalistic.ts";
import { neighbourCount } from "../../../engine/rules/rule.ts";
import { LIFE, parseRule } from "../../../engine/rules/universe-rule.ts";
import { neighbourRules, randomRule } from "../../../engine/rules/variations.ts";
import { evenly } from "../../support/evenly.ts";
import { anyRule } from "../../support/scenario.ts";

describe("the neighbours of a rule", () => {
  it("are one digit away, all of them, and say which", () => {
    const found = neighbourRules(LIFE).map(({ rule, change }) => `${change} ${rule.text}`);
    expect(found).toHaveLength(18);
    expect(found).toContain("+B6 B36/S23");
    expect(found).toContain("−B3 B/S23");
    expect(found).toContain("+S8 B3/S238");
    expect(found[0]).toBe("+B0 B03/S23");
  });

  it("have each other for neighbours", () => {
    fc.assert(
      fc.property(anyRule, (rule) => {
        const around = neighbourRules(rule);
        expect(around).toHaveLength(2 * (neighbourCount(rule.neighbourhood) + 1));
        expect(new Set(around.map((each) => each.rule.text)).size).toBe(around.length);
        for (const each of around) {
          expect(parseRule(each.rule.text).text).toBe(each.rule.text);
          expect(neighbourRules(each.rule).map((back) => back.rule.text)).toContain(rule.text);
        }
      }),
      { numRuns: 12 },
    );
  });
});

describe("a rule by chance", () => {
  const lattice = fc.constantFrom("moore", "hex", "von-neumann");
  const numbers = fc.infiniteStream(evenly(0, 0.999999));
  const drawn = (stream: IterableIterator<number>) => () => stream.next().value as number;

  it("stays in its lattice, and has B0 only where it was asked for", () => {
    fc.assert(
      fc.property(lattice, fc.boolean(), numbers, (neighbourhood, b0, stream) => {
        const rule = randomRule({ neighbourhood, b0 }, drawn(stream));
        expect(rule.neighbourhood).toBe(neighbourhood);
        const { birth, survival } = countsOf(rule, "The test");
        expect((birth & 1) === 1).toBe(b0);
        const all = (1 << (neighbourCount(neighbourhood) + 1)) - 1;
        expect((birth | survival) & ~all).toBe(0);
      }),
    );
  });

  it("keeps the digits that it must", () => {
    const fixed = { birth: { in: 8, out: 55 }, survival: { in: 12, out: 18 } };
    fc.assert(
      fc.property(numbers, (stream) => {
        const { birth, survival } = countsOf(
          randomRule({ neighbourhood: "moore", fixed }, drawn(stream)),
          "The test",
        );
        expect([birth & 8, birth & 55, survival & 12, survival & 18]).toEqual([8, 0, 12, 0]);
      }),
    );
  });

  it("is seldom the same", () => {
    let state = 1;
    const random = (): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
    const rules = Array.from({ length: 200 }, () => randomRule({ neighbourhood: "moore" }, random).text);
    expect(new Set(rules).size).toBeGreaterThan(180);
  });
});
