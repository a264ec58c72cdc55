// The elementary rules in figures: what is known of some of them, and the same from a slower way.

import { describe, expect, test } from "vitest";
import { longestCycle, PERIOD_CELLS, ruleFigures } from "../../../engine/rings/atlas.ts";
import { createRing } from "../../../engine/rings/ring.ts";
import { complementedRule, elementaryRule, wolframNumber } from "../../../engine/rings/ring-rule.ts";
import { createStepper } from "../../../engine/rings/stepper.ts";

describe("the longest cycle", () => {
  test("is the one that is found step by step", () => {
    for (const rule of [30, 45, 90, 110, 184]) {
      const cells = 7;
      const { step } = createStepper(createRing(cells, [elementaryRule(rule)]));
      let longest = 0;
      for (let start = 0; start < 2 ** cells; start++) {
        const met: number[] = [];
        const state = Uint32Array.of(start);
        while (!met.includes(state[0])) {
          met.push(state[0]);
          const next = new Uint32Array(1);
          step(state, next);
          state.set(next);
        }
        longest = Math.max(longest, met.length - met.indexOf(state[0]));
      }
      expect(longestCycle(rule, cells)).toBe(longest);
    }
  });

  test("is what the literature has (Martin, Odlyzko and Wolfram 1984 for rule 90, Wolfram 1986 for rule 30)", () => {
    expect([9, 11, 13].map((cells) => longestCycle(90, cells))).toEqual([7, 31, 63]);
    expect([9, 11, 13].map((cells) => longestCycle(30, cells))).toEqual([171, 154, 832]);
  });
});

describe("figures", () => {
  test("tell a rule that forgets, one that shifts and one that is chaotic apart", () => {
    // All cells are 0 from the first step on.
    // A flip is a cell that differs, at its own moment.
    expect(ruleFigures(0)).toEqual({ rule: 0, entropy: 0, period: 1, damage: 1 / 2 ** 16 });
    const shift = ruleFigures(170);
    expect([shift.period, shift.damage]).toEqual([PERIOD_CELLS, 1 / 256]);
    expect(shift.entropy).toBeGreaterThan(0.9);
    const chaotic = ruleFigures(30);
    expect(chaotic.entropy).toBeGreaterThan(0.99);
    expect(chaotic.damage).toBeGreaterThan(0.3);
    expect(chaotic.period).toBe(832);
    const cars = ruleFigures(184);
    expect(cars.entropy).toBeLessThan(0.6);
  });

  test("are exact where the rule is a sum: the damage of rule 90 is Sierpinski's triangle, 3^8 cells of 2^16", () => {
    expect(ruleFigures(90).damage).toBe(3 ** 8 / 2 ** 16);
  });

  test("have the same period for a rule and its complement", () => {
    for (const rule of [22, 73, 110]) {
      const other = Number(wolframNumber(complementedRule(elementaryRule(rule))));
      expect(longestCycle(other, PERIOD_CELLS)).toBe(longestCycle(rule, PERIOD_CELLS));
    }
  });
});
