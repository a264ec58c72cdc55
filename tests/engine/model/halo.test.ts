import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { HaloForm, RankPart, RankWork } from "../../../engine/model/halo.ts";
import {
  bestHalo,
  cellsWithHalo,
  haloBytes,
  haloSeconds,
  idealHalo,
  mostHalo,
} from "../../../engine/model/halo.ts";
import { countingCells, generationSeconds } from "../../../engine/model/kernel-cost.ts";
import {
  amdahlShare,
  amdahlSpeedUp,
  fittedShare,
  gustafsonShare,
  gustafsonSpeedUp,
  speedUp,
} from "../../../engine/model/laws.ts";
import {
  equivalentCycles,
  PAPER,
  PAPER_COST,
  PAPER_HARDWARE,
  processorCycles,
} from "../../../engine/model/paper.ts";

const FACTS = JSON.parse(readFileSync(new URL("../../fixtures/model.json", import.meta.url), "utf8"));
const { paper, blocks } = FACTS;
const { side, generations, latencySeconds } = PAPER;

function paperRank(gpus: number): RankWork {
  return {
    seconds: (cells) => generationSeconds(PAPER_COST, cells),
    part: { split: "slabs", width: side, height: side / gpus },
    transfer: { latencySeconds, bytesASecond: Number.POSITIVE_INFINITY },
  };
}

function same(found: number | null, expected: number | null): void {
  if (found === null || expected === null) expect(found).toBe(expected);
  else expect(Math.abs(found / expected - 1), `${found} is not ${expected}`).toBeLessThan(1e-9);
}

describe("the paper's model", () => {
  it("has its cost of a cell, and its cycles back from it", () => {
    same(PAPER_COST.secondsACell, paper.secondsACell);
    same(1 / PAPER_COST.secondsACell, paper.cellsASecond);
    same(PAPER_COST.secondsACell * side, paper.secondsARow);
    same(equivalentCycles(PAPER_COST.secondsACell, PAPER_HARDWARE), PAPER.cyclesAThread);
    same(processorCycles(960, 605, PAPER_HARDWARE), 605);
  });

  it("has its times on 1 to 10 GPUs, their speed-ups and what both laws call serial", () => {
    const one = generations * generationSeconds(PAPER_COST, side * side);
    for (const [gpus, seconds, faster, efficiency, amdahl, gustafson] of paper.gpus) {
      const found = gpus === 1 ? one : generations * haloSeconds(paperRank(gpus), "shrinking", 1);
      same(found, seconds);
      const gain = speedUp(one, found);
      same(gain, faster);
      same(gain / gpus, efficiency);
      same(amdahlShare(gpus, gain), amdahl);
      same(gustafsonShare(gpus, gain), gustafson);
    }
  });
});

describe("halos", () => {
  it("cost what was worked out for the paper's ten GPUs", () => {
    for (const [k, shrinking, whole] of paper.halos) {
      same(generations * haloSeconds(paperRank(10), "shrinking", k), shrinking);
      same(generations * haloSeconds(paperRank(10), "whole", k), whole);
    }
    same(idealHalo(latencySeconds, PAPER_COST.secondsACell * side, "shrinking"), paper.bestShrinking);
    same(idealHalo(latencySeconds, PAPER_COST.secondsACell * side, "whole"), paper.bestWhole);
    expect(bestHalo(paperRank(10), "shrinking")).toBe(13);
    expect(bestHalo(paperRank(10), "whole")).toBe(9);
  });

  it("of blocks compute the cells that a count by hand gives", () => {
    for (const [width, height, k, cells] of blocks)
      same(cellsWithHalo({ split: "blocks", width, height }, "shrinking", k), cells);
  });

  it.each<RankPart>([
    { split: "slabs", width: 100, height: 37 },
    { split: "blocks", width: 100, height: 37 },
  ])("shrinking are the mean of what each generation of a block computes: $split", (part) => {
    for (const k of [1, 2, 5, 37]) {
      let sum = 0;
      for (let j = 1; j <= k; j++) {
        const around = 2 * (k - j);
        sum += (part.width + (part.split === "slabs" ? 0 : around)) * (part.height + around);
      }
      same(cellsWithHalo(part, "shrinking", k), sum / k);
      const wide = part.split === "slabs" ? 100 : 100 + 2 * k;
      expect(cellsWithHalo(part, "whole", k)).toBe(wide * (37 + 2 * k));
    }
  });

  it("are never larger than a part, and the best of all sizes there are", () => {
    for (const split of ["slabs", "blocks"] as const) {
      const part = { split, width: 300, height: 200 };
      expect(mostHalo(part)).toBe(200);
      const work = {
        ...paperRank(10),
        part,
        seconds: (cells: number) => Math.min(2e-5 + 1e-9 * cells, 6e-5 + 1e-11 * cells),
      };
      for (const form of ["shrinking", "whole", "overlap"] as const) {
        const best = bestHalo(work, form);
        for (let k = 1; k <= 200; k++)
          expect(haloSeconds(work, form, best)).toBeLessThanOrEqual(haloSeconds(work, form, k));
      }
      expect(bestHalo(work, "whole", 3)).toBeLessThanOrEqual(3);
    }
  });

  it("that overlap hide the way, as long as it is shorter than the computing", () => {
    const near = paperRank(2);
    const far = { ...near, transfer: { latencySeconds: 10, bytesASecond: 1e9 } };
    const none = { ...near, transfer: { latencySeconds: 0, bytesASecond: 1e9 } };
    const k = 16;
    same(haloSeconds(near, "overlap", k), haloSeconds(none, "overlap", k));
    const strips = PAPER_COST.launchSeconds + 6 * k * paper.secondsARow;
    same(haloSeconds(near, "overlap", k), haloSeconds(none, "whole", k) - exchangeOf(none, k) + strips);
    same(haloSeconds(far, "overlap", k), strips + exchangeOf(far, k));
  });

  it("take a bit a cell along", () => {
    expect(haloBytes({ split: "slabs", width: 7560, height: 756 }, 1)).toBe(945);
    expect(haloBytes({ split: "blocks", width: 64, height: 32 }, 8)).toBe(8 * 14);
    const form: HaloForm = "whole";
    const slow = { ...paperRank(10), transfer: { latencySeconds, bytesASecond: 1e6 } };
    same(haloSeconds(slow, form, 9) - haloSeconds(paperRank(10), form, 9), 945e-6);
  });
});

function exchangeOf({ part, transfer }: RankWork, k: number): number {
  return (transfer.latencySeconds + (k * part.width) / 8 / transfer.bytesASecond) / k;
}

describe("a size begins to count", () => {
  const plain = { launchSeconds: 2e-5, secondsACell: 4e-10, knee: null };
  const rateOf = (cost: typeof plain, cells: number): number => cells / generationSeconds(cost, cells);

  it("where cells a second reach half of the best", () => {
    same(countingCells(plain), 50_000);
    same(rateOf(plain, 50_000), 0.5 / 4e-10);
  });

  it.each([
    [2e-12, 5e-12, 8388608, 0],
    [1e-15, 5e-12, 1e6, 0],
    [2e-12, 2.1e-12, 1000, 0],
    // A jump while half of the best is not reached yet, and one after it.
    [2e-12, 2.1e-12, 1e6, 4e-6],
    [2e-12, 3e-12, 8388608, 8e-6],
  ])("also where there is a knee: %d, %d, %d, jump %d", (below, above, cells, jumpSeconds) => {
    const knee = { cells, secondsACell: below, jumpSeconds };
    const cost = { launchSeconds: 5e-6, secondsACell: above, knee };
    let best = 0;
    for (let size = 10; size < 1e16; size *= 1.01) {
      best = Math.max(best, size / generationSeconds(cost, size));
    }
    best = Math.max(best, cells / generationSeconds(cost, cells));
    const found = countingCells(cost);
    expect(found / generationSeconds(cost, found)).toBeCloseTo(best / 2, -Math.log10(best) + 4);
  });
});

describe("the laws", () => {
  it("fit several speed-ups, exactly where these follow the law", () => {
    const points = (gain: (ranks: number, alpha: number) => number, alpha: number) =>
      [1, 2, 3, 7, 16].map((processors) => ({ processors, speedUp: gain(processors, alpha) }));
    expect(fittedShare("amdahl", points(amdahlSpeedUp, 0.05))).toBeCloseTo(0.05, 12);
    expect(fittedShare("gustafson", points(gustafsonSpeedUp, 0.2))).toBeCloseTo(0.2, 12);
    expect(amdahlSpeedUp(10, amdahlShare(10, 8.148) as number)).toBeCloseTo(8.148, 9);
    expect(gustafsonSpeedUp(10, gustafsonShare(10, 8.148) as number)).toBeCloseTo(8.148, 9);
    expect(fittedShare("amdahl", [{ processors: 1, speedUp: 1 }])).toBeNull();
  });
});
