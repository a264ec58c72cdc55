/** Counters of four cells: how long they take to be found, and how that depends on what the paper leaves open. */

import type { Breeding } from "../../../engine/evolve/breeding.ts";
import { CPU_SCORER } from "../../../engine/evolve/cpu-scorer.ts";
import { runsOnGpu, solveCounters } from "../../../engine/evolve/gpu/counter-runs.ts";
import { PRESETS } from "../../../engine/evolve/presets.ts";
import type { Scorer } from "../../../engine/evolve/scorer.ts";
import type { SearchPlan } from "../../../engine/evolve/search.ts";
import { runSeed } from "../../../engine/evolve/search.ts";
import { generationsToGoal } from "../../../engine/evolve/searches.ts";
import { acquireDevice } from "../../../engine/gpu/device.ts";
import { nodeCores } from "../../../engine/node/cores.ts";
import { problemOf } from "../seeds/timing.ts";
import type { Bench } from "./bench.ts";
import type { CounterRuns, LongCounter, SweepPoint, Swept, Where } from "./result.ts";
import { SWEPT } from "./result.ts";
import { SERIAL_SCORER } from "./serial.ts";

const COUNTER = PRESETS.get("counter").plan;
const COUNTER_320 = PRESETS.get("counter-320").plan;
/** More than any counter of four cells reaches, so that a run never ends before its time. */
const OUT_OF_REACH = 17;

type Solved = readonly (number | undefined)[];

/** On the GPU where there is one that is no imitation, otherwise by all cores; the same generations come out. */
async function solveMany({ dawn, imitated }: Bench, plan: SearchPlan, runs: number): Promise<Solved> {
  if (dawn && !imitated && runsOnGpu(plan)) {
    const gpu = await acquireDevice(dawn);
    return await solveCounters(gpu, plan, runs).finally(() => gpu.release());
  }
  const cores = nodeCores();
  try {
    return await cores.solve(plan, runs);
  } finally {
    cores.dispose();
  }
}

async function oneByOne(plan: SearchPlan, runs: number, scorer: Scorer): Promise<Solved> {
  const solved: (number | undefined)[] = [];
  for (let index = 0; index < runs; index++)
    solved.push(await generationsToGoal({ ...plan, seed: runSeed(plan.seed, index) }, scorer));
  return solved;
}

async function clocked<T>(work: () => Promise<T>): Promise<readonly [answer: T, seconds: number]> {
  const began = performance.now();
  const answer = await work();
  return [answer, (performance.now() - began) / 1000];
}

export async function benchCounters(bench: Bench): Promise<readonly CounterRuns[]> {
  const { dawn, options, late } = bench;
  const { alone, cores, gpu: many } = options.scale.counters;
  const rows: CounterRuns[] = [];
  const row = async (
    label: string,
    where: Where,
    runs: number,
    together: boolean,
    solve: (runs: number) => Promise<Solved>,
  ): Promise<void> => {
    if (late()) return;
    options.onProgress(`counters, ${label}, ${runs}`);
    const [solved, seconds] = await clocked(() => solve(runs));
    const generations = solved.filter((one) => one !== undefined);
    rows.push({ label, where, generations, runs, seconds, together });
  };
  await row("serial program (JavaScript)", "serial", alone, false, (runs) =>
    oneByOne(COUNTER, runs, SERIAL_SCORER),
  );
  await row("the CPU path, one core", "cpu", alone, false, (runs) => oneByOne(COUNTER, runs, CPU_SCORER));
  await row("the CPU path, all cores", "cpu", cores, true, async (runs) => {
    const all = nodeCores();
    return await all.solve(COUNTER, runs).finally(() => all.dispose());
  });
  if (dawn) {
    const gpu = await acquireDevice(dawn);
    try {
      // The first one compiles.
      await solveCounters(gpu, { ...COUNTER, goal: 2 }, 1);
      await row("the GPU, a run alone", "gpu", 1, false, (runs) => solveCounters(gpu, COUNTER, runs));
      await row("the GPU, runs side by side", "gpu", many, true, (runs) => solveCounters(gpu, COUNTER, runs));
    } finally {
      gpu.release();
    }
  }
  return rows;
}

export async function benchLongCounters({ dawn, options }: Bench): Promise<readonly LongCounter[]> {
  const { longGenerations: generations } = options.scale;
  const plan: SearchPlan = { ...COUNTER_320, generations, goal: OUT_OF_REACH };
  const { population } = plan;
  const rows: LongCounter[] = [];
  const row = async (label: string, where: Where, run: () => Promise<unknown>): Promise<void> => {
    options.onProgress(`counter of ${population} individuals, ${label}`);
    const about = { label, where, population, generations };
    try {
      const [, seconds] = await clocked(run);
      rows.push({ ...about, seconds, problem: null });
    } catch (error) {
      rows.push({ ...about, seconds: null, problem: problemOf(error) });
    }
  };
  await row("serial program (JavaScript)", "serial", () => generationsToGoal(plan, SERIAL_SCORER));
  await row("the CPU path, one core", "cpu", () => generationsToGoal(plan, CPU_SCORER));
  if (!dawn) return rows;
  const gpu = await acquireDevice(dawn);
  try {
    const most = gpu.limits.maxComputeInvocationsPerWorkgroup;
    const about = { label: "the GPU", where: "gpu", population, generations } as const;
    if (population > most)
      rows.push({
        ...about,
        seconds: null,
        problem: `${gpu.adapter} has at most ${most} threads a workgroup, and an individual takes one.`,
      });
    else {
      await solveCounters(gpu, { ...plan, generations: 1 }, 1);
      await row(about.label, about.where, () => solveCounters(gpu, plan, 1));
    }
  } finally {
    gpu.release();
  }
  return rows;
}

const SWEEP: Readonly<Record<Swept, readonly number[]>> = {
  mutation: [0.02, 0.05, 0.1, 0.18, 0.25],
  crossover: [0, 0.35, 0.7, 1],
  elites: [0, 1, 2, 4],
};

export async function benchSweep(bench: Bench): Promise<readonly SweepPoint[]> {
  const { options, late } = bench;
  const { runs, limit } = options.scale.sweep;
  const points: SweepPoint[] = [];
  const known = new Map<string, readonly number[]>();
  for (const swept of SWEPT) {
    for (const value of SWEEP[swept]) {
      if (late()) {
        bench.problems.push(`The sweep ended before ${swept} ${value}: the time for everything was up.`);
        return points;
      }
      const breeding: Breeding = { ...COUNTER.breeding, [swept]: value };
      const key = JSON.stringify(breeding);
      options.onProgress(`sweep, ${swept} ${value}`);
      let generations = known.get(key);
      if (!generations) {
        const solved = await solveMany(bench, { ...COUNTER, breeding, generations: limit }, runs);
        generations = solved.filter((one) => one !== undefined);
        known.set(key, generations);
      }
      points.push({ swept, value, usual: value === COUNTER.breeding[swept], runs, generations, limit });
    }
  }
  return points;
}
