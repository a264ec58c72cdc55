// Models in the lab: what its figures, plots and command say, and measuring that is stopped or goes wrong.

import { describe, expect, it } from "vitest";
import type { SoupJob } from "../../../../engine/bench/gpu-bench.ts";
import { parseArguments } from "../../../../engine/cli/arguments.ts";
import { MODEL } from "../../../../engine/cli/commands/model.ts";
import { TessellaError } from "../../../../engine/core/errors.ts";
import { gridHeight, gridWidth } from "../../../../engine/core/topology.ts";
import { formatModel } from "../../../../engine/model/model-file.ts";
import type { Forecast } from "../../../../engine/model/predict.ts";
import {
  fitPicture,
  fitPoints,
  residualPicture,
} from "../../../../renderer/labs/performance/model/fit-pictures.ts";
import {
  forecastCommand,
  forecastCsv,
  forecastOf,
  forecastRows,
  speedUpPicture,
} from "../../../../renderer/labs/performance/model/forecasts.ts";
import type { TimingPlace } from "../../../../renderer/labs/performance/model/models.ts";
import { Models } from "../../../../renderer/labs/performance/model/models.ts";
import known from "../../../fixtures/model.json" with { type: "json" };

const place = (y: (cells: number) => number, closed: () => void = () => {}): TimingPlace => ({
  measure: async ({ topology }: SoupJob) => {
    const seconds = 10 * y(gridWidth(topology) * gridHeight(topology));
    const stretches = [1.25, 1, 0.75].map((share) => ({
      ...{ seconds: share * seconds, generations: 10, submits: null, gpuSeconds: null },
    }));
    return { adapter: "Card", stretches, generations: 10, hash: null };
  },
  close: closed,
});

const chosen = (lab: Models) => {
  const { models, chosen: id, wish } = lab.store.getState();
  return { model: models.find((entry) => entry.id === id)?.model ?? never(), wish };
};

function never(): never {
  throw new Error("No model is chosen.");
}

describe("a forecast", () => {
  it("begins with the paper's ten GPUs, and its figures", () => {
    const { model, wish } = chosen(new Models());
    const found = forecastOf(model, wish) as Forecast;
    expect(1000 * found.seconds).toBeCloseTo(known.paper.gpus[9][1] as number, 9);
    const rows = forecastRows(model, wish);
    expect(rows.slice(0, 10).map(({ speedUp }) => speedUp)).toEqual(
      known.paper.gpus.map(([, , gain]) => expect.closeTo(gain as number, 9)),
    );
    expect(rows.at(-1)?.ranks).toBe(16);
    const [, gains, set] = speedUpPicture(rows, { ...found, ranks: 12 }, 100).series;
    expect(gains?.xs).toEqual(rows.map(({ ranks }) => ranks));
    expect(set).toMatchObject({ xs: [12], ys: [found.speedUp] });
    expect(speedUpPicture(rows, null, 100).series[2]).toMatchObject({ xs: [] });
    expect(fitPicture(model, 100)).toBeNull();
    expect(forecastCsv(rows).split("\r\n")[1]).toMatch(/^1,7560,7560,0,0\.0243/);
  });

  it("follows what is set, and says why it cannot", () => {
    const lab = new Models();
    lab.set({ halo: 0, form: "whole", ranks: 10 });
    const { model, wish } = chosen(lab);
    expect(forecastOf(model, wish)).toMatchObject({ halo: 9 });
    expect(forecastOf(model, { ...wish, weak: true, latencySeconds: 0 })).toMatchObject({
      part: { height: 7560 },
    });
    expect(forecastOf(model, { ...wish, side: 256, ranks: 512 })).toMatch(
      /512 ranks are too many for slabs of 256 rows/,
    );
    expect(forecastOf(model, { ...wish, side: 256, halo: 64 })).toMatch(
      /halo of 64 rows is more than the 25/,
    );
  });

  it("is drawn soon after a slider has moved", () => {
    const { model, wish } = chosen(new Models());
    const set = { ...wish, side: 2 ** 24, ranks: 16384, halo: 0, bytesASecond: 1e9, latencySeconds: 1e-2 };
    const evaluations = { count: 0 };
    const counting = {
      ...model,
      get kernels() {
        evaluations.count++;
        return model.kernels;
      },
    };
    forecastRows(counting, set);
    // A few million additions would take longer than a frame.
    expect(evaluations.count).toBeLessThan(100_000);
  });

  it("has a command that says the same", () => {
    const { wish } = chosen(new Models());
    const command = forecastCommand({ ...wish, bytesASecond: 1e9, weak: true }, "model.json");
    expect(forecastCommand(wish, "my model's.json")).toContain("predict 'my model'\\''s.json' --grid");
    const [program, subject, ...words] = command.split(" ");
    expect([program, subject]).toEqual(["tessella", "model"]);
    const args = parseArguments(MODEL, words);
    expect([args.value("grid"), args.value("ranks"), args.value("halo"), args.value("latency")]).toEqual([
      "7560",
      "10",
      "1",
      "0.00053",
    ]);
    expect([args.value("bandwidth"), args.has("weak"), args.value("form")]).toEqual([
      "1000000000",
      true,
      "shrinking",
    ]);
  });
});

describe("measuring", () => {
  it("fits what it times, shows it beside the paper's, and opens it again from a file", async () => {
    const lab = new Models();
    let closed = 0;
    await lab.measure("gpu", () =>
      place(
        (cells) => 2e-5 + 1e-10 * cells,
        () => closed++,
      ),
    );
    const { models, problem, measuring } = lab.store.getState();
    expect([problem, measuring, closed]).toEqual([null, null, 1]);
    expect(models.map(({ label }) => label)).toEqual(["GeForce GTX 285, as published", "gpu on Card"]);
    expect(models[1].line).toMatch(/^T\/gen = 20 us \+ 0\.1 ns x cells/);
    const { model } = chosen(lab);
    expect(fitPicture(model, 100)?.series.map(({ label }) => label)).toEqual(["model", "measured"]);
    const [smallest] = fitPoints(model);
    const seconds = 2e-5 + 1e-10 * 256 ** 2;
    expect(smallest).toMatchObject({ kernel: "gpu", cells: 256 ** 2, residual: expect.closeTo(0, 6) });
    expect([smallest?.fastest, smallest?.slowest]).toEqual(
      [0.75 * seconds, 1.25 * seconds].map((s) => expect.closeTo(s, 12)),
    );
    const [, bars] = residualPicture(model, 100)?.series ?? [];
    expect([bars?.look === "dots" && bars.lows?.[0], bars?.look === "dots" && bars.highs?.[0]]).toEqual([
      expect.closeTo(-25, 3),
      expect.closeTo(25, 3),
    ]);
    const transfer = { latencySeconds: 1e-3, bytesASecond: 1e9 };
    lab.open("mine.json", formatModel({ ...model, transfer }));
    expect(chosen(lab)).toMatchObject({ model: { machine: "Card" }, wish: transfer });
    expect(fitPoints(chosen(lab).model)).toEqual(fitPoints(model));
    expect(() => lab.open("bad.json", "{}")).toThrow(/no model file/);
    lab.choose("paper");
    expect(chosen(lab).wish.latencySeconds).toBe(5.3e-4);
  });

  it("shows a knee, points of one size apart, and each kernel's by itself", () => {
    const cost = {
      launchSeconds: 1e-5,
      secondsACell: 2e-9,
      knee: { cells: 5e4, secondsACell: 1e-9, jumpSeconds: 0 },
    };
    const run = { cells: 1e4, generations: 1, seconds: 2e-5, submits: null };
    const points = [run, { ...run, seconds: 3e-5 }, { ...run, cells: 1e5 }];
    const kernel = { kernel: "a", cost, submitSeconds: null, points };
    const other = { ...kernel, kernel: "b", cost: { ...cost, knee: null }, points: [run] };
    const [line, knee, ...measured] =
      fitPicture({ machine: "m", kernels: [kernel, other], transfer: null }, 100)?.series ?? [];
    expect(knee).toMatchObject({ label: "knee", xs: [5e4], ys: [expect.closeTo(6e-5, 12)] });
    expect(line?.xs).toEqual(expect.arrayContaining([5e4, ...measured.flatMap(({ xs }) => xs)]));
    const jumping = { ...cost, knee: { ...cost.knee, jumpSeconds: 3e-5 } };
    const [upright] =
      fitPicture({ machine: "m", kernels: [{ ...kernel, cost: jumping }], transfer: null }, 100)?.series ??
      [];
    const foot = upright?.xs.indexOf(5e4) ?? -1;
    if (upright?.look !== "line") throw new Error("The model is no line.");
    expect(upright.ys.slice(foot, foot + 2)).toEqual([6e-5, 9e-5].map((s) => expect.closeTo(s, 9)));
    expect(upright.xs[foot + 1] / 5e4).toBeCloseTo(1, 6);
    expect(measured.map(({ label, xs }) => [label, new Set(xs).size])).toEqual([
      ["a", 3],
      ["b", 1],
    ]);
  });

  it("says what went wrong, and that it was stopped", async () => {
    const lab = new Models();
    const failing = async (): Promise<never> => {
      throw new TessellaError("gpu-unavailable", "No GPU was found.");
    };
    await lab.measure("gpu", () => ({ measure: failing, close: () => {} }));
    expect(lab.store.getState()).toMatchObject({ problem: "No GPU was found.", measuring: null });
    const running = lab.measure("bitwise", () => {
      const one = place(() => 1);
      const measure = (job: SoupJob) => {
        lab.stop();
        return one.measure(job);
      };
      return { ...one, measure };
    });
    expect(lab.store.getState().measuring).toMatch(/^bitwise/);
    await running;
    expect(lab.store.getState()).toMatchObject({ problem: "Stopped.", measuring: null });
    expect(lab.store.getState().models).toHaveLength(1);
  });
});
