import { describe, expect, it } from "vitest";
import type { Contestant, GpuBenchPlan, SoupFigures, SoupJob } from "../../../engine/bench/gpu-bench.ts";
import { benchGpu, wrongRows } from "../../../engine/bench/gpu-bench.ts";
import { formatGpuBench, gpuBenchCsv, gpuBenchJson } from "../../../engine/bench/gpu-report.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import { gridHeight, gridWidth } from "../../../engine/core/topology.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { figuresAt } from "../../support/stretches.ts";

const cpu: Contestant = { id: "bitwise", needsGpu: false, refuses: () => null };
const fast: Contestant = { id: "gpu", needsGpu: true, refuses: () => null };
const narrow: Contestant = {
  id: "gpu-narrow",
  needsGpu: true,
  refuses: (_rule, topology) => (gridWidth(topology) > 100 ? 'Only narrow grids, "so far".' : null),
};
const COPY = { adapter: "Card", software: false, bytes: 2 ** 30, command: 3e12, kernel: 4e12 };

const PLAN: GpuBenchPlan = {
  rules: [parseRule("B3/S23")],
  sizes: [{ width: 64, height: 32 }],
  algorithms: [fast, cpu, narrow],
  repeats: 3,
  milliseconds: 1,
  patient: false,
};

const RATES: Readonly<Record<string, readonly number[]>> = {
  bitwise: [2e9, 1e9, 3e9],
  gpu: [8e12, 4e12, 6e12],
  "gpu-narrow": [1e12, 1e12, 1e12],
};

async function answer(job: SoupJob): Promise<SoupFigures> {
  const { algorithm, topology, repeats, checkGenerations } = job;
  const hash = BigInt(gridWidth(topology) * 1000 + gridHeight(topology) + (checkGenerations ?? 0));
  const rates = (RATES[algorithm] ?? []).slice(0, repeats);
  const adapter = algorithm === "bitwise" ? null : "Card";
  return figuresAt(job, rates, { adapter, generations: 7, hash });
}

function bench(changes: Partial<GpuBenchPlan> = {}, measure = answer) {
  const jobs: SoupJob[] = [];
  const tools = {
    measure: (job: SoupJob) => {
      jobs.push(job);
      return measure(job);
    },
    copy: async () => COPY,
  };
  return benchGpu({ ...PLAN, ...changes }, tools).then((result) => ({ result, jobs }));
}

describe("the bench of GPU algorithms", () => {
  it("sets each beside the memory and the CPU, which goes first", async () => {
    const { result } = await bench();
    expect(result.oneStepLimit).toBe(16e12);
    expect(result.rows.map(({ algorithm }) => algorithm)).toEqual(["bitwise", "gpu", "gpu-narrow"]);
    expect(result.rows[1]).toMatchObject({
      median: 6e12,
      slowest: 4e12,
      fastest: 8e12,
      ofLimit: 6 / 16,
      ofYardstick: 3000,
      right: true,
      adapter: "Card",
    });
    expect(result.rows[0]).toMatchObject({ median: 2e9, ofLimit: null, ofYardstick: null, right: null });
  });

  it("says which cells are wrong", async () => {
    const { result } = await bench({}, async (job) => {
      const figures = await answer(job);
      return job.algorithm === "gpu" ? { ...figures, hash: 1n } : figures;
    });
    expect(result.rows.map(({ right }) => right)).toEqual([null, false, true]);
    expect(wrongRows(result)).toEqual(["gpu: wrong cells of B3/S23, 64 x 32."]);
    expect(formatGpuBench(result)).toContain("WRONG");
  });

  it("goes on where one cannot run, and says why", async () => {
    const { result } = await bench({ sizes: [{ width: 200, height: 10 }] }, async (job) => {
      if (job.algorithm === "gpu") throw new TessellaError("memory-limit", "Card has no memory left.");
      return answer(job);
    });
    expect(result.rows.map(({ problem }) => problem)).toEqual([
      null,
      "Card has no memory left.",
      'Only narrow grids, "so far".',
    ]);
    expect(result.rows[1]).toMatchObject({ median: null, ofLimit: null, right: null });
  });

  it("stops for a defect, and when it is told to", async () => {
    const broken = bench({}, async () => Promise.reject(new Error("a defect")));
    await expect(broken).rejects.toThrow("a defect");
    const aborted = new TessellaError("aborted", "The work was stopped.");
    await expect(bench({}, async () => Promise.reject(aborted))).rejects.toBe(aborted);
  });

  it("neither times nor asks the CPU where that takes long, unless it was named", async () => {
    const sizes = [{ width: 2 ** 14, height: 2 ** 14 }];
    const { result, jobs } = await bench({ sizes });
    expect(jobs.map(({ algorithm }) => algorithm)).toEqual(["gpu"]);
    expect(result.rows[0]?.problem).toContain("take the CPU long");
    expect(result.rows[1]).toMatchObject({ right: null, ofYardstick: null, median: 6e12 });
    const patient = await bench({ sizes, patient: true });
    expect(patient.jobs.map(({ algorithm }) => algorithm)).toEqual(["bitwise", "gpu"]);
  });

  it("still times the GPU where the CPU cannot say what is right", async () => {
    const { result } = await bench({ algorithms: [fast] }, async (job) => {
      if (job.algorithm === "bitwise") throw new TessellaError("memory-limit", "Too much.");
      return answer(job);
    });
    expect(result.rows).toMatchObject([{ algorithm: "gpu", median: 6e12, right: null }]);
  });

  it("needs no GPU for the CPU alone", async () => {
    const { result } = await bench({ algorithms: [cpu] });
    expect(result.copy).toBeNull();
    expect(result.rows[0]?.ofLimit).toBeNull();
    expect(formatGpuBench(result)).not.toContain("GPU:");
  });
});

describe("its report", () => {
  it("is a table below what it is measured against", async () => {
    const text = formatGpuBench((await bench()).result);
    expect(text).toContain("3.00 TB/s by command, 4.00 TB/s by kernel (1024 MB)");
    expect(text).toContain("at best reach 1.60e13 cells/s");
    expect(text).toMatch(
      /\| B3\/S23 \| 64 x 32 \| gpu +\| 6\.00e12 +\| 4\.00e12 \.\. 8\.00e12 \| 0\.375x +\| 3\.00e\+3x +\| right \|/,
    );
  });

  it("is CSV that quotes what needs it", async () => {
    const { result } = await bench({ sizes: [{ width: 200, height: 10 }] });
    const lines = gpuBenchCsv(result).split("\r\n");
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe(
      "rule,width,height,algorithm,adapter,generations,cells_per_second,slowest,fastest,of_one_step_limit,against_bitwise,right,problem",
    );
    expect(lines[2]).toBe(
      "B3/S23,200,10,gpu,Card,7,6000000000000,4000000000000,8000000000000,0.375,3000,true,",
    );
    expect(lines[3]).toBe('B3/S23,200,10,gpu-narrow,,0,,,,,,,"Only narrow grids, ""so far""."');
  });

  it("is JSON that can be written", async () => {
    const { result } = await bench();
    const back = JSON.parse(JSON.stringify(gpuBenchJson(result)));
    expect(back).toMatchObject({ copy: COPY, oneStepLimit: 16e12, repeats: 3, wrong: [] });
    expect(back.rows[1].rates).toEqual([8e12, 4e12, 6e12]);
  });
});
