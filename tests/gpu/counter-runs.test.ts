// Whole runs of counters on the GPU end in the generations of the CPU.

import { beforeAll, describe, expect, test } from "vitest";
import type { Breeding } from "../../engine/evolve/breeding.ts";
import { CPU_SCORER } from "../../engine/evolve/cpu-scorer.ts";
import { runsOnGpu, solveCounters } from "../../engine/evolve/gpu/counter-runs.ts";
import { PRESETS } from "../../engine/evolve/presets.ts";
import type { SearchPlan } from "../../engine/evolve/search.ts";
import { runSeed } from "../../engine/evolve/search.ts";
import { generationsToGoal } from "../../engine/evolve/searches.ts";
import type { TaskSetting } from "../../engine/evolve/task.ts";
import type { GpuDevice } from "../../engine/gpu/device.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { holdGpu } from "../support/held-gpu.ts";

let gpu: GpuDevice;
beforeAll(async () => {
  ({ device: gpu } = await holdGpu(openDawn));
});
/** The preset with an easier goal. */
function planOf(
  changes: Partial<SearchPlan>,
  breeding: Partial<Breeding> = {},
  setting: Partial<TaskSetting> = {},
): SearchPlan {
  const { plan } = PRESETS.get("counter");
  return {
    ...{ ...plan, goal: 7, ...changes },
    breeding: { ...plan.breeding, ...breeding },
    setting: { ...plan.setting, ...setting },
  };
}

async function onCpu(plan: SearchPlan, runs: number): Promise<readonly (number | undefined)[]> {
  const generations: (number | undefined)[] = [];
  for (let i = 0; i < runs; i++)
    generations.push(await generationsToGoal({ ...plan, seed: runSeed(plan.seed, i) }, CPU_SCORER));
  return generations;
}

describe("runs end where they do on the CPU", () => {
  const three = { cells: 3, boundary: "cyclic", radius: 1, ruleACell: true } as const;
  const uniform = { cells: 5, boundary: "replicate", radius: 2, ruleACell: false } as const;
  test.each([
    ["of the preset", planOf({ seed: 0xffffffff })],
    ["that are given up", planOf({ generations: 20 })],
    [
      "of three cells, with immigrants",
      planOf(
        { goal: 6, population: 13, generations: 60 },
        { immigrants: 2, elites: 1 },
        { shape: three, steps: 7 },
      ),
    ],
    [
      "of one rule, chosen from the best",
      planOf(
        { goal: 6, generations: 300 },
        { selection: "truncation", keep: 5, elites: 0, crossing: "uniform" },
        { shape: uniform, start: 9, steps: 31 },
      ),
    ],
  ])("%s", async (_name, plan) => {
    const expected = await onCpu(plan, 6);
    const heard: number[] = [];
    expect(await solveCounters(gpu, plan, 6, { onProgress: (over) => heard.push(over) })).toEqual(expected);
    expect(heard.at(-1)).toBe(6);
  });
});

test("runs do not depend on how they are cut", async () => {
  const plan = planOf({ goal: 6, generations: 40 });
  expect(await solveCounters(gpu, plan, 6, {}, { milliseconds: 0 })).toEqual(await onCpu(plan, 6));
});

test("runs can be stopped", async () => {
  const stop = new AbortController();
  const plan = planOf({ goal: 16 });
  const solving = solveCounters(gpu, plan, 3, { signal: stop.signal, onProgress: () => stop.abort() });
  await expect(solving).rejects.toMatchObject({ code: "aborted" });
});

test("populations and genomes that are too large for a workgroup are left to others", () => {
  expect(runsOnGpu(planOf({}))).toBe(true);
  expect(runsOnGpu(planOf({ population: 320 }))).toBe(false);
  expect(runsOnGpu(planOf({ goal: undefined }))).toBe(false);
  expect(runsOnGpu(planOf({}, {}, { task: "majority" }))).toBe(false);
  const five = { ...PRESETS.get("counter").plan.setting.shape, cells: 5 };
  expect(runsOnGpu(planOf({}, {}, { shape: five }))).toBe(false);
});
