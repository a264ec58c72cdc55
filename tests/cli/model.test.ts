// `tessella model`: what the fixture knows, for programs and for people, and sentences for data that say nothing.

import { readFile } from "node:fs/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SoupJob } from "../../engine/bench/gpu-bench.ts";
import { parseArguments } from "../../engine/cli/arguments.ts";
import { MODEL } from "../../engine/cli/commands/model.ts";
import type { ModelMachine } from "../../engine/cli/commands/model-fit.ts";
import { fitModel } from "../../engine/cli/commands/model-fit.ts";
import { Terminal } from "../../engine/cli/terminal.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import { gridHeight, gridWidth } from "../../engine/core/topology.ts";
import { parseModel } from "../../engine/model/model-file.ts";
import known from "../fixtures/model.json" with { type: "json" };
import { setClock } from "../support/fake-clock.ts";
import { inProcess } from "../support/in-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();

const kept = (name: string, content: object): Promise<string> => scratch.file(name, JSON.stringify(content));

async function json(...words: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await inProcess("model", ...words, "--json");
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Within a millionth. */
const near = (value: number): unknown =>
  expect.closeTo(value, 6 - Math.floor(Math.log10(Math.abs(value) || 1)));

const { generations, cells, noisy, expect: lines } = known.lines;
const PAPER = ["--form", "shrinking", "--halo", "1"];

async function paperModel(): Promise<string> {
  const path = scratch.path("paper.json");
  expect((await inProcess("model", "paper", "-o", path)).code).toBe(0);
  return path;
}

describe("model paper", () => {
  it("has the published times and what halos would have made of them", async () => {
    const { paper, blocks } = known;
    expect(await json("paper")).toMatchObject({
      ...{ secondsACell: near(paper.secondsACell), secondsARow: near(paper.secondsARow) },
      ...{ bestShrinking: near(paper.bestShrinking), bestWhole: near(paper.bestWhole) },
      points: paper.gpus.map(([gpus, seconds, speedUp, efficiency, amdahl, gustafson]) => ({
        ...{ gpus, seconds: near(seconds as number), speedUp: near(speedUp as number) },
        ...{ efficiency: near(efficiency as number) },
        ...{
          amdahl: amdahl === null ? null : near(amdahl),
          gustafson: gustafson === null ? null : near(gustafson),
        },
      })),
      halo: paper.halos.map(([k, shrinking, whole]) => ({
        k,
        shrinking: near(shrinking),
        whole: near(whole),
      })),
      blocks: blocks.map(([w, h, k, size]) => ({ w, h, k, cellsAGeneration: near(size) })),
      grids: expect.arrayContaining([expect.objectContaining({ side: 7560, cells: 57_153_600 })]),
    });
    const { stdout } = await inProcess("model", "paper");
    expect(stdout).toContain("| 10   | 2.990   | 8.148 ");
    expect(stdout).toContain("k = 12.83 shrinking, 9.07 whole");
    // Each row of a table says what is in the data.
    const told = [...stdout.matchAll(/^\| *(\d.*) \|$/gm)].map(([, row = ""]) =>
      row.split("|").map((cell) => cell.trim().replaceAll(",", "")),
    );
    type Row<Name extends string> = Readonly<Record<Name, number>>;
    const all = (await json("paper")) as {
      points: Row<"gpus" | "seconds" | "speedUp" | "efficiency" | "amdahl" | "gustafson">[];
      grids: Row<"side" | "seconds">[];
      halo: Row<"k" | "shrinking" | "whole">[];
      blocks: Row<"w" | "h" | "k" | "cellsAGeneration">[];
    };
    const one = all.points[0]?.seconds ?? Number.NaN;
    // One GPU has no share that is none of its own.
    const text = (value: number | null, digits = 3): string => value?.toFixed(digits) ?? "";
    expect(told).toEqual([
      ...all.points.map(({ gpus, seconds, speedUp, efficiency, amdahl, gustafson }) => [
        ...[`${gpus}`, text(seconds), text(speedUp), text(efficiency), text(amdahl, 4), text(gustafson, 4)],
      ]),
      ...all.grids.map(({ side, seconds }) => [`${side}`, `${side * side}`, text(seconds)]),
      ...all.halo.map(({ k, shrinking, whole }) => [
        ...[`${k}`, text(shrinking), text(one / shrinking), text(whole), text(one / whole)],
      ]),
      ...all.blocks.map(({ w, h, k, cellsAGeneration }) => [
        ...[`${w} x ${h}`, `${k}`, text(cellsAGeneration, 0)],
        `${text((100 * (cellsAGeneration - w * h)) / (w * h), 1)} %`,
      ]),
    ]);
  });
});

describe("model fit --from", () => {
  it("tells launch and cell, in a line and as JSON", async () => {
    const path = await kept("noisy.json", { name: "ten sizes", generations, cells, seconds: noisy });
    const { launchSeconds, secondsACell, r2, largestRelativeResidual } = lines.relative;
    expect(await json("fit", "--from", path)).toMatchObject({
      ...{ launchSeconds: near(launchSeconds), secondsACell: near(secondsACell), r2: near(r2) },
      largestRelativeResidual: near(largestRelativeResidual),
      ...{ kneeCells: null, dispatchSeconds: null, submitSeconds: null },
      cellsASecond: near(1 / secondsACell),
    });
    expect(await json("fit", "--from", path, "--weights", "none")).toMatchObject({
      launchSeconds: near(lines.none.launchSeconds),
    });
    const { stdout } = await inProcess("model", "fit", "--from", path, "--hardware", "30,8,4,1.48e9");
    expect(stdout).toContain("T/gen = 27.33 us + 0.4253 ns x cells, R2 .99998, largest residual 2.0 %");
    expect(stdout).toContain("equivalent cycles a thread: 604.2");
    const speeds = Array.from(stdout.matchAll(/^\| *\d[^|]*\|[^|]*\| *(\S+) *\|/gm), ([, speed]) => speed);
    expect(speeds).toEqual(
      cells.map((size, i) => ((size * generations) / noisy[i]).toExponential(2).replace("+", "")),
    );
  });

  it("tells the two overheads, and the knee, and keeps several kernels as a model", async () => {
    const [overheads, knee] = [known.overheads.points, known.knee.points];
    const path = await kept("kernels.json", {
      kernels: [
        {
          kernel: "two",
          points: overheads.map(([size, g, submits, seconds]) => ({
            cells: size,
            generations: g,
            submits,
            seconds,
          })),
        },
        { kernel: "bent", generations: 1000, cells: knee.map(([n]) => n), seconds: knee.map((p) => p[2]) },
      ],
    });
    const model = scratch.path("model.json");
    const { expect: two } = known.overheads;
    const { expect: bent } = known.knee;
    expect(await json("fit", "--from", path, "-o", model)).toMatchObject({
      kernels: [
        {
          ...{ kernel: "two", dispatchSeconds: near(two.dispatchSeconds) },
          ...{ submitSeconds: near(two.submitSeconds), secondsACell: near(two.secondsACell) },
        },
        {
          ...{ kernel: "bent", kneeCells: near(bent.kneeCells), launchSeconds: near(bent.launchSeconds) },
          ...{ secondsACellBelow: near(bent.secondsACellBelow), secondsACell: near(bent.secondsACellAbove) },
        },
      ],
    });
    const { kernels } = parseModel(await readFile(model, "utf8"));
    expect(kernels.map(({ kernel, points }) => [kernel, points.length])).toEqual([
      ["two", 9],
      ["bent", 8],
    ]);
    expect(kernels[1].cost.knee?.cells).toEqual(near(bent.kneeCells));
    const only = await json("predict", model, "--grid", "1024", "--ranks", "1", "--kernel", "bent");
    expect(only).toMatchObject({ points: [{ secondsAGeneration: near(5e-6 + 2e-12 * 2 ** 20) }] });
  });

  it("tells what a message costs, from runs over ranks and from messages", async () => {
    const points = known.paper.gpus.map(([ranks, seconds]) => ({
      ...{ ranks, width: 7560, height: 7560, halo: 1, generations: 1000, seconds },
    }));
    const runs = await kept("runs.json", { points });
    expect(await json("fit", "--from", runs, "--form", "shrinking")).toMatchObject({
      ...{ launchSeconds: near(2.66e-5), latencySeconds: near(5.3e-4), bytesASecond: null },
    });
    const messages = await kept("messages.json", { bytes: [8, 1008], seconds: [1e-6, 2e-6] });
    expect(await json("fit", "--from", messages)).toMatchObject({ bytesASecond: near(1e9) });
  });

  it.each<[string, object, RegExp]>([
    [
      "one size",
      { generations: 10, cells: [64, 64], seconds: [1, 2] },
      /All points have 64 cells.*two sizes and more/,
    ],
    [
      "a negative time",
      { generations: 10, cells: [64, 128], seconds: [-1, 2] },
      /Point 1 has a time of -1 s/,
    ],
    [
      "small sizes",
      { generations: 1, cells: [64, 128, 256], seconds: [1.0064, 1.0128, 1.0256] },
      /No size reaches half of the best rate: the largest has 256 cells, and 10,000 are needed/,
    ],
    [
      "columns of two lengths",
      { generations: 1, cells: [64, 128], seconds: [1] },
      /2 values of "cells" and 1 of "seconds"/,
    ],
    [
      "a misspelt field",
      { generations: 1, cels: [64, 128], seconds: [1, 2] },
      /"cels" that is not known.*"cells"/,
    ],
    ["a point without cells", { points: [{ generations: 1, seconds: 1 }] }, /Point 1 has no "cells"/],
    ["no times", { points: [] }, /There are no points to fit/],
    [
      "a text for a number",
      { generations: 1, cells: [64, "x"], seconds: [1, 2] },
      /Value 2 of "cells" is no number/,
    ],
  ])("refuses %s", async (_, data, sentence) => {
    const { code, stderr } = await inProcess("model", "fit", "--from", await kept("bad.json", data));
    expect(code).toBe(1);
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});

describe("model predict", () => {
  it("has the paper's times, and the best halos", async () => {
    const path = await paperModel();
    const ranks = "1,2,3,4,5,6,7,8,9,10";
    const paper = await json("predict", path, "--grid", "7560", "--ranks", ranks, ...PAPER);
    expect(paper).toMatchObject({
      points: known.paper.gpus.map(([gpus, seconds, speedUp]) => ({
        ...{ ranks: gpus, seconds: near(seconds as number), speedUp: near(speedUp as number) },
      })),
    });
    const best = await json("predict", path, "--grid", "7560", "--ranks", "10");
    expect(best).toMatchObject({
      points: [{ halo: 9, forms: { shrinking: { halo: 13 } }, amdahl: expect.any(Number) }],
    });
    const { stdout } = await inProcess("model", "predict", path, "--grid", "7560", "--ranks", "1,10");
    expect(stdout).toMatch(/\| 10 +\| 7,560 x 756 +\| 9 +\|/);
    // One rank alone has no halo.
    expect(stdout).toMatch(/\| 1 +\| 7,560 x 7,560 +\| +\|/);
    const thin = await inProcess("model", "predict", path, "--grid", "7560", "--ranks", "10", ...PAPER);
    expect(thin.stdout).toMatch(/\| 10 +\| 7,560 x 756 +\| 1 +\|/);
  });

  it("lets the grid grow, and divides it into blocks", async () => {
    const path = await paperModel();
    const weak = await json(
      "predict",
      path,
      "--grid",
      "1000x1000",
      "--ranks",
      "4",
      "--weak",
      "--latency",
      "0",
      ...PAPER,
    );
    expect(weak).toMatchObject({ points: [{ height: 4000, efficiency: near(1), gustafson: near(0) }] });
    const blocks = ["--grid", "128", "--ranks", "4", "--split", "blocks", "--halo", "32"];
    expect(await json("predict", path, ...blocks, "--form", "shrinking")).toMatchObject({
      points: [{ part: { width: 64, height: 64 }, cellsAGeneration: near(9366) }],
    });
  });

  it.each<[string, number, RegExp]>([
    ["--ranks 4", 2, /Say which grid/],
    ["--grid 64", 2, /Say how many ranks/],
    ["--grid 64 --ranks 65", 1, /65 ranks are too many for slabs of 64 rows/],
    ["--grid 64 --ranks 8 --halo 9", 1, /halo of 9 rows is more than the 8/],
    ["--grid 64 --ranks 0", 2, /--ranks wants a whole number from 1 on/],
    ["--grid 64 --ranks 2 --form hole", 2, /--form knows no "hole".*whole/],
    ["--grid 64 --ranks 2 --jitter .1", 2, /--jitter belongs to model simulate/],
    ["--grid 64 --ranks 2 --kernel bitwise", 2, /The model has no kernel "bitwise"/],
  ])("refuses %s", async (words, exit, sentence) => {
    const { code, stderr } = await inProcess("model", "predict", await paperModel(), ...words.split(" "));
    expect(stderr).toMatch(sentence);
    expect(code).toBe(exit);
  });

  it("asks for what a file of a model lacks", async () => {
    const fitted = scratch.path("alone.json");
    const data = await kept("alone-data.json", { generations, cells, seconds: noisy });
    await inProcess("model", "fit", "--from", data, "-o", fitted);
    const { stderr } = await inProcess("model", "predict", fitted, "--grid", "4096", "--ranks", "2");
    expect(stderr).toMatch(/does not know what an exchange between ranks costs.*--latency/);
    const wrong = await kept("wrong.json", {
      format: "tessella-model",
      version: 1,
      machine: "x",
      kernels: [{ kernel: "a" }],
    });
    const { stderr: said } = await inProcess("model", "predict", wrong, "--grid", "4096", "--ranks", "2");
    expect(said).toMatch(
      /wrong.json.*line 1.*Kernel 1 of the model file has no "secondsACell" that is a number/,
    );
  });
});

describe("model simulate", () => {
  it("agrees with the formula where nothing disturbs, and tells what noise and failures cost", async () => {
    const path = await paperModel();
    const words = ["simulate", path, "--grid", "8192", "--ranks", "2,64"];
    const calm = (await json(...words)).points as {
      secondsAGeneration: number;
      closedSecondsAGeneration: number;
    }[];
    for (const { secondsAGeneration, closedSecondsAGeneration } of calm)
      expect(Math.abs(secondsAGeneration / closedSecondsAGeneration - 1)).toBeLessThan(0.01);
    const noisy64 = await json(
      ...words,
      ...["--jitter", ".2", "--mtbf", "0.05", "--disk", "1e6", "--restart", "2"],
    );
    const [, last] = noisy64.points as { secondsAGeneration: number; withFailures: Record<string, number> }[];
    expect(last.secondsAGeneration).toBeGreaterThan(calm[1].secondsAGeneration * 1.05);
    expect(last.withFailures.checkpointSeconds).toEqual(near((8192 * 128) / 8 / 1e6));
    expect(last.withFailures.seconds).toBeGreaterThan(last.secondsAGeneration * 1000);
    const { stdout } = await inProcess("model", ...words, "--mtbf", "100");
    expect(stdout).toMatch(/with failures +\| failures +\| checkpoint every +\| takes/);
    const { stderr } = await inProcess("model", ...words, "--restart", "2");
    expect(stderr).toMatch(/--restart goes with --mtbf/);
  });
});

describe("docs/cluster/thousands.md", () => {
  it("shows what its commands print", async () => {
    const page = await readFile("docs/cluster/thousands.md", "utf8");
    const shown = [...page.matchAll(/```\n\$ tessella (.+)\n([^`]+)```/g)];
    expect(shown.length).toBeGreaterThan(3);
    for (const [, words, output] of shown) expect((await inProcess(...words.split(" "))).stdout).toBe(output);
  });
});

/** Measuring, with what a fake machine answers; `times` makes seconds a generation, or throws. `wait`: milliseconds of the only clock. */
function measuring(times: (job: SoupJob, cells: number) => number, wait = 0) {
  const jobs: string[] = [];
  let time = 1000;
  const clock = setClock(() => time);
  onTestFinished(() => clock.mockRestore());
  const machine: ModelMachine = {
    open: async () => ({}),
    figures: async (job: SoupJob) => {
      const [width, height] = [gridWidth(job.topology), gridHeight(job.topology)];
      const generations = job.length?.generations ?? 5;
      jobs.push(`${job.algorithm} ${width}x${height}${job.length ? "" : " first"}`);
      const seconds = generations * times(job, width * height);
      time += wait;
      const stretches = [{ ...{ seconds, generations }, ...{ submits: 4, gpuSeconds: null } }];
      return { adapter: "Card", stretches, generations, hash: null };
    },
  };
  let stdout = "";
  let stderr = "";
  const terminal = new Terminal(
    { write: (text: string) => (stdout += text) },
    { write: (text: string) => (stderr += text) },
  );
  terminal.configure({ quiet: false, verbose: true });
  const run = async (...words: string[]) => {
    const args = parseArguments(MODEL, ["fit", ...words]);
    await fitModel({ args, terminal, signal: new AbortController().signal }, machine);
    return { stdout, stderr };
  };
  return { jobs, run };
}

describe("model fit, measuring", () => {
  it("times all kernels on all sizes in rounds, of which the first does not count, and fits the medians", async () => {
    // Each third time is twice as long, and the first ones ten times.
    let calls = 0;
    const { jobs, run } = measuring(({ length }, cells) => {
      const factor = length ? (++calls % 3 === 0 ? 2 : 1) : 10;
      return factor * (1e-5 + 1e-10 * cells);
    });
    const output = scratch.path("measured.json");
    const { stdout, stderr } = await run(
      ...["--kernel", "gpu-naive,gpu", "--sizes", "256,1024", "--repeats", "5", "--json", "-o", output],
    );
    const round = ["gpu-naive 256x256", "gpu-naive 1024x1024", "gpu 256x256", "gpu 1024x1024"];
    expect(jobs).toEqual([...round.map((job) => `${job} first`), ...Array(5).fill(round).flat()]);
    const each = { launchSeconds: near(1e-5), secondsACell: near(1e-10) };
    expect(JSON.parse(stdout)).toMatchObject({ kernels: [each, each] });
    expect(stderr).toContain("gpu, 256 x 256: 16.55 us a generation, 4 submissions of 5 generations.");
    expect(parseModel(await readFile(output, "utf8")).machine).toBe("Card");
  });

  it("goes on with larger grids until enough of them count, unless sizes are given", async () => {
    const costs = (_: SoupJob, cells: number) => 5e-6 + 5e-14 * cells;
    const usual = measuring(costs);
    const { stdout } = await usual.run("--kernel", "vector-row", "--repeats", "1", "--json");
    const { points } = JSON.parse(stdout) as { points: { cells: number; counts: boolean }[] };
    // Half of the best rate is reached at 1e8 cells.
    expect(points.filter(({ counts }) => counts).map(({ cells }) => Math.sqrt(cells))).toEqual([
      ...[12288, 16384, 24576, 32768, 49152],
    ]);
    const given = measuring(costs);
    await expect(given.run("--kernel", "vector-row", "--sizes", "256,1024,8192")).rejects.toThrow(
      "No size reaches half of the best rate: the largest has 67,108,864 cells",
    );
  });

  it("ends with the stretches that there are when its time is up, and says so", async () => {
    // Of 50 ms each: the budget has room for the first pass and some of the rounds.
    const { jobs, run } = measuring((_, cells) => 1e-5 + 1e-10 * cells, 50);
    const words = ["--kernel", "gpu", "--sizes", "256,512,1024", "--repeats", "1000", "--budget", "1"];
    const { stdout, stderr } = await run(...words);
    expect(stdout).toMatch(/^gpu: T\/gen = 10 us \+ 0\.1 ns x cells/);
    expect(stderr).toMatch(/The time was up \(--budget 1\) with \d+ of 1,000 rounds begun/);
    expect(jobs.length).toBe(20);
    const early = measuring(() => 1e-5, 50);
    const short = early.run("--kernel", "gpu,bit-row", "--sizes", "256,512,1024", "--budget", ".01");
    await expect(short).rejects.toThrow("The time was up after 1 of 3 sizes.");
    await expect(early.run("--kernel", "gpu", "--budget", "0")).rejects.toThrow(
      "--budget wants a number of seconds",
    );
  });

  it("keeps what other kernels came to where one has no fit or refuses a size, and says why", async () => {
    const { run } = measuring(({ algorithm }, cells) => {
      if (algorithm === "bit-row") return 1e-5;
      if (algorithm === "tile-16" && cells > 1e6) throw new TessellaError("too-large", "It is too large.");
      return 1e-5 + 1e-10 * cells;
    });
    const sizes = "256,512,1024";
    const { stdout, stderr } = await run("--kernel", "bit-row,gpu-naive,tile-16", "--sizes", sizes);
    expect(stdout).toMatch(/^gpu-naive: T\/gen = 10 us \+ 0\.1 ns x cells/m);
    expect(stdout).toMatch(/^tile-16: T\/gen = 10 us \+ 0\.1 ns x cells/m);
    expect(stderr).toContain("bit-row: The times do not grow with the cells");
    expect(stderr).toContain("tile-16: 1,024 x 1,024: It is too large.");
    const again = measuring(() => 1e-5);
    await expect(again.run("--kernel", "bit-row,gpu", "--sizes", sizes)).rejects.toThrow(
      "The times do not grow with the cells",
    );
    const json = measuring(({ algorithm }, cells) => (algorithm === "gpu" ? 1 : 1e-5 + 1e-10 * cells));
    const told = await json.run("--kernel", "gpu,gpu-naive", "--sizes", sizes, "--json");
    expect(JSON.parse(told.stdout).kernels).toEqual([
      { kernel: "gpu", problem: expect.stringMatching(/^The times do not grow/) },
      expect.objectContaining({ kernel: "gpu-naive", secondsACell: near(1e-10) }),
    ]);
  });
});
