// One grid over ranks, on a machine of which every time is known beforehand.

import { describe, expect, it } from "vitest";
import type {
  ClusterPlan,
  RunShared,
  SharedOutcome,
  SharedRun,
} from "../../../engine/bench/cluster-bench.ts";
import { benchCluster, runText, unlikeRuns } from "../../../engine/bench/cluster-bench.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import { haloSeconds } from "../../../engine/model/halo.ts";

const LAUNCH = 2e-5;
const CELL = 4e-10;
const TRANSFER = { latencySeconds: 5e-4, bytesASecond: 1e8 };

/** Slabs on a machine of that many processors; all runs of a grid end alike. */
function outcome(
  { ranks, width, height, halo, overlap, generations }: SharedRun,
  processors: number,
): SharedOutcome {
  const hash = `${width} ${height} ${generations}`;
  const computing = (cells: number): number => Math.max(1, ranks / processors) * (LAUNCH + CELL * cells);
  if (ranks === 1) return { seconds: generations * computing(width * height), hash };
  const part = { split: "slabs", width, height: Math.ceil(height / ranks) } as const;
  const work = { seconds: computing, part, transfer: TRANSFER };
  return { seconds: generations * haloSeconds(work, overlap ? "overlap" : "whole", halo), hash };
}

const PLAN: ClusterPlan = {
  width: 1024,
  height: 2048,
  ranks: [1, 2, 4, 8],
  halos: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048],
  processors: 4,
  overlaps: true,
  generations: { seconds: 1 },
  parts: ["strong", "weak", "halo"],
};

const signal = new AbortController().signal;
const control = (run: RunShared) => ({ run, signal, cap: 60 });

describe("a bench over ranks", () => {
  it.each([4, 1])(
    "finds what a machine of %i processors costs, and predicts each run before it begins",
    async (processors) => {
      const told: string[] = [];
      const { points, fit, problems } = await benchCluster(
        { ...PLAN, processors },
        {
          ...control(async (run) => {
            told.push(`run ${runText(run)}`);
            return outcome(run, processors);
          }),
          onPrediction: (run) => told.push(`before ${runText(run)}`),
        },
      );
      expect(problems).toEqual([]);
      expect(fit?.cost.launchSeconds).toBeCloseTo(LAUNCH, 9);
      expect(fit?.cost.secondsACell).toBeCloseTo(CELL, 15);
      expect(fit?.transfer.latencySeconds).toBeCloseTo(TRANSFER.latencySeconds, 8);
      for (let i = 0; i < told.length; i += 2) expect(told[i + 1]).toBe(told[i].replace("before", "run"));
      const predicted = points.filter(({ part }) => part !== "fit");
      for (const point of predicted) expect((point.predicted ?? 0) / point.seconds).toBeCloseTo(1, 5);
      expect(points.filter(({ part }) => part === "fit").every((point) => point.predicted === null)).toBe(
        true,
      );
      const ranksOf = (part: string): readonly number[] =>
        points.filter((point) => point.part === part).map(({ ranks }) => ranks);
      expect(ranksOf("strong")).toEqual([1, 2, 4, 8]);
      expect(ranksOf("weak")).toEqual([1, 2, 4, 8]);
      // One rank takes a second, which is some 1,170 generations: no halo that is exchanged fewer than four times.
      const [{ generations }] = points;
      expect(generations * (LAUNCH + CELL * 1024 * 2048)).toBeCloseTo(1, 2);
      const halos = points.filter(({ part }) => part === "halo");
      expect(halos.map(({ ranks, halo, overlap }) => [ranks, halo, overlap])).toEqual(
        [256, 128, 64, 32, 16, 8, 4, 2, 1].flatMap((halo) => [
          [2, halo, false],
          [2, halo, true],
        ]),
      );
      const weak = points.filter(({ part }) => part === "weak");
      expect(weak.map(({ width, height }) => [width, height])).toEqual(
        [512, 1024, 2048, 4096].map((h) => [1024, h]),
      );
      // The best halo of the model is that of the machine.
      const strong = points.find(({ part, ranks }) => part === "strong" && ranks === 2);
      expect(strong?.seconds).toBeLessThanOrEqual(Math.min(...halos.map(({ seconds }) => seconds)) * 1.0001);
    },
  );

  it("takes overlap for the best only where it may", async () => {
    const choices = async (overlaps: boolean): Promise<readonly boolean[]> => {
      const { points } = await benchCluster(
        { ...PLAN, generations: 32, width: 64, overlaps, parts: ["strong"] },
        control(async (run) => outcome(run, 4)),
      );
      return points.filter(({ part, ranks }) => part === "strong" && ranks > 1).map(({ overlap }) => overlap);
    };
    expect(await choices(true)).toContain(true);
    expect(await choices(false)).not.toContain(true);
  });

  it("leaves out what there is no time for, and keeps what it has", async () => {
    const soFar: number[] = [];
    const { points, problems } = await benchCluster(
      { ...PLAN, generations: { seconds: 1000 } },
      {
        ...control(async (run) => outcome(run, 4)),
        cap: 1e5,
        // Every run is predicted to last longer than that.
        deadline: performance.now() + 60_000,
        onFigures: (figures) => soFar.push(figures.points.length),
      },
    );
    expect(points.map(({ part }) => part)).toEqual(Array.from({ length: 6 }, () => "fit"));
    expect(soFar).toEqual([1, 2, 3, 4, 5, 6]);
    expect(problems).toEqual(["The time for the comparison was up before all had been run."]);
  });

  it("leaves out runs that are known to take too long, and measures lower halos last", async () => {
    const ran: (readonly [number, number])[] = [];
    const { points, problems } = await benchCluster(
      { ...PLAN, ranks: [1, 2], generations: 1000, parts: ["halo"], overlaps: false },
      {
        ...control(async ({ ranks, halo, generations }) => {
          ran.push([ranks, halo]);
          return { seconds: ranks === 1 ? 1 : 1 + (generations / halo) * 0.02, hash: "" };
        }),
        cap: 10,
      },
    );
    // At 8 rows it is 3.5 s, 3 of them exchanges: with one row it may take 24.5; two rows take 11 and four 6.
    expect(ran.slice(0, 5).map(([, halo]) => halo)).toEqual([1, 1, 1, 32, 8]);
    expect([...new Set(ran.slice(5).map(([, halo]) => halo))]).toEqual([128, 64, 32, 16, 8, 4]);
    expect(points.length).toBe(ran.length);
    expect(problems[0]).toBe(
      "A run of 2 ranks on 1,024 x 2,048 cells with halos of 1 row was left out: it might take 24.5 s.",
    );
    expect(problems).toContainEqual(
      expect.stringMatching(/^A run of 2 ranks .* halos of 2 rows was left out: it might take 1\d/),
    );
  });

  it("stops a run that takes too long, says what a run cannot do, and goes on", async () => {
    const { points, problems } = await benchCluster(
      { ...PLAN, parts: ["strong"], generations: 200 },
      {
        ...control(async (run, stop) => {
          if (run.ranks === 4) await new Promise((_, reject) => stop.addEventListener("abort", reject));
          if (run.ranks === 8) throw new TessellaError("gpu-unavailable", "There are no 8 cards.");
          return outcome(run, 4);
        }),
        cap: 0.4,
      },
    );
    expect(points.filter(({ part }) => part === "strong").map(({ ranks }) => ranks)).toEqual([1, 2]);
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatch(
      /^A run of 4 ranks on 1,024 x 2,048 cells with halos of \d+ rows.* took too long and was stopped\.$/,
    );
    expect(problems[1]).toBe("There are no 8 cards.");
  });

  it("tells no model where runs are too short to be timed, and ends when it is told to", async () => {
    const short = async (): Promise<SharedOutcome> => ({ seconds: 0, hash: "" });
    const { fit, points, problems } = await benchCluster({ ...PLAN, generations: 200 }, control(short));
    expect({ fit, points }).toEqual({ fit: null, points: [] });
    expect(problems).toContain("A run of 1 rank on 1,024 x 2,048 cells was too soon over to be timed.");
    const flat = await benchCluster(
      { ...PLAN, generations: 200 },
      control(async () => ({ seconds: 1, hash: "" })),
    );
    expect(flat.problems).toEqual(["The times do not grow with the cells, so a cell has no cost."]);
    expect(flat.points.every(({ part }) => part === "fit")).toBe(true);
    const many = benchCluster({ ...PLAN, height: 7 }, control(short));
    await expect(many).rejects.toThrow("8 ranks are too many for slabs of 7 rows.");
    const stop = new AbortController();
    const aborted = benchCluster(PLAN, {
      run: async () => {
        stop.abort();
        throw new TessellaError("aborted", "Stopped.");
      },
      signal: stop.signal,
      cap: 60,
    });
    await expect(aborted).rejects.toMatchObject({ code: "aborted" });
  });

  it("finds runs that end with other cells", async () => {
    const { points } = await benchCluster(
      PLAN,
      control(async (run) => outcome(run, 4)),
    );
    expect(unlikeRuns(points)).toEqual([]);
    const wrong = points.map((point, i) => (i === points.length - 1 ? { ...point, hash: "others" } : point));
    expect(unlikeRuns(wrong)).toEqual([wrong[wrong.length - 1]]);
  });
});
