import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { SoupJob } from "../../../engine/bench/gpu-bench.ts";
import type { KernelRunsTools } from "../../../engine/bench/kernel-runs.ts";
import { timeKernels } from "../../../engine/bench/kernel-runs.ts";
import { gridWidth } from "../../../engine/core/topology.ts";
import { fitKernel } from "../../../engine/model/kernel-fit.ts";

const USUAL = [256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192];

/** The sides that are timed where a generation takes that long; with a GPU's clock, so that times are as they are. */
async function sidesOf(
  seconds: (cells: number) => number,
  sides: readonly number[],
  tools: Partial<KernelRunsTools> = {},
) {
  const [found] = await timeKernels(
    ["gpu"],
    sides.map((side) => ({ width: side, height: side })),
    {
      measure: async ({ topology }: SoupJob) => {
        const each = seconds(gridWidth(topology) ** 2);
        const stretch = { seconds: 10 * each, generations: 10, submits: 1, gpuSeconds: 10 * each };
        return { adapter: "Card", stretches: [stretch], generations: 10, hash: null };
      },
      repeats: 1,
      ...tools,
    },
  );
  return { found, sides: found.runs.map(({ cells }) => Math.sqrt(cells)) };
}

const plain = (cells: number): number => 2e-6 + 4e-12 * cells;
/** A cache ends at 2300 x 2300 cells, and beyond it each cell costs more. */
const step = (cells: number): number => 2e-6 + (cells < 2300 ** 2 ? 2.5e-12 : 4e-12) * cells;

describe("sizes to be timed", () => {
  it("are those that were given, where these say enough or nothing else is wished", async () => {
    expect((await sidesOf(plain, USUAL, { goOn: true })).sides).toEqual(USUAL);
    expect((await sidesOf(step, USUAL)).sides).toEqual(USUAL);
  });

  it("come closer where a line bends and its fit is not close", async () => {
    // A wave of 6 % hides the step from a test against chance.
    const rough = (cells: number): number => step(cells) * (1 + 0.06 * Math.sin(7 * Math.log(cells)));
    const { sides, found } = await sidesOf(rough, USUAL, { goOn: true });
    const added = sides.filter((side) => !USUAL.includes(side));
    expect(added.length).toBeGreaterThanOrEqual(3);
    expect(added.length).toBeLessThanOrEqual(4);
    expect(added.every((side) => side % 128 === 0 && side > 1024 && side < 6144)).toBe(true);
    expect(sides).toEqual([...sides].sort((a, b) => a - b));
    expect(fitKernel(found.runs).form).not.toBe("line");
  });

  it("come closer where a real card's cache ends", async () => {
    // `vector-row` on an H100 at the sides that it was timed on, and between them by ratio: at the cache's end on its lower side.
    const times = JSON.parse(
      readFileSync(new URL("../../fixtures/kernel-times.json", import.meta.url), "utf8"),
    ).find(
      (each: { device: string; kernel: string }) => each.device === "H100" && each.kernel === "vector-row",
    );
    const { sides, us } = times as { readonly sides: readonly number[]; readonly us: readonly number[] };
    const { sides: timed } = await sidesOf(
      (cells) =>
        us[
          Math.max(
            0,
            sides.findLastIndex((side) => side ** 2 <= cells),
          )
        ] / 1e6,
      sides,
      { goOn: true },
    );
    const added = timed.filter((side) => !sides.includes(side) && side < 24_576);
    expect(added.length).toBeGreaterThanOrEqual(3);
    expect(added.every((side) => side > 6144 && side < 24_576)).toBe(true);
  });

  it("are as many as there is time for", async () => {
    let asked = 0;
    const { found, sides } = await sidesOf(plain, USUAL, { goOn: true, isUp: () => ++asked > 3 });
    expect(sides).toEqual(USUAL.slice(0, 3));
    expect(found.problem).toBe("The time was up after 3 of 11 sizes.");
    let rounds = 0;
    const whole = await sidesOf(plain, USUAL, {
      repeats: 9,
      onRound: () => rounds++,
      isUp: () => rounds >= 3,
    });
    expect([whole.sides, whole.found.problem]).toEqual([USUAL, null]);
    expect(rounds).toBe(3);
  });
});
