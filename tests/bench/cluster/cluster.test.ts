import { describe, expect, it } from "vitest";
import type { SharedPoint } from "../../../engine/bench/cluster-bench.ts";
import { RankTrack, SPAN_KINDS } from "../../../engine/cluster/record.ts";
import { PAPER_COST } from "../../../engine/model/paper.ts";
import type { CardPoint, CardRun } from "./cards.ts";
import { steadySeconds } from "./cards.ts";
import { compareCluster, PROGRAMS } from "./compare.ts";
import { renderCluster } from "./render.ts";
import type { ClusterResult, WayTimes } from "./result.ts";
import { clusterResultText, parseClusterResult, withEarlier } from "./result.ts";
import { FULL_SCALE, SMALL_SCALE, waysOf } from "./ways.ts";

describe("the comparison over ranks", () => {
  it("keeps what it has after each figure, and says what is missing", async () => {
    const kept: ClusterResult[] = [];
    const ways = waysOf(SMALL_SCALE, { cpu: [1, 2], gpu: null, gpus: "each" });
    const asked: string[] = [];
    const result = await compareCluster({
      ...SMALL_SCALE,
      ...{ side: 20, generations: 5, cap: 1, budget: 60, adapter: null, environment: {} },
      programs: PROGRAMS,
      kernels: ["tile-16"],
      ways,
      runsOf: (setting) => {
        asked.push(`${setting.algorithm} ${setting.transport}`);
        return async ({ ranks, width, height, halo, generations }) => ({
          seconds: generations * (1e-9 * width * (height / ranks + halo) + 1e-4 / halo),
          hash: `${height} ${generations}`,
        });
      },
      timeCards: null,
      onProgress: () => {},
      onResult: (so) => kept.push(structuredClone(so)),
    });
    expect(asked).toEqual(["bitwise threads", "bitwise mpi"]);
    expect(result.programs[0].reading).toMatchObject({ mark: 5, done: 5 });
    expect(result.programs.slice(1).map(({ problem }) => problem)).toEqual([
      "No GPU was found.",
      "No GPU was found.",
      "No GPU was found.",
    ]);
    expect(result.kernels).toEqual([{ kernel: "tile-16", runs: [], problem: "No GPU was found." }]);
    const points = kept.map((so) => so.ways.reduce((sum, { figures }) => sum + figures.points.length, 0));
    expect(points).toEqual([...points].sort((a, b) => a - b));
    expect(new Set(points).size).toBe((points.at(-1) as number) + 1);
    expect(parseClusterResult(clusterResultText(result))).toEqual(result);
    const text = renderCluster(result).get("README.md") ?? "";
    expect(text).toContain("- All runs of a grid ended with the same cells.");
    expect(text).toContain("No GPU was there.");
  });

  it("has the paper's grid and kernel on GPUs, and takes turns on one card", () => {
    const [threads, mpi, paper, gpu] = waysOf(FULL_SCALE, {
      cpu: [1, 2],
      gpu: [1, 2, 4],
      gpus: "shared",
      adapter: "H200",
    });
    expect(paper.setting).toMatchObject({
      algorithm: "tile-16",
      transport: "mpi",
      gpus: "shared",
      adapter: "H200",
    });
    expect(paper.plan).toMatchObject({
      width: 7560,
      height: 7560,
      generations: 1000,
      parts: ["strong"],
      processors: 1,
      overlaps: false,
    });
    expect(gpu.plan).toMatchObject({ ranks: [1, 2, 4], width: 16_384, parts: ["strong", "weak", "halo"] });
    expect([threads.id, mpi.id]).toEqual(["cpu-threads", "cpu-mpi"]);
    const [, , each] = waysOf(FULL_SCALE, { cpu: [1], gpu: [1], gpus: "each" });
    expect(each.plan.processors).toBe(Number.POSITIVE_INFINITY);
  });
});

const point = (of: Partial<SharedPoint>): SharedPoint => ({
  ...{ part: "strong", ranks: 1, width: 7560, height: 7560, halo: 1, overlap: false, generations: 1000 },
  ...{ seconds: 4, predicted: 4, hash: "a" },
  ...of,
});

function resultOf(ways: readonly Partial<WayTimes>[], of: Partial<ClusterResult> = {}): ClusterResult {
  const empty = { points: [], fit: null, problems: [] };
  return {
    ...{
      kind: "tessella-cluster",
      version: 3,
      cards: null,
      adapter: "Card",
      side: 7560,
      generations: 1000,
    },
    machine: { cpu: "A processor", cores: 2, node: "v20", system: "linux x64" },
    ...{ calls: [{ date: "2030-01-02", seconds: 12.3, parts: ["gpu"] }], programs: [], kernels: [] },
    ways: ways.map((way) => ({
      id: "gpu",
      label: "GPUs",
      algorithm: "tile-16",
      processors: null,
      figures: empty,
      ...way,
    })),
    ...of,
  };
}

describe("its pages", () => {
  it("set the paper's ten GPUs beside ours", () => {
    const points = [point({}), point({ ranks: 2, seconds: 2.5, predicted: 2.4, halo: 8, overlap: true })];
    const pages = renderCluster(
      resultOf([{ id: "gpu-paper", figures: { points, fit: null, problems: [] } }]),
    );
    const text = pages.get("README.md") ?? "";
    expect(text).toMatch(/\| 1 +\| 24\.364 +\| 1\.000 +\| 4\.000 +\| 1\.000 +\|/);
    expect(text).toMatch(/\| 2 +\| 12\.725 +\| 1\.915 +\| 2\.500 +\| 1\.600 +\|/);
    expect(text).toMatch(/\| 10 +\| 2\.990 +\| 8\.148 +\| +\| +\|/);
    // 2.5 ms where 2.4 were said; a speed-up of 1.6 on two leaves a share of a quarter that does not speed up.
    expect(text).toMatch(
      /\| 2 +\| 7,560 x 7,560 \| 8, overlap \| 2\.4 ms +\| 2\.5 ms +\| 4\.0 % +\| 1\.600 +\| 0\.800 +\| 0\.2500 +\|/,
    );
    expect(pages.get("figure-3-right.svg")).toContain("here, measured");
    expect([...pages.keys()]).toEqual([
      "gpu-paper-strong.svg",
      "figure-3-left.svg",
      "figure-3-right.svg",
      "README.md",
    ]);
    const other = renderCluster(
      resultOf([{ id: "gpu-paper", figures: { points, fit: null, problems: [] } }], { side: 189 }),
    );
    expect(other.get("README.md")).toMatch(/\| 2 +\| 12\.725 +\| 1\.915 +\| +\| +\|/);
  });

  it("compare programs with the serial one, and fit kernels", () => {
    const reading = { mark: 1000, done: 1000, seconds: 2, rounds: 1 };
    const sizes = [2 ** 16, 2 ** 18, 2 ** 20, 2 ** 22, 2 ** 24];
    const { launchSeconds, secondsACell } = PAPER_COST;
    const runs = sizes.map((cells) => {
      const seconds = 1000 * (launchSeconds + secondsACell * cells);
      return { cells, generations: 1000, seconds, submits: null };
    });
    const text =
      renderCluster(
        resultOf([], {
          programs: [
            { id: "serial", label: "serial", reading: { ...reading, done: 10 }, problem: null },
            { id: "tile-16", label: "tiles", reading, problem: null },
            { id: "gpu", label: "gpu", reading: null, problem: "No GPU was found." },
          ],
          kernels: [
            { kernel: "tile-16", runs, problem: null },
            { kernel: "naive", runs: runs.slice(0, 1), problem: "The time for the comparison was up." },
          ],
        }),
      ).get("README.md") ?? "";
    expect(text).toMatch(/\| serial +\| 10 \(stopped\) +\| 200\.0 s +\| +\|/);
    expect(text).toMatch(/\| tiles +\| 1,000 +\| 2\.000 s +\| 100x +\|/);
    expect(text).toMatch(/\| gpu +\| No GPU was found\. \|/);
    expect(text).toMatch(/\| tile-16 +\| 26\.6 us +\| 0\.4258 ns +\| 2\.35e9 +\|/);
    expect(text).toContain("- naive: The time for the comparison was up.");
  });

  it("show halos with overlap and without, and say which cells were others", () => {
    const points = [4, 8].flatMap((halo) =>
      [false, true].map((overlap) =>
        point({ part: "halo", ranks: 2, halo, overlap, seconds: overlap ? 3 : 4 }),
      ),
    );
    const figures = {
      points: [...points, point({ hash: "b", ranks: 4 })],
      fit: null,
      problems: ["No mpirun."],
    };
    const pages = renderCluster(resultOf([{ figures }]));
    const text = pages.get("README.md") ?? "";
    expect(text).toMatch(/\| 8 +\| 4 ms +\| 4 ms +\| 0\.0 % +\| 4 ms +\| 3 ms +\| -33\.3 % +\|/);
    expect(text).toContain(
      "- **A run of 4 ranks on 7,560 x 7,560 cells with halos of 1 row ended with other cells",
    );
    expect(text).toContain("- No mpirun.");
    expect(pages.get("gpu-halo.svg")).toContain("overlap, predicted");
  });

  it("keep what another call measured, and say which call measured what", () => {
    const call = (date: string, ...parts: string[]) => [{ date, seconds: 12.3, parts }];
    const times = (label: string): Partial<WayTimes> => ({ id: label.split(" ")[0], label });
    const earlier = resultOf([times("gpu before"), times("cpu-mpi before")], {
      calls: call("2030-01-02", "kernels", "gpu", "cpu-mpi"),
      kernels: [{ kernel: "tile-16", runs: [], problem: "No time." }],
    });
    const later = resultOf([times("gpu after")], { calls: call("2030-02-03", "programs", "gpu") });
    const both = withEarlier(later, earlier);
    expect(both.ways.map(({ label }) => label)).toEqual(["cpu-mpi before", "gpu after"]);
    expect(both.kernels).toEqual(earlier.kernels);
    const text = renderCluster(both).get("README.md") ?? "";
    expect(text).toContain(
      "Kernels, cpu-mpi measured on 2030-01-02, in a call of 12 s. Programs, gpu measured on 2030-02-03, in a call of 12 s.",
    );
    expect(() => withEarlier(later, { ...earlier, adapter: "Another card" })).toThrow("of another machine");
  });

  it("come from a result only", () => {
    expect(() => parseClusterResult('{"kind":"other","version":1}')).toThrow("no result of");
    expect(() => parseClusterResult("[]")).toThrow("no result of");
  });
});

describe("cards", () => {
  const said = (of: Partial<CardPoint>): CardPoint => ({
    ...{ part: "strong", ranks: 1, width: 7560, height: 7560, halo: 1, ahead: 0, generations: 1000 },
    ...{ predicted: 8e-6, runs: [] },
    ...of,
  });
  const ran = (seconds: number, hash = "a"): CardRun => ({ seconds, hash });
  const pageOf = (points: readonly CardPoint[]): ReadonlyMap<string, string> =>
    renderCluster(
      resultOf([], {
        cards: {
          algorithm: "gpu",
          cards: 2,
          points,
          messages: {
            message: { latency: 1e-5, byte: 2.5e-10 },
            sendrecv: [{ bytes: 945, seconds: 4e-6 }],
          },
        },
      }),
    );

  it("stand beside what was said of them, and of more cards than there are only that is told", () => {
    const pages = pageOf([
      said({ runs: [ran(8.2e-6), ran(8e-6), ran(9e-6)] }),
      said({ ranks: 2, halo: 64, ahead: 64, predicted: 5e-6, runs: [ran(5.125e-6)] }),
      said({ ranks: 4, halo: 64, predicted: 4e-6 }),
      said({ ranks: 8, halo: 64, ahead: 16, predicted: 2e-6 }),
      said({ part: "halo", ranks: 2, predicted: 1e-4, runs: [ran(2e-4)] }),
      said({ part: "halo", ranks: 2, ahead: 1, predicted: 3e-4, runs: [ran(3e-4)] }),
      said({ part: "weak", ranks: 2, height: 15_120, predicted: 9e-6 }),
    ]);
    const text = pages.get("README.md") ?? "";
    expect(text).toContain("4.00 GB/s");
    expect(text).toMatch(
      /\| 1 +\| 7,560 x 7,560 +\| +\| 8 us +\| 8.2 us \(8 us to 9 us\) \| 2.4 % +\| 1.000/,
    );
    expect(text).toMatch(
      /\| 2 +\| 7,560 x 7,560 +\| 64, overlap +\| 5 us +\| 5.125 us +\| 2.4 % +\| 1.600 +\| 0.800/,
    );
    // 8 us over 4 us.
    expect(text).toMatch(/\| 4 +\| 7,560 x 7,560 +\| 64 +\| 4 us +\| +\| +\| 2.000 +\| 0.500/);
    expect(text).toMatch(/\| 2 +\| 7,560 x 15,120 .*\| 1.778 +\| 0.889/);
    expect(text).toMatch(/\| 8 +\| 7,560 x 7,560 +\| 64, overlap 16 +\| 2 us +\| +\| +\| 4.000 +\| 0.500/);
    expect(text).toMatch(/\| 1 +\| 0.1 ms +\| 0.2 ms +\| 50.0 % +\| 0.3 ms +\| 0.3 ms +\| 0.0 % /);
    expect(text).toContain("ended with the same cells");
    expect([...pages.keys()]).toContain("cards-7560-strong.svg");
  });

  it("are told of where cells differ", () => {
    const text = pageOf([
      said({ runs: [ran(1e-5)] }),
      said({ ranks: 2, halo: 8, runs: [ran(1e-5, "b")] }),
    ]).get("README.md");
    expect(text).toContain("**2 cards, 7560 x 7560, halo 8 ended with other cells");
    expect(text).not.toContain("ended with the same cells");
  });

  it("count from the first quarter on, until the GPU has computed what it was told", () => {
    const track = new RankTrack();
    const computing = SPAN_KINDS.indexOf("computing");
    // Blocks of 10 generations that are told in no time and computed for 1 ms each, after two that take 9.
    let computed = 0;
    for (const [i, ms] of [9, 9, 1, 1, 1, 1, 1, 1].entries()) {
      const began = 10 * i;
      const from = Math.max(began, computed);
      computed = from + 1000 * ms;
      track.push([1, 10, began, 5, computing, from - began, 1000 * ms]);
    }
    expect(steadySeconds(track)).toBeCloseTo(1e-4, 12);
  });

  it("count blocks that were added up by when they were handed over", () => {
    const track = new RankTrack();
    for (let i = 0; i < 8; i++) track.push([4, 40, 4000 * i, 4000, 0, 0, 9000]);
    expect(steadySeconds(track)).toBeCloseTo(1e-4, 12);
  });
});
