import { describe, expect, it } from "vitest";
import type { CaseFigures, Contender, RunFigures } from "../../../engine/bench/hashlife-bench.ts";
import { benchCase, complaintsOf, meanRatio } from "../../../engine/bench/hashlife-bench.ts";
import type { HashLifeCase } from "../../../engine/bench/hashlife-cases.ts";
import { HASHLIFE_CASES, soupText } from "../../../engine/bench/hashlife-cases.ts";
import { formatHashLifeBench, hashLifeBenchJson } from "../../../engine/bench/hashlife-report.ts";
import { geometricMean, median } from "../../../engine/bench/statistics.ts";
import { jsonText } from "../../../engine/cli/json.ts";
import { cellsPopulation } from "../../../engine/core/cells.ts";
import { readPattern } from "../../../engine/formats/pattern-file.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";

const CASE: HashLifeCase = {
  name: "made-up",
  rule: "B3/S23",
  generations: 1024n,
  step: 16n,
  population: 42n,
  source: { pattern: "none.rle" },
  timed: true,
};
const MEGABYTE = 2 ** 20;

function figures(cpuSeconds: number | null, changes: Partial<RunFigures> = {}): RunFigures {
  return { cpuSeconds, peakBytes: 100 * MEGABYTE, population: 42n, failure: null, ...changes };
}

/** A runner that reads its figures off lists, and writes down who was asked. */
function scripted(lists: Readonly<Record<Contender, readonly RunFigures[]>>) {
  const asked: Contender[] = [];
  const run = async (contender: Contender): Promise<RunFigures> => {
    const next = lists[contender][asked.filter((who) => who === contender).length];
    asked.push(contender);
    if (!next) throw new Error(`${contender} was asked once too often.`);
    return next;
  };
  return { asked, run };
}

async function bench(
  lists: Partial<Readonly<Record<Contender, readonly RunFigures[]>>>,
  { repeats = 3, of = CASE }: { repeats?: number; of?: HashLifeCase } = {},
): Promise<{ result: CaseFigures; asked: readonly Contender[] }> {
  const fine = Array.from({ length: repeats }, () => figures(1));
  const { asked, run } = scripted({ stepped: fine, leap: fine, golly: fine, ...lists });
  return { result: await benchCase(of, { repeats, withGolly: true, run }), asked };
}

describe("a case of the bench", () => {
  it("lets the contenders take turns and answers medians", async () => {
    const { result, asked } = await bench({
      stepped: [figures(3), figures(9), figures(4)],
      leap: [figures(1), figures(1), figures(2)],
      golly: [figures(2), figures(3), figures(8)],
    });
    expect(asked.slice(0, 6)).toEqual(["stepped", "golly", "leap", "stepped", "golly", "leap"]);
    expect(asked).toHaveLength(9);
    expect(result.stepped.cpuSeconds).toBe(4);
    expect(result.golly?.cpuSeconds).toBe(3);
    // Of 1.5, 3 and 0.5: the rounds' own ratios and not that of the medians.
    expect(result.stepped.ratio).toBe(1.5);
    expect(result.leap.ratio).toBeCloseTo(1 / 3);
    expect(complaintsOf(result)).toEqual([]);
  });

  it("does without Golly", async () => {
    const { asked, run } = scripted({ stepped: [figures(1)], leap: [figures(1)], golly: [] });
    const result = await benchCase(CASE, { repeats: 1, withGolly: false, run });
    expect(asked).toEqual(["stepped", "leap"]);
    expect(result.golly).toBeNull();
    expect(result.stepped.ratio).toBeNull();
    expect(formatHashLifeBench([result])).not.toMatch(/bgolly/);
  });

  it("does not ask again who failed, and has no ratio for it", async () => {
    const { result, asked } = await bench({
      stepped: [figures(2, { population: null, failure: "It needs more memory." })],
    });
    expect(asked.filter((who) => who === "stepped")).toHaveLength(1);
    expect(result.stepped).toMatchObject({ cpuSeconds: null, ratio: null, failure: "It needs more memory." });
    expect(result.leap.ratio).toBe(1);
    expect(complaintsOf(result)).toEqual(["made-up, stepped: It needs more memory."]);
    expect(formatHashLifeBench([result])).toContain("| stepped FAILED | failed");
  });

  it("finds one wrong population among right ones", async () => {
    const { result } = await bench({ leap: [figures(1), figures(1, { population: 41n }), figures(1)] });
    expect(complaintsOf(result)).toEqual(["made-up, leap: ended with 41 cells instead of 42."]);
    expect(formatHashLifeBench([result])).toContain("| WRONG leap 41 |");
  });

  it("says that it does not know rather than guess", async () => {
    const { result } = await bench({ golly: [figures(1), figures(null), figures(1)] });
    expect(result.golly?.cpuSeconds).toBeNull();
    expect(result.stepped.ratio).toBeNull();
    expect(formatHashLifeBench([result])).toContain("| ?");
  });
});

describe("the report of the bench", () => {
  it("is a table with the mean of the timed cases below it", async () => {
    const [fast, slow] = [
      (await bench({ stepped: [figures(0.5)] }, { repeats: 1 })).result,
      (await bench({ stepped: [figures(2)] }, { repeats: 1 })).result,
    ];
    const untimed = (
      await bench({ stepped: [figures(100)] }, { repeats: 1, of: { ...CASE, name: "quick", timed: false } })
    ).result;
    const list = [fast, slow, untimed];
    expect(meanRatio(list, "stepped")).toBeCloseTo(1);
    const lines = formatHashLifeBench(list).split("\n");
    expect(lines[2]).toMatch(/^\| made-up +\| 1024 +\| 16 +\| 42 right +\| 0\.50 +\| 100 \|/);
    expect(lines[4]).toMatch(/^\| \(quick\) .*\| 100\.00x/);
    expect(new Set(lines.slice(0, 5).map((line) => line.length)).size).toBe(1);
    expect(lines.at(-1)).toContain("stepped 1.00x (2 cases), leap 1.00x (2 cases).");
  });

  it("is JSON that can be written", async () => {
    const { result } = await bench({ stepped: [figures(1.23456), figures(1.23456), figures(1.23456)] });
    const settings = { repeats: 3, memoryMegabytes: 256, golly: "/somewhere/bgolly" };
    const read = JSON.parse(jsonText(hashLifeBenchJson([result], settings)));
    expect(read).toMatchObject({ repeats: 3, memoryMegabytes: 256, golly: "/somewhere/bgolly" });
    expect(read.cases[0]).toMatchObject({
      name: "made-up",
      generations: 1024,
      population: 42,
      right: true,
    });
    expect(read.cases[0].stepped).toMatchObject({ cpuSeconds: 1.235, population: 42, failure: null });
    expect(read.geometricMean.leap).toBe(1);
  });

  it("has no mean of nothing", () => {
    expect(meanRatio([], "leap")).toBeNull();
    expect(Number.isNaN(median([]))).toBe(true);
    expect(geometricMean([0.25, 4, 1])).toBeCloseTo(1);
  });
});

describe("the cases of the bench", () => {
  it("have names of their own, rules that are run here and steps that fit", () => {
    expect(new Set(HASHLIFE_CASES.map(({ name }) => name)).size).toBe(HASHLIFE_CASES.length);
    for (const { name, rule, generations, step } of HASHLIFE_CASES) {
      expect(() => parseRule(rule)).not.toThrow();
      expect([name, generations % step]).toEqual([name, 0n]);
    }
  });

  it("make the soup that Golly was given", () => {
    const soup = HASHLIFE_CASES.flatMap(({ source }) => ("soup" in source ? [source] : []))[0];
    if (!soup) throw new Error("There is no soup.");
    const { pattern } = readPattern(new TextEncoder().encode(soupText(soup, "B36/S23")));
    expect(pattern.rule).toBe("B36/S23");
    // The share of live cells, of 512 x 512 draws, is within three deviations of the density.
    const share = Number(cellsPopulation(pattern.cells)) / 512 ** 2;
    expect(Math.abs(share - soup.soup.density)).toBeLessThan(0.003);
    expect(soupText(soup, "B3/S23").slice(0, 90)).toMatch(/^x = 512, y = 512, rule = B3\/S23\n[bo\n]+$/);
  });
});
