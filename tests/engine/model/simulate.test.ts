import { describe, expect, it } from "vitest";
import { bestCheckpointSeconds, expectedSeconds, simulateFailures } from "../../../engine/model/failures.ts";
import type { HaloForm } from "../../../engine/model/halo.ts";
import { generationSeconds } from "../../../engine/model/kernel-cost.ts";
import { PAPER_COST } from "../../../engine/model/paper.ts";
import type { Division } from "../../../engine/model/predict.ts";
import { forecast, grownGrid, partsOf, ranksAcross } from "../../../engine/model/predict.ts";
import type { SimulatedRun } from "../../../engine/model/simulate.ts";
import { simulateRun } from "../../../engine/model/simulate.ts";

const seconds = (cells: number): number => generationSeconds(PAPER_COST, cells);
const TRANSFER = { latencySeconds: 5.3e-4, bytesASecond: 1e9 };
const MACHINE = { seconds, transfer: TRANSFER };

function runOf(
  division: Division,
  form: HaloForm,
  halo: number,
  more: Partial<SimulatedRun> = {},
): SimulatedRun {
  return {
    ...{ division, seconds, form, halo, generations: 200 * halo, ranksAHost: 1 },
    ...{ inside: TRANSFER, between: TRANSFER, jitter: 0, seed: 1, mostBlocks: 1000, ...more },
  };
}

const GRID = { width: 16384, height: 16384 };

describe("a division", () => {
  it("has the blocks with the shortest borders, and parts of neighbouring sizes", () => {
    expect(ranksAcross({ ...GRID, ranks: 12, split: "slabs" })).toEqual([1, 12]);
    expect(ranksAcross({ ...GRID, ranks: 12, split: "blocks" })).toEqual([3, 4]);
    expect(ranksAcross({ width: 4000, height: 1000, ranks: 4, split: "blocks" })).toEqual([4, 1]);
    const uneven = partsOf({ width: 100, height: 10, ranks: 3, split: "slabs" });
    expect([uneven.largest.height, uneven.smallest.height]).toEqual([4, 3]);
    expect(() => partsOf({ width: 5, height: 5, ranks: 26, split: "blocks" })).toThrow(
      /26 ranks are too many/,
    );
  });

  it("grows with its ranks", () => {
    expect(grownGrid({ width: 10, height: 7, split: "slabs" }, 6)).toMatchObject({ width: 10, height: 42 });
    expect(grownGrid({ width: 10, height: 7, split: "blocks" }, 6)).toMatchObject({ width: 20, height: 21 });
  });
});

describe("a simulation", () => {
  it.each([2, 3, 16, 256, 4096])("without noise agrees with the formula on %d ranks", async (ranks) => {
    for (const split of ["slabs", "blocks"] as const) {
      const division = { ...GRID, ranks, split };
      for (const form of ["shrinking", "whole", "overlap"] as const) {
        const { halo, seconds: closed } = forecast(MACHINE, division, { form, halo: "auto", weak: false });
        const generations = 110 * halo + 1;
        const found = await simulateRun(runOf(division, form, halo, { generations }));
        expect(Math.abs(found.seconds / generations / closed - 1)).toBeLessThan(0.01);
      }
    }
  });

  it("of one rank waits for nobody", async () => {
    const found = await simulateRun(runOf({ ...GRID, ranks: 1, split: "slabs" }, "whole", 1));
    expect(found.seconds).toBeCloseTo(200 * seconds(2 ** 28), 9);
    expect(found.waiting).toBe(0);
  });

  it("goes on like its first blocks where only these are simulated", async () => {
    const division = { ...GRID, ranks: 16, split: "slabs" } as const;
    const [all, some] = await Promise.all(
      [1000, 50].map((mostBlocks) => simulateRun(runOf(division, "whole", 8, { mostBlocks }))),
    );
    expect([all.simulatedBlocks, some.simulatedBlocks, some.blocks]).toEqual([200, 50, 200]);
    expect(some.seconds / all.seconds).toBeCloseTo(1, 2);
  });

  it("is as slow as the way between hosts, if there is one", async () => {
    const near = { latencySeconds: 1e-6, bytesASecond: 1e12 };
    const division = { ...GRID, ranks: 8, split: "slabs" } as const;
    const at = (ranksAHost: number): Promise<number> =>
      simulateRun(runOf(division, "whole", 1, { ranksAHost, inside: near })).then((found) => found.seconds);
    const [apart, pairs, together] = [await at(1), await at(2), await at(8)];
    // The first exchanges of a pair are quick; then the slow neighbours hold both up.
    expect(pairs / apart).toBeCloseTo(1, 2);
    expect(apart - together).toBeCloseTo(200 * (5.3e-4 + 2048e-9 - 1e-6), 5);
  });

  it("lets a delay spread by a rank a block, so that noise costs less than the worst of all ranks", async () => {
    const division = { ...GRID, ranks: 256, split: "slabs" } as const;
    const quick = { transfer: { latencySeconds: 0, bytesASecond: Number.POSITIVE_INFINITY } };
    const run = runOf(division, "whole", 1, { inside: quick.transfer, between: quick.transfer, jitter: 0.2 });
    const calm = (await simulateRun({ ...run, jitter: 0 })).seconds;
    const noisy = (await simulateRun(run)).seconds / calm;
    // The worst of 256 exponential times is 6.1 means on average, so a barrier would cost 1 + 0.2 (6.1 - 1) = 2.0.
    expect(noisy).toBeGreaterThan(1.1);
    expect(noisy).toBeLessThan(1.7);
    expect((await simulateRun(run)).seconds / calm).toBe(noisy);
    expect((await simulateRun({ ...run, seed: 2 })).seconds / calm).not.toBe(noisy);
  });

  it("can be stopped, and refuses a halo that no part has", async () => {
    const division = { width: 2 ** 20, height: 2 ** 20, ranks: 2 ** 14, split: "slabs" } as const;
    const stop = new AbortController();
    const running = simulateRun(runOf(division, "whole", 8), stop.signal);
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: "aborted" });
    await expect(simulateRun(runOf(division, "whole", 65))).rejects.toThrow(/65 rows is more than the 64/);
  });
});

describe("failures", () => {
  const run = {
    ...{ seconds: 20_000, meanSeconds: 3000, everySeconds: 400 },
    ...{ checkpointSeconds: 20, restartSeconds: 60 },
  };

  it("cost on average what Daly's formula says", () => {
    for (const each of [run, { ...run, everySeconds: 3000 }, { ...run, restartSeconds: 1000 }]) {
      const found = simulateFailures(each, 1000, 7);
      expect(Math.abs(found.seconds / expectedSeconds(each) - 1)).toBeLessThan(0.03);
      expect(Math.abs(found.seconds - expectedSeconds(each))).toBeLessThan(4 * found.error);
    }
    expect(simulateFailures({ ...run, meanSeconds: 1e12 }, 1, 1)).toMatchObject({
      ...{ seconds: 20_000 + 49 * 20, failures: 0, checkpoints: 49 },
    });
  });

  it("make Young's interval a good one", () => {
    const everySeconds = bestCheckpointSeconds(20, 3000);
    expect(everySeconds).toBeCloseTo(Math.sqrt(120_000));
    const best = expectedSeconds({ ...run, everySeconds });
    for (const factor of [0.5, 2])
      expect(expectedSeconds({ ...run, everySeconds: factor * everySeconds })).toBeGreaterThan(best);
  });

  it("end a run that would not end in a sentence", () => {
    expect(() => simulateFailures({ ...run, meanSeconds: 5, everySeconds: 5000 }, 1, 1)).toThrow(
      /would not end: something fails every 5 s, and a checkpoint with its work takes 5020 s/,
    );
  });
});
