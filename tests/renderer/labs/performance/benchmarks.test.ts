import { describe, expect, it } from "vitest";
import type { SoupFigures, SoupJob } from "../../../../engine/bench/gpu-bench.ts";
import { TessellaError } from "../../../../engine/core/errors.ts";
import { gridWidth } from "../../../../engine/core/topology.ts";
import { LIFE } from "../../../../engine/rules/universe-rule.ts";
import type { AlgorithmInfo } from "../../../../engine/worker/protocol/universe.ts";
import type { BenchmarksWish } from "../../../../renderer/labs/performance/benchmarks/benchmarks.ts";
import { Benchmarks } from "../../../../renderer/labs/performance/benchmarks/benchmarks.ts";
import { figuresAt } from "../../../support/stretches.ts";

const COPY = { adapter: "Card", software: false, bytes: 1024, command: 1e12, kernel: 2e12 };
const info = (id: string, needsGpu: boolean, refuses: string | null = null): AlgorithmInfo => ({
  id,
  name: id,
  summary: "",
  needsGpu,
  forComparison: false,
  leaps: false,
  refuses,
});
const WISH: BenchmarksWish = {
  rule: LIFE,
  sizes: [
    { width: 64, height: 64 },
    { width: 128, height: 128 },
  ],
  algorithms: [info("gpu", true), info("bitwise", false), info("gpu-small", true)],
  repeats: 2,
  memoryMegabytes: 100,
};

function rig(onJob: (job: SoupJob) => Promise<void> = async () => {}) {
  const log: string[] = [];
  const measure = async (job: SoupJob): Promise<SoupFigures> => {
    await onJob(job);
    const rates = Array.from({ length: job.repeats }, () => (job.algorithm === "gpu" ? 4e12 : 1e10));
    const adapter = job.algorithm === "gpu" ? "Card" : null;
    return figuresAt(job, rates, { adapter, generations: 9, hash: 3n });
  };
  const benchmarks = new Benchmarks({
    view: () => ({
      measure: (job) => {
        log.push(`view ${job.algorithm}`);
        return measure(job);
      },
      measureCopy: async () => COPY,
      algorithms: async ({ topology }) => [
        info("gpu", true),
        info("gpu-small", true, gridWidth(topology) > 0 ? "Too large." : null),
      ],
    }),
    startCpu: () => {
      log.push("cpu starts");
      let end: (error: Error) => void = () => {};
      const closed = new Promise<never>((_, reject) => {
        end = reject;
      });
      closed.catch(() => {});
      return {
        call: {
          measure: (job) => {
            log.push(`cpu ${job.algorithm}`);
            return Promise.race([measure(job), closed]);
          },
        },
        close: () => {
          log.push("cpu ends");
          end(new TessellaError("aborted", "The engine was closed."));
        },
      };
    },
    hold: () => {
      log.push("awake");
      return () => log.push("may sleep");
    },
  });
  return { benchmarks, log };
}

describe("the studio's benchmarks", () => {
  it("run where the cells live, the CPU in a worker of its own that ends with them", async () => {
    const { benchmarks, log } = rig();
    await benchmarks.run(WISH);
    const { bench, running, done, all, problem } = benchmarks.store.getState();
    expect({ running, done, all, problem }).toEqual({ running: false, done: 6, all: 6, problem: null });
    expect(bench?.oneStepLimit).toBe(8e12);
    expect(
      bench?.rows.map((row) => [row.width, row.algorithm, row.median, row.ofLimit, row.right, row.problem]),
    ).toEqual([
      [64, "bitwise", 1e10, null, null, null],
      [64, "gpu", 4e12, 0.5, true, null],
      [64, "gpu-small", null, null, null, "Too large."],
      [128, "bitwise", 1e10, null, null, null],
      [128, "gpu", 4e12, 0.5, true, null],
      [128, "gpu-small", null, null, null, "Too large."],
    ]);
    expect(log.filter((line) => line.startsWith("view"))).toEqual(["view gpu", "view gpu"]);
    expect(log.filter((line) => /starts|ends|awake|sleep/.test(line))).toEqual([
      "awake",
      "cpu starts",
      "cpu ends",
      "may sleep",
    ]);
  });

  it("show what is there while they run, and keep it when they are stopped", async () => {
    const { benchmarks } = rig(async ({ topology }) => {
      if (gridWidth(topology) < 100) return;
      expect(benchmarks.store.getState().bench?.rows).toHaveLength(3);
      expect(benchmarks.store.getState()).toMatchObject({
        running: true,
        what: "B3/S23, 128 x 128, bitwise",
      });
      benchmarks.stop();
      await new Promise(() => {});
    });
    await benchmarks.run(WISH);
    const { bench, running, problem } = benchmarks.store.getState();
    expect({ running, problem }).toEqual({ running: false, problem: "Stopped; what was measured stays." });
    expect(bench?.rows).toHaveLength(3);
  });

  it("begin once, say what went wrong, and can begin again", async () => {
    let broken = true;
    const { benchmarks, log } = rig(async () => {
      if (broken) throw new Error("the worker fell over");
    });
    await Promise.all([benchmarks.run(WISH), benchmarks.run(WISH)]);
    expect(log.filter((line) => line === "awake")).toHaveLength(1);
    expect(benchmarks.store.getState().problem).toBe("the worker fell over");
    broken = false;
    await benchmarks.run(WISH);
    expect(benchmarks.store.getState()).toMatchObject({ problem: null, running: false });
  });
});
