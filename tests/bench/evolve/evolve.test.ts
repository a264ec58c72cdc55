import { describe, expect, it } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { CPU_SCORER } from "../../../engine/evolve/cpu-scorer.ts";
import { GENETIC } from "../../../engine/evolve/genetic.ts";
import type { RingShape } from "../../../engine/evolve/genome.ts";
import { PRESETS } from "../../../engine/evolve/presets.ts";
import type { CompareOptions } from "./bench.ts";
import { claimsOf } from "./claims.ts";
import { compareEvolve } from "./compare.ts";
import { REPORTED_BLOCKS, REPORTED_SCALING, REPORTED_TIMES, SERIAL_MICROSECONDS } from "./papers.ts";
import { renderEvolve } from "./render.ts";
import type { CounterRuns, EvolveResult, SearchPoint, Series, Where } from "./result.ts";
import { parseEvolveResult } from "./result.ts";
import { FULL, SMALL } from "./scale.ts";
import { SERIAL_SCORER } from "./serial.ts";
import { timed } from "./timing.ts";

describe("the serial program", () => {
  const shapes: readonly (readonly [name: string, shape: RingShape])[] = [
    ["the ring of the paper", { cells: 64, boundary: "cyclic", radius: 3, ruleACell: false }],
    ["a few cells, repeated ends", { cells: 7, boundary: "replicate", radius: 2, ruleACell: false }],
    ["a rule a cell, fixed ends", { cells: 10, boundary: "fixed01", radius: 1, ruleACell: true }],
  ];
  it.each(shapes)("counts as the CPU path does: %s", async (_, shape) => {
    const { plan } = PRESETS.get("majority");
    const setting = { ...plan.setting, shape, steps: shape.cells };
    const { genomes } = GENETIC.first({ ...plan, setting, population: 30 });
    const job = { setting, genomes, set: { size: 30, seed: 5, first: 9, density: "fair" } as const };
    const counts = await SERIAL_SCORER.score(job);
    expect(counts).toEqual(await CPU_SCORER.score(job));
    expect(counts.some((count) => count > 0)).toBe(true);
  });

  it.each(["fixed00", "cyclic"] as const)("counts up as the CPU path does: %s", async (boundary) => {
    const { plan } = PRESETS.get("counter");
    const setting = { ...plan.setting, shape: { ...plan.setting.shape, boundary } };
    const { genomes } = GENETIC.first({ ...plan, setting, population: 500 });
    const job = { setting, genomes, set: { size: 1, seed: 1, first: 0, density: "fair" } as const };
    expect(await SERIAL_SCORER.score(job)).toEqual(await CPU_SCORER.score(job));
  });
});

describe("the clock", () => {
  it("takes the median of the rounds", async () => {
    let round = 0;
    const { reading, answer } = await timed(8, { cap: 60, rounds: 3 }, async () => ++round);
    expect(reading).toMatchObject({ evaluations: 8, done: 8, rounds: 3 });
    expect(answer).toBe(3);
    expect(reading.fastest).toBeLessThanOrEqual(reading.seconds);
    expect(reading.slowest).toBeGreaterThanOrEqual(reading.seconds);
  });

  it("stops at the cap and says how far it came", async () => {
    const { reading, answer } = await timed(
      1000,
      { cap: 0.01, rounds: 3 },
      async ({ signal, onProgress }) => {
        for (let done = 1; ; done++) {
          onProgress(done);
          signal.throwIfAborted();
        }
      },
    );
    expect(answer).toBe(null);
    expect(reading.rounds).toBe(1);
    expect(reading.done).toBeGreaterThan(0);
    expect(reading.seconds).toBeGreaterThan(0.01);
  });

  it("lets other errors through", async () => {
    const lost = new TessellaError("gpu-lost", "The GPU is gone.");
    await expect(timed(1, { cap: 60, rounds: 1 }, () => Promise.reject(lost))).rejects.toBe(lost);
  });
});

const OPTIONS: CompareOptions = {
  parts: ["searches", "simulation", "methods", "long"],
  scale: {
    ...SMALL,
    ...{ population: 4, generations: 3, vectors: [2, 4], simulation: 5, longGenerations: 2, rounds: 1 },
    methods: { population: 1, milliseconds: 0 },
  },
  ...{ budget: 600, cap: 60, euros: null, watts: null },
  onProgress: () => {},
};

describe("the comparison", () => {
  it("runs what is there without a GPU, everybody the same populations", async () => {
    const result = await compareEvolve(undefined, OPTIONS);
    const [serial, cpu] = result.searches as [Series, Series];
    expect([serial.contender, cpu.contender]).toEqual(["serial", "cpu"]);
    expect(serial.points.map(({ done, vectors }) => [done, vectors])).toEqual([
      [24, 2],
      [48, 4],
    ]);
    expect(cpu.points.map(({ hash }) => hash)).toEqual(serial.points.map(({ hash }) => hash));
    expect(result.simulation.map(({ points }) => points[0]?.done)).toEqual([5, 5]);
    expect(new Set(result.methods.map(({ ring }) => ring)).size).toBe(7);
    expect(result.longCounters.map(({ seconds }) => seconds !== null && seconds > 0)).toEqual([true, true]);
    expect(parseEvolveResult(JSON.stringify(result))).toEqual(JSON.parse(JSON.stringify(result)));
    const page = renderEvolve(result).get("README.md") ?? "";
    expect(page).toContain("No GPU was there.");
    expect(page).toContain(
      "- The same last populations, bit for bit: serial program (JavaScript), the CPU path, one core.",
    );
  });

  it("says what the time did not suffice for", async () => {
    const result = await compareEvolve(undefined, { ...OPTIONS, budget: -1 });
    expect([result.searches, result.methods]).toEqual([[], []]);
    expect(result.problems).toContain('The part "searches": Left out: the time for everything was up.');
    expect(renderEvolve(result).get("README.md")).toContain(
      '## Missing\n\n- Left out: the time for everything was up.\n  - The part "searches"\n',
    );
  });

  it("does not begin what would take far longer than the cap", async () => {
    const scale = { ...OPTIONS.scale, vectors: [2, 2_000_000_000] };
    const { searches } = await compareEvolve(undefined, { ...OPTIONS, parts: ["searches"], scale });
    for (const { points, problems } of searches) {
      expect(points).toHaveLength(1);
      expect(problems).toEqual([
        expect.stringMatching(/^24,000,000,000 evaluations: Not run: it would take about [\d,]+ s\.$/),
      ]);
    }
  });

  it("has the sizes that were reported, and goes up to 240,000,000 evaluations", () => {
    const sizes = FULL.vectors.map((vectors) => vectors * FULL.population * FULL.generations);
    expect(sizes).toEqual([...REPORTED_SCALING.vectors.map(([size]) => size), 240_000_000]);
    expect(FULL.blocks).toEqual({ threads: REPORTED_BLOCKS.threads, vectors: REPORTED_BLOCKS.vectors });
    for (const { rows } of REPORTED_TIMES)
      for (const { serialSeconds, seconds, times } of rows)
        expect(Math.abs(serialSeconds / seconds / times - 1)).toBeLessThan(0.02);
    expect((SERIAL_MICROSECONDS * 24e6) / 417.36 / 24e6).toBeCloseTo(9.79, 2);
  });
});

const point = (evaluations: number, seconds: number, done = evaluations): SearchPoint => ({
  ...{ evaluations, done, seconds, fastest: seconds, slowest: seconds, rounds: 1 },
  ...{ population: 100, vectors: evaluations / 1000, hash: "0123" },
});

function series(
  contender: string,
  where: Where,
  points: readonly SearchPoint[],
  problems: readonly string[] = [],
): Series {
  return { contender, label: contender, where, points, problems };
}

const runs = (
  where: Where,
  generations: readonly number[],
  seconds: number,
  together = false,
): CounterRuns => ({
  ...{ label: `${where} runs`, where, generations, runs: generations.length, seconds, together },
});

/** As from an H200, with round figures. The serial program takes 50 us an evaluation. */
const RESULT: EvolveResult = {
  ...{ kind: "tessella-evolve-bench", version: 1, date: "2030-01-02" },
  machine: { cpu: "A processor", cores: 16, node: "v20", system: "linux x64" },
  gpu: { adapter: "Card", software: false, euros: 1000, watts: 500 },
  ...{ seconds: 12.3, cap: 30, searchGenerations: 10 },
  simulation: [
    series("serial", "serial", [point(50_000, 2)]),
    series("cells", "gpu", [point(50_000, 0.004)]),
  ],
  searches: [
    series(
      "serial",
      "serial",
      [point(240_000, 12)],
      ["2,400,000 evaluations: Not run: it would take about 120 s."],
    ),
    series("cells", "gpu", [point(240_000, 0.24), point(2_400_000, 30, 1_000_000)]),
    series("vectors", "gpu", [point(240_000, 0.12), point(2_400_000, 0.24)]),
    series("individuals", "gpu", [point(240_000, 0.06), point(2_400_000, 0.48)]),
    series("packed", "gpu", [{ ...point(240_000, 0.0024), hash: "4567" }]),
  ],
  methods: [
    {
      ...point(100, 0.005),
      ring: "64 cells",
      method: "serial",
      label: "serial",
      where: "serial",
      earlyStop: false,
    },
    {
      ...point(10_000, 0.01),
      ring: "64 cells",
      method: "vectors",
      label: "B",
      where: "gpu",
      earlyStop: false,
    },
    {
      ...point(10_000, 0.001),
      ring: "64 cells",
      method: "packed",
      label: "ours",
      where: "gpu",
      earlyStop: true,
    },
  ],
  blocks: [
    {
      ...{ contender: "vectors", label: "A thread a vector", threads: [16, 64, 320], vectors: [240, 2400] },
      evaluations: [240_000, 2_400_000],
      seconds: [
        [0.12, 2.4],
        [0.24, 0.24],
        [null, null],
      ],
      problems: ["320 threads: Card has at most 256 threads a workgroup."],
    },
  ],
  counters: [
    runs("serial", [1000, 3000], 2),
    { ...runs("gpu", [1000], 4), label: "alone" },
    {
      ...runs(
        "gpu",
        Array.from({ length: 200 }, (_, k) => 20 * k),
        1,
        true,
      ),
      label: "many",
    },
  ],
  longCounters: [
    { label: "serial", where: "serial", population: 320, generations: 15_000, seconds: 3, problem: null },
    {
      label: "the GPU",
      where: "gpu",
      population: 320,
      generations: 15_000,
      seconds: null,
      problem: "Too many.",
    },
  ],
  sweep: [
    { swept: "elites", value: 0, usual: false, runs: 3, generations: [10, 20], limit: 1000 },
    { swept: "elites", value: 2, usual: true, runs: 3, generations: [100, 200, 300], limit: 1000 },
  ],
  problems: [],
};

describe("the page", () => {
  const pages = renderEvolve(RESULT);
  const text = pages.get("README.md") ?? "";

  it("says where it was measured", () => {
    expect(text).toContain(
      "Measured on 2030-01-02, in 12 s. GPU: Card. CPU: A processor, 16 cores (Node v20, linux x64).",
    );
    expect(text).toContain("takes 50.0 us");
    const software = { ...RESULT, gpu: { adapter: "SwiftShader", software: true, euros: null, watts: null } };
    const other = renderEvolve(software).get("README.md");
    expect(other).toContain("**SwiftShader imitates a GPU on the CPU**");
    expect(other).toMatch(
      /\| In a search, A is slower than the serial program +\| 0\.69x, 0\.61x +\| 50x +\| - +\|/,
    );
  });

  it("has Tables I to III with what was reported beside what was measured", () => {
    expect(text).toMatch(
      /\| cells; a rule is only run +\| 50,000 +\| 2\.00 +\| 0\.00400 +\| 0\.0800 +\| 500x +\|/,
    );
    expect(text).toMatch(/\| vectors +\| 240,000 +\| 12\.0 +\| 0\.120 +\| 0\.500 +\| 100x +\|/);
    expect(text).toMatch(/\| \*B \(Table II, GTX 285\)\* +\| 240,000 +\| 980 +\| 72\.2 +\| 301 +\| 14x +\|/);
    expect(text).toMatch(/\| evaluations +\| 240,000 +\| 2,400,000 +\| 24,000,000 +\|/);
    expect(text).toMatch(/\| cells +\| 1\.00 us \(50x\) +\| 30\.0 us \(1\.7x\), stopped +\| +\|/);
    expect(text).toMatch(/\| packed +\| 0\.0100 us \(5,000x\) +\| not run +\|/);
    expect(text).toMatch(/\| \*A, reported\* +\| \*5,920 us \(0\.69x\)\* +\| .* \| \*not done in 10 h\* +\|/);
    expect(text).toContain("- serial, 2,400,000 evaluations: Not run: it would take about 120 s.");
    expect(text).toContain("- **Not the same populations as the others: packed.**");
  });

  it("says which of the paper's conclusions hold, by the figures", () => {
    expect(claimsOf(RESULT).map(({ here, holds }) => [here, holds])).toEqual([
      ["500x", true],
      ["50x", false],
      ["0.50x at 240,000, 2.0x at 2,400,000", false],
      ["100x, 500x", true],
      [null, null],
      ["16 to 64", true],
      ["0.13x", true],
      [null, null],
    ]);
    expect(text).toMatch(
      /\| In a search, A is slower than the serial program +\| 0\.69x, 0\.61x +\| 50x +\| \*\*no\*\* +\|/,
    );
    expect(text).toContain("15 to 160; 8 to 160");
  });

  it("has the threads of a block as tables and heat maps, and the times of Figure 7", () => {
    expect(text).toMatch(/\| 16 +\| 100x +\| 50x +\|/);
    expect(text).toMatch(/\| 320 +\| +\| +\|/);
    expect(text).toContain("- 320 threads: Card has at most 256 threads a workgroup.");
    expect(text).toMatch(/\| 160 +\| +\| 26x +\| +\| 124x +\| 236x +\| 370x +\| 417x +\|/);
    for (const [, name] of text.matchAll(/\]\(([^)]+\.svg)\)/g)) expect(pages.has(name as string)).toBe(true);
    expect([...pages.keys()].sort()).toEqual([
      ...["README.md", "blocks-9600-gt.svg", "blocks-gtx-285.svg", "blocks-vectors.svg"],
      ...["counter-runs.svg", "scaling.svg", "sizes.svg"],
    ]);
  });

  it("has counters with their errors, by generations a second", () => {
    expect(text).toMatch(/\| serial runs +\| 2 of 2 +\| 2,000 \+- 1,000 +\| 1\.00 +\| +\|/);
    expect(text).toMatch(/\| alone +\| 1 of 1 +\| 1,000 +\| 4\.00 +\| 0\.13x +\|/);
    expect(text).toMatch(/\| the GPU +\| +\| 15,000 +\| not run +\| +\|/);
    expect(text).toContain("- the GPU: Too many.");
    expect(text).toMatch(/\| 0 +\| 2 of 3 +\| 15 \+- 5 +\|\n\| \*\*2\*\* +\| all +\| 200 \+- 58 +\|/);
    expect(pages.get("counter-runs.svg")).toContain("Generations of 200 runs of the counter, mean 1,990 +-");
  });

  it("has what an evaluation takes today, and a euro and a watt where they are known", () => {
    expect(text).toMatch(/\| ours +\| yes +\| 10,000 +\| 0\.100 \(0\.100 \.\. 0\.100\) +\| 500x +\| 10x +\|/);
    expect(text).toMatch(/\| vectors +\| 10,000,000 +\| 10,000 +\| 20,000 +\|/);
    expect(text).toMatch(/\| \*B, GTX 285, reported\* +\| 102,171 +\| 276 +\| +\|/);
    const gpu = { adapter: "Card", software: false, euros: null, watts: null };
    expect(renderEvolve({ ...RESULT, gpu }).get("README.md")).not.toContain("euro");
  });

  it("comes from a result only", () => {
    expect(() => parseEvolveResult('{"kind":"tessella-seeds","version":1}')).toThrow("no result of");
  });
});
