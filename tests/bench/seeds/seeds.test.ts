import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { soupBlock } from "../../../engine/core/soup.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { casesOf, FULL, SMALL, stageOf } from "./cases.ts";
import { compareSeeds } from "./compare.ts";
import type { Runner } from "./contenders.ts";
import { lineup } from "./contenders.ts";
import { renderSeeds } from "./render.ts";
import type { CaseResult, Point, SeedsResult, Series } from "./result.ts";
import { parseSeedsResult } from "./result.ts";
import { SerialAutomaton } from "./serial.ts";
import { problemOf, timeMarks } from "./timing.ts";

describe("the serial program", () => {
  it.each([
    "B3/S23:T17,9",
    "B4678/S35678:T33,40",
    "B2/S34H:F21,34",
    "B3/S23:F12,7",
    "B2/S34H:T5,6",
    "B1/S:T1,3",
  ])("makes the cells of the reference: %s", async (text) => {
    const { rule, topology } = parseUniverseRule(text);
    const { width, height } = topology as { width: number; height: number };
    const soup = soupBlock({ seed: 9, density: 0.4, width, height });
    const serial = new SerialAutomaton(rule, topology);
    const universe = await REFERENCE.create({ rule, topology }, {});
    serial.write(soup);
    await universe.writeBlock(soup, "or");
    for (const generation of [1, 2, 9]) {
      serial.step(generation - Number(universe.generation));
      await universe.step(BigInt(generation));
      expect(serial.hash()).toBe(await universe.hash());
    }
  });
});

describe("the clock at marks", () => {
  let time = 0;
  beforeEach(() => {
    time = 1000;
    vi.spyOn(performance, "now").mockImplementation(() => time);
  });
  afterEach(() => void vi.restoreAllMocks());

  /** Takes that many milliseconds a generation, and nothing else takes any. */
  class Slow implements Runner {
    readonly stepped: number[] = [];
    begun = 0;
    constructor(readonly milliseconds: number) {}
    async begin(): Promise<void> {
      this.begun++;
      this.stepped.push(0);
    }
    async step(generations: number): Promise<void> {
      time += generations * this.milliseconds;
      this.stepped.push(generations);
    }
    hash = async (): Promise<bigint> => 0n;
    dispose(): void {}
  }
  const later = () => performance.now() + 60_000;

  it("reads at each mark, again and again where that is soon over", async () => {
    const runner = new Slow(0.2);
    const readings = await timeMarks(runner, [5, 50], { cap: 5, rounds: 3, deadline: later() });
    expect(readings.map(({ mark, done, rounds }) => [mark, done, rounds])).toEqual([
      [5, 5, 3],
      [50, 50, 3],
    ]);
    expect(readings[0]?.seconds).toBeCloseTo(0.001, 9);
    expect(readings[1]?.seconds).toBeCloseTo(0.01, 9);
    // Once to warm up.
    expect(runner.begun).toBe(4);
  });

  it("stops at the cap and says how far it came", async () => {
    const readings = await timeMarks(new Slow(10), [3, 1000], { cap: 0.2, rounds: 3, deadline: later() });
    expect(readings).toHaveLength(2);
    expect(readings[0]).toMatchObject({ mark: 3, done: 3 });
    const [, last] = readings;
    expect(last?.mark).toBe(1000);
    expect(last?.done).toBeGreaterThan(3);
    expect(last?.done).toBeLessThan(40);
    expect(last?.rounds).toBe(1);
    expect(last?.seconds).toBeLessThan(1);
  });

  it("goes from mark to mark at once with what leaps, unless the cap is behind it", async () => {
    const runner = new Slow(1);
    const options = { cap: 0.3, rounds: 1, deadline: later(), leaps: true };
    const readings = await timeMarks(runner, [20, 500, 600], options);
    expect(readings.map(({ mark, done }) => [mark, done])).toEqual([
      [20, 20],
      [500, 500],
      [600, 500],
    ]);
    expect(runner.stepped).toEqual([0, 10, 0, 20, 480]);
  });

  it("takes one generation at least, whatever it costs", async () => {
    const readings = await timeMarks(new Slow(80), [100], { cap: 0.01, rounds: 3, deadline: 0 });
    expect(readings).toMatchObject([{ mark: 100, done: 1, rounds: 1 }]);
  });

  it("knows a lack of memory from a defect", () => {
    expect(problemOf(new RangeError("Array buffer allocation failed"))).toBe("There is not enough memory.");
    expect(() => problemOf(new TypeError("x is undefined"))).toThrow("x is undefined");
  });
});

describe("the comparison", () => {
  it("runs what is there, compares the cells and leaves out what needs a GPU", async () => {
    const scale = { ...SMALL, side: 40, marks: [3, 10], sides: [32, 48], sizeMark: 5, lifeSide: 64 };
    const result = await compareSeeds(
      casesOf(scale),
      lineup(),
      {},
      {
        budget: 60,
        patience: 1,
        rounds: 1,
        onProgress: () => {},
      },
    );
    expect(result.cases.map(({ id }) => id)).toEqual([
      "life",
      "hex-iterations",
      "anneal-iterations",
      "hex-sizes",
      "anneal-sizes",
    ]);
    const hex = result.cases.find(({ id }) => id === "hex-sizes");
    const reference = hex?.series.find(({ contender }) => contender === "reference");
    expect(reference).toMatchObject({ right: true, problems: [] });
    const life = result.cases.find(({ id }) => id === "life");
    const leaping = life?.series.find(({ contender }) => contender === "hashlife");
    // On the plane, where the R-pentomino has not yet come to a border; to the marks of a GPU.
    expect(leaping).toMatchObject({ right: true, problems: [] });
    expect(leaping?.points.map(({ mark, done }) => [mark, done])).toEqual([
      [20, 20],
      [100, 100],
    ]);
    expect(reference?.points.map(({ side, mark, done }) => [side, mark, done])).toEqual([
      [32, 5, 5],
      [48, 5, 5],
    ]);
    const gpu = hex?.series.find(({ contender }) => contender === "gpu");
    expect(gpu).toMatchObject({ points: [], right: null, problems: ["32 x 32: No GPU was found."] });
    expect(parseSeedsResult(JSON.stringify(result))).toEqual(JSON.parse(JSON.stringify(result)));
    expect(renderSeeds(result).get("README.md")).toContain("No GPU was there.");
  });

  it("says what the budget could not pay for", async () => {
    const [life] = casesOf(SMALL);
    const options = { budget: -1, patience: 1, rounds: 1, onProgress: () => {} };
    const { cases } = await compareSeeds(life ? [life] : [], lineup(), {}, options);
    expect(cases[0]?.series[0]).toMatchObject({
      points: [],
      problems: ["Left out: the time for the whole comparison was up."],
    });
  });

  it("has the grids that were reported", () => {
    const life = casesOf(FULL).find(({ id }) => id === "life");
    expect(life).toMatchObject({ sides: [22_000], cpuMarks: [100], marks: [100, 4000] });
    expect(stageOf(casesOf(FULL)[0]!, 22_000).topology.kind).toBe("frozen");
    const anneal = casesOf(FULL).find(({ id }) => id === "anneal-sizes");
    expect(stageOf(anneal!, 64).topology.kind).toBe("torus");
    expect(casesOf(FULL).find(({ id }) => id === "hex-iterations")?.marks).toContain(100_000);
  });
});

const point = (mark: number, seconds: number, done = mark, side = 100): Point => ({
  mark,
  done,
  seconds,
  rounds: 1,
  side,
});

function series(contender: string, points: readonly Point[], more: Partial<Series> = {}): Series {
  return { contender, label: contender, needsGpu: false, points, right: null, problems: [], ...more };
}

function resultOf(of: Partial<CaseResult>): SeedsResult {
  return {
    kind: "tessella-seeds",
    version: 1,
    date: "2030-01-02",
    machine: { cpu: "A processor", node: "v20", system: "linux x64" },
    copy: { adapter: "Card", software: false, bytes: 2 ** 30, command: 2e12, kernel: 4e12 },
    absent: ["gpu-tile"],
    seconds: 12.3,
    cases: [
      {
        id: "hex-iterations",
        subject: "hex",
        axis: "iterations",
        title: "Hex",
        cap: { cpu: 8, gpu: 15 },
        series: [],
        ...of,
      },
    ],
  };
}

describe("its pages", () => {
  it("compare with the serial program, as far as it came", () => {
    const pages = renderSeeds(
      resultOf({
        series: [
          series("serial", [point(10, 0.1), point(1000, 8, 500)]),
          series("gpu-naive", [point(10, 0.001), point(1000, 0.05)], { right: true }),
          series("gpu-row", [point(10, 0.0005)], { right: false, problems: ["Out of memory."] }),
        ],
      }),
    );
    const text = pages.get("README.md") ?? "";
    expect(text).toContain("GPU: Card; it copies its memory at 4.000 TB/s");
    expect(text).toContain("cells at 1.60e13 cells/s");
    expect(text).toContain("Not part of the build that was measured: gpu-tile.");
    // 100 x 100 cells, 10 generations, a tenth of a second.
    expect(text).toMatch(/\| serial +\| 1\.00e6 +\| 6\.25e5, stopped after 500 +\|/);
    expect(text).toMatch(/\| gpu-naive +\| 1\.00e8 \(100x\) +\| 2\.00e8 \(320x\*\) +\|/);
    expect(text).toMatch(/\*reported: lookup, four cells a time\* +\| \*67x\* +\| \*85x\* +\|/);
    expect(text).toContain("- **gpu-row: its cells were not those of the serial program.**");
    expect(text).toContain("- gpu-row: Out of memory.");
    expect(text).toContain("- Same cells as the serial program after 20 generations: gpu-naive.");
    expect([...pages.keys()]).toEqual(["hex-iterations.svg", "hex-iterations-lookup.svg", "README.md"]);
  });

  it("say how far the lookup leads, and what a scan takes of its list's time", () => {
    const hex = {
      series: [
        series("gpu-naive", [point(10, 0.002), point(1000, 0.1), point(5000, 1, 4000)]),
        series("gpu-row", [point(10, 0.001), point(1000, 0.08), point(5000, 0.4)]),
        series("list-scan", [point(10, 0.01), point(1000, 0.5)]),
        series("list-scan-2", [point(10, 0.019), point(1000, 0.8)]),
      ],
    };
    const pages = renderSeeds(resultOf(hex));
    const text = pages.get("README.md") ?? "";
    // Nothing for the mark that one of them did not reach.
    expect(text).toMatch(/\| \*\*lookup over naive\*\* +\| 2\.00x +\| 1\.25x +\| +\|/);
    expect(text).toMatch(/\| \*reported: lookup over naive\* +\| \*1\.6x\* +\| \*2\.2x\* +\| \*2\.2x\* +\|/);
    expect(text).toMatch(/\| \*\*the scan's share of its list's time\*\* +\| 90 % +\| 60 % +\| +\|/);
    expect(text).toMatch(/\| \*reported: the scan's share of its list's time\* +\| \*over 95 %\* /);
    expect(text).toContain("](hex-iterations-lookup.svg)");
    expect(pages.get("hex-iterations-lookup.svg")).toContain("reported");
    const anneal = renderSeeds(resultOf({ ...hex, subject: "anneal" })).get("README.md") ?? "";
    expect(anneal).toContain("**lookup over naive**");
    expect(anneal).not.toContain("reported");
  });

  it("never compare sizes with a serial figure of another size", () => {
    const text =
      renderSeeds(
        resultOf({
          axis: "size",
          series: [
            series("serial", [point(10, 0.1, 10, 100)]),
            series("gpu", [point(10, 0.001, 10, 100), point(10, 0.001, 10, 200)]),
          ],
        }),
      ).get("README.md") ?? "";
    expect(text).toMatch(/\| gpu +\| 1\.00e8 \(100x\) \| 4\.00e8 +\|/);
  });

  it("give Life in milliseconds beside what was reported", () => {
    const text =
      renderSeeds(
        resultOf({
          subject: "life",
          series: [
            series("serial", [point(100, 2, 20)]),
            series("gpu-naive", [point(100, 0.2), point(4000, 4)]),
            series("gpu-block", [point(4000, 2)]),
            series("block-8", [point(4000, 2.5)]),
          ],
        }),
      ).get("README.md") ?? "";
    expect(text).toMatch(
      /\| serial +\| 20 of 100 \(stopped\) \| 100 +\| 1\.00e5 +\| +\| 4612 \(Life, CPU\) +\|/,
    );
    expect(text).toMatch(/\| gpu-naive \| 4,000 +\| 1\.00 +\| 1\.00e7 +\| 100x +\| 120 \(Life, GPU\) +\|/);
    // 100 ms on the CPU, 1 and 0.5 ms on the GPU; in brackets what 4612, 3006, 120 and 102 ms come to.
    expect(text).toMatch(
      /\| Life, GPU +\| 100x \(38\.4x\) +\| not measured \(25\.1x\) +\| +\| 0\.500x \(0\.850x\) +\|/,
    );
    expect(text).toMatch(
      /\| 4x4 table, GPU +\| 200x \(45\.2x\) +\| not measured \(29\.5x\) +\| 2\.00x \(1\.18x\) +\| +\|/,
    );
    expect(text).toContain("With three quarters fewer threads the 4x4 table on the GPU is 0.800x as fast");
  });

  it("come from a result only", () => {
    expect(() => parseSeedsResult('{"kind":"other","version":1}')).toThrow("no result of");
    expect(() => parseSeedsResult("[]")).toThrow("no result of");
  });
});
