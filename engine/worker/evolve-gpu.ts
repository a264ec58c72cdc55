/** What computes for the lab: a GPU where one is wanted and takes the task, else the CPU. Both come to the same numbers. */

import { TessellaError } from "../core/errors.ts";
import type { ScoreMethod } from "../evolve/gpu/methods.ts";
import type { Scorer, ScoringJob } from "../evolve/scorer.ts";
import type { Generation, SearchEngine, SearchPlan } from "../evolve/search.ts";
import { trainingSet } from "../evolve/search.ts";
import { searchEngine } from "../evolve/searches.ts";
import type { GpuDevice } from "../gpu/device.ts";
import type { AdapterChoice } from "./protocol/view.ts";

export interface LabCpu extends Scorer {
  /** What a person should know about it; null or nothing usually. */
  readonly remark?: string | null;
}

/** Where to compute, and for how long it is wanted. */
export interface EvolvePlace {
  /** WebGPU's entry point; undefined where there is none. */
  readonly gpu: GPU | undefined;
  /** Outlives what is opened. */
  readonly cpu: LabCpu;
  readonly adapter: AdapterChoice;
  readonly signal: AbortSignal;
}

export interface OpenEngine {
  readonly engine: SearchEngine;
  /** "CPU", or the adapter's name; the former once the GPU is lost. */
  readonly where: () => string;
  /** What a person should know about that; null for nothing. */
  readonly remark: () => string | null;
}

/** Batches are short enough for whoever watches, and wants to stop. */
const WATCHED = { milliseconds: 8 } as const;

/** For a search that goes on from a generation. Errors: `aborted`, `memory-limit`. */
export async function openEngine(
  place: EvolvePlace,
  plan: SearchPlan,
  { genomes, generation }: Generation,
): Promise<OpenEngine> {
  const cpu = searchEngine(place.cpu);
  const job = { setting: plan.setting, genomes, set: trainingSet(plan, generation) };
  const opened = await onGpu(place, job, plan, async (device, method): Promise<OpenEngine> => {
    const [{ breedsOnGpu, GpuSearch }, { GpuScorer }, { steadyEngine }] = await Promise.all([
      import("../evolve/gpu/gpu-search.ts"),
      import("../evolve/gpu/gpu-scorer.ts"),
      import("../evolve/gpu/steady.ts"),
    ]);
    let lost: string | null = null;
    const tell = ({ message }: TessellaError): void => {
      lost = `${message} The CPU goes on.`;
    };
    const about = {
      where: () => (lost === null ? device.adapter : "CPU"),
      remark: () => lost ?? place.cpu.remark ?? null,
    };
    if (breedsOnGpu(device, plan))
      return { ...about, engine: steadyEngine(await GpuSearch.create(device, method, WATCHED), cpu, tell) };
    const scorer = await GpuScorer.create(device, method, WATCHED);
    const engine = { ...searchEngine(scorer), dispose: () => scorer.dispose() };
    return { ...about, engine: steadyEngine(engine, cpu, tell) };
  });
  return opened ?? { engine: cpu, where: () => "CPU", remark: () => place.cpu.remark ?? null };
}

/** For a rule alone. Errors: as `openEngine`. */
export async function openScorer(place: EvolvePlace, job: ScoringJob): Promise<Scorer> {
  const cpu: Scorer = { score: (part, control) => place.cpu.score(part, control), dispose: () => {} };
  const opened = await onGpu(place, job, { generations: 1 }, async (device, method) => {
    const [{ GpuScorer }, { steadyScorer }] = await Promise.all([
      import("../evolve/gpu/gpu-scorer.ts"),
      import("../evolve/gpu/steady.ts"),
    ]);
    return steadyScorer(await GpuScorer.create(device, method, WATCHED), cpu, () => {});
  });
  return opened ?? cpu;
}

/**
 * What `open` makes of the device that the preferences say and the method that is fastest there; undefined where the CPU has to do
 * it. A software adapter is slower than the CPU itself, so it is taken only where somebody chose it.
 */
async function onGpu<T>(
  { gpu, adapter, signal }: EvolvePlace,
  job: ScoringJob,
  { search, generations }: Pick<SearchPlan, "generations"> & Partial<Pick<SearchPlan, "search">>,
  open: (device: GpuDevice, method: ScoreMethod) => Promise<T>,
): Promise<T | undefined> {
  if (adapter === "never" || !gpu) return undefined;
  const [{ acquireDevice }, { fastestMethod }, { taskRefusal }, { refusal }] = await Promise.all([
    import("../gpu/device.ts"),
    import("../evolve/gpu/fastest.ts"),
    import("../evolve/gpu/gpu-tasks.ts"),
    import("../evolve/gpu/methods.ts"),
  ]);
  if (taskRefusal(job.setting.task, search) !== undefined) return undefined;
  try {
    const device = await acquireDevice(gpu, adapter);
    try {
      const imitated = device.software && adapter !== "software";
      const method = imitated ? null : await fastestMethod(device, job, generations, signal);
      if (method !== null && refusal(method, job.setting.shape, device) === undefined)
        return await open(device, method);
      device.release();
      return undefined;
    } catch (error) {
      device.release();
      throw error;
    }
  } catch (error) {
    if (error instanceof TessellaError && ["gpu-unavailable", "gpu-lost"].includes(error.code))
      return undefined;
    throw error;
  }
}
