import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createUniverse } from "../../../engine/algorithms/load.ts";
import type { TessellaError } from "../../../engine/core/errors.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { EMPTY_RUNS, forEachRun, RunsBuilder } from "../../../engine/core/runs.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { countsOf, outerTotalisticRule } from "../../../engine/rules/outer-totalistic.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import { neighbourCount } from "../../../engine/rules/rule.ts";
import { inRange, MOST_CELLS, rangeEnds, ruleRangeSteps } from "../../../engine/rules/rule-range.ts";
import { GLIDER_RANGE, traitsOf } from "../../../engine/rules/traits.ts";
import { LIFE, parseRule } from "../../../engine/rules/universe-rule.ts";
import { atLeisure } from "../../../engine/worker/at-leisure.ts";
import { ruleRange } from "../../support/rule-range.ts";

function cellsOf(pairs: readonly (readonly [number, number])[]): Runs {
  const builder = new RunsBuilder();
  for (const [x, y] of pairs) builder.add(x, y, 1);
  return builder.build(1000n, -7n);
}

const GLIDER = cellsOf([
  [1, 0],
  [2, 1],
  [0, 2],
  [1, 2],
  [2, 2],
]);

const ends = (cells: Runs, rule: Rule): string => {
  const { least, most, count } = rangeEnds(ruleRange(cells, rule));
  return `${least.text} ${most.text} ${count}`;
};

async function hashAfter(cells: Runs, rule: Rule, generations: number): Promise<bigint> {
  const { universe } = await createUniverse({ rule, topology: UNBOUNDED, algorithm: "reference", cells }, {});
  try {
    await universe.step(BigInt(generations));
    return await universe.hash();
  } finally {
    universe.dispose();
  }
}

const anyWithoutB0 = fc
  .tuple(fc.constantFrom("moore", "hex", "von-neumann"), fc.nat(511), fc.nat(511))
  .map(([neighbourhood, birth, survival]): Rule => {
    const all = (1 << (neighbourCount(neighbourhood as Rule["neighbourhood"]) + 1)) - 1;
    return outerTotalisticRule({
      neighbourhood: neighbourhood as Rule["neighbourhood"],
      birth: birth & all & ~1,
      survival: survival & all,
    });
  });
const anyPatch = fc
  .uniqueArray(fc.tuple(fc.nat(4), fc.nat(4)), {
    minLength: 1,
    maxLength: 14,
    selector: ([x, y]) => `${x},${y}`,
  })
  .map((pairs) => cellsOf(pairs));

describe("the rules in which a pattern does the same", () => {
  it("are known for a glider and a block", () => {
    expect(ends(GLIDER, LIFE)).toBe("B3/S23 B3678/S0235678 256");
    const { period, shift } = ruleRange(GLIDER, LIFE);
    expect({ period, shift }).toEqual({ period: 4, shift: { dx: 1, dy: 1 } });
    const block = cellsOf([
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ]);
    expect(ends(block, LIFE)).toBe("B/S3 B345678/S012345678 16384");
  });

  it("are those in which it runs through the same cells", async () => {
    await fc.assert(
      fc.asyncProperty(anyPatch, anyWithoutB0, fc.nat(), async (cells, rule, bits) => {
        const range = ruleRange(cells, rule, { generations: 5 });
        expect(inRange(range, rule)).toBe(true);
        const { least, most } = rangeEnds(range);
        const [few, many] = [countsOf(least, "The test"), countsOf(most, "The test")];
        const mixed = outerTotalisticRule({
          neighbourhood: rule.neighbourhood,
          birth: (few.birth | bits) & many.birth,
          survival: (few.survival | (bits >> 9)) & many.survival,
        });
        const wanted = await hashAfter(cells, rule, range.generations);
        for (const other of [least, most, mixed]) {
          expect(inRange(range, other)).toBe(true);
          expect(await hashAfter(cells, other, range.generations)).toBe(wanted);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("are the same wherever the pattern lies", () => {
    const near = ends(GLIDER, LIFE);
    for (const [dx, dy] of [
      [2 ** 28, 0],
      [0, 2 ** 28],
      [-(2 ** 28), 2 ** 28],
    ] as const) {
      const moved = new RunsBuilder();
      forEachRun(GLIDER, (x, y, length) => moved.add(x + dx, y + dy, length));
      expect(ends(moved.build(0n, 0n), LIFE)).toBe(near);
    }
  });

  it("lose a rule with each digit that matters", async () => {
    const range = ruleRange(GLIDER, LIFE);
    const life = countsOf(LIFE, "The test");
    for (let n = 1; n <= 8; n++) {
      for (const part of ["birth", "survival"] as const) {
        const other = outerTotalisticRule({ ...life, [part]: life[part] ^ (1 << n) });
        const same: boolean[] = [];
        for (let k = 1; k <= 4; k++) {
          same.push((await hashAfter(GLIDER, other, k)) === (await hashAfter(GLIDER, LIFE, k)));
        }
        expect(inRange(range, other), other.text).toBe(same.every(Boolean));
      }
    }
  });

  it("are refused for nothing, too much, and B0", () => {
    const code = (work: () => unknown): string => {
      try {
        work();
      } catch (error) {
        return (error as TessellaError).code;
      }
      return "none";
    };
    expect(code(() => ruleRange(EMPTY_RUNS, LIFE))).toBe("bad-argument");
    expect(code(() => ruleRange(GLIDER, parseRule("B03/S23")))).toBe("unsupported-rule");
    const row = new RunsBuilder();
    row.add(0, 0, MOST_CELLS + 1);
    expect(code(() => ruleRange(row.build(0n, 0n), LIFE))).toBe("too-large");
    const far = cellsOf([
      [0, 0],
      [0, 2 ** 24],
    ]);
    expect(code(() => ruleRange(far, LIFE))).toBe("too-large");
    expect(() => ruleRange(far, LIFE)).toThrow(/millions of cells apart/);
  });

  it("let others have their turn, and stop when told", async () => {
    const line = new RunsBuilder();
    line.add(0, 0, 1200);
    const cells = line.build(0n, 0n);
    const wish = { generations: 30 };
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    expect(await atLeisure(ruleRangeSteps(cells, LIFE, wish))).toEqual(ruleRange(cells, LIFE, wish));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 5);
    await expect(atLeisure(ruleRangeSteps(cells, LIFE), controller.signal)).rejects.toMatchObject({
      code: "aborted",
    });
  });
});

describe("what a rule string says by itself", () => {
  it("knows what a glider asks", () => {
    const { birth, survival, neighbourhood } = ruleRange(GLIDER, LIFE);
    expect({ birth, survival, neighbourhood }).toEqual(GLIDER_RANGE);
  });

  it.each([
    ["B3/S23", ["Life's glider"]],
    ["B3678/S34678", ["same for dead and live"]],
    ["B4678/S35678", ["same for dead and live"]],
    ["B456/S3456H", ["same for dead and live"]],
    ["B2/S", ["nothing survives"]],
    ["B3/S012345678", ["nothing dies"]],
    ["B08/S4", ["strobes"]],
    ["B0123478/S01234678", ["lives everywhere"]],
    ["B1357/S1357", ["every pattern replicates"]],
    ["B135/S0246H", ["same for dead and live", "every pattern replicates"]],
    ["B13/S024V", ["same for dead and live", "every pattern replicates"]],
    ["B3/S12345", []],
  ])("%s: %j", (rule, traits) => {
    expect(traitsOf(parseRule(rule))).toEqual(traits);
  });
});
