/** Where rules are scored, as people type it, for every command that scores rules. */

import { TessellaError } from "../core/errors.ts";
import { CELLULAR } from "../evolve/cellular.ts";
import { genomeWords } from "../evolve/genome.ts";
import { runsOnGpu, solveCounters } from "../evolve/gpu/counter-runs.ts";
import { fastestMethod } from "../evolve/gpu/fastest.ts";
import { GpuScorer } from "../evolve/gpu/gpu-scorer.ts";
import { breedsOnGpu, GpuSearch } from "../evolve/gpu/gpu-search.ts";
import { taskRefusal } from "../evolve/gpu/gpu-tasks.ts";
import type { ScoreMethod } from "../evolve/gpu/methods.ts";
import { MOST_GPU_CELLS, refusal, SCORE_METHODS } from "../evolve/gpu/methods.ts";
import type { OnLost } from "../evolve/gpu/steady.ts";
import { steadyEngine, steadyScorer } from "../evolve/gpu/steady.ts";
import type { Scorer, ScoringControl, ScoringJob } from "../evolve/scorer.ts";
import type { Generation, SearchEngine, SearchPlan } from "../evolve/search.ts";
import { trainingSet } from "../evolve/search.ts";
import { searchEngine } from "../evolve/searches.ts";
import type { GpuDevice } from "../gpu/device.ts";
import { acquireDevice } from "../gpu/device.ts";
import { environmentFor } from "../node/environment.ts";
import type { Cores } from "../worker/cores.ts";
import type { Arguments, CommandCall, OptionSpec } from "./command.ts";
import { coresOf, THREADS_OPTION } from "./cores-option.ts";
import { oneOf } from "./one-of.ts";
import { ADAPTER_OPTION } from "./source.ts";
import { UsageError } from "./usage-error.ts";

const METHODS: readonly string[] = ["auto", ...SCORE_METHODS.list().map(({ id }) => id), "cpu"];

export const SCORE_OPTIONS: readonly OptionSpec[] = [
  { name: "method", value: "METHOD", help: `how rules are scored: ${METHODS.join(", ")} (default: auto)` },
  ADAPTER_OPTION,
  THREADS_OPTION,
];

export const SCORE_NOTE: string =
  "All methods give the same counts. " +
  `${SCORE_METHODS.list()
    .map(({ id, name }) => `${id}: ${name.replace(/^./, (a) => a.toLowerCase())}`)
    .join(
      "; ",
    )}; cpu: without a GPU. auto takes the fastest that there is; the first four are those of older programs.`;

/** What scores, as reports name it. */
export interface Whereabouts {
  readonly method: string;
  /** Where it is a GPU. */
  readonly adapter?: string;
  /** Whether that is an imitation. */
  readonly software?: boolean;
}

/** Why a GPU is no help with work, if it is not, and whether the work is long enough for one. */
interface GpuPays {
  readonly why: string | undefined;
  readonly pays: boolean;
}

/** For `onGpu`: of a search, as it goes on from some genomes. */
export function searchPays(plan: SearchPlan, { genomes, set }: Pick<ScoringJob, "genomes" | "set">): GpuPays {
  const { setting, search, generations } = plan;
  return {
    why: taskRefusal(setting.task, search),
    pays: paysOnGpu({ setting, genomes, set }, generations),
  };
}

/** For `onGpu`: of many runs. */
export function runsPay(plan: SearchPlan, runs: number): GpuPays {
  const why = runsOnGpu(plan)
    ? undefined
    : "A GPU does many runs at once of small counters only: up to 32 bits of rules and 256 individuals.";
  return { why, pays: runs >= RUNS_PAY };
}

/** What a command line wants of a GPU. */
interface GpuWish {
  readonly method: string;
  /** Whether a GPU need not be, and is to be taken only where it helps. */
  readonly free: boolean;
}

/** Undefined where the CPU is wanted, or does the work as soon. Errors: UsageError, also where a GPU is wanted that cannot help. */
export function gpuWish(args: Arguments, { why, pays }: GpuPays): GpuWish | undefined {
  const method = oneOf(args.value("method") ?? "auto", METHODS, "--method knows no");
  const adapterName = args.value("adapter");
  if (method === "cpu") {
    if (adapterName !== undefined)
      throw new UsageError("--adapter chooses between GPUs, and the method cpu needs none.");
    return undefined;
  }
  const free = method === "auto" && adapterName === undefined;
  if (free && (why !== undefined || !pays)) return undefined;
  if (why !== undefined) throw new UsageError(why, "Leave out --method and --adapter.");
  return { method, free };
}

/** Steps of cells that a CPU makes before a GPU is found and has compiled, and the same in runs of counters. */
const STEPS_PAY = 2 ** 33;
const RUNS_PAY = 64;

/**
 * What `--method` and `--adapter` ask for; `auto` takes a GPU where there is one that is no imitation, if the job is long enough.
 * `cpu` scores otherwise. Errors: UsageError, `gpu-unavailable`, `not-found`, `memory-limit`, `gpu-lost`.
 */
export async function openScorer(
  call: CommandCall,
  job: ScoringJob,
  cpu: Scorer = coresOf(call.args),
  jobs = 1,
): Promise<Whereabouts & { readonly scorer: Scorer }> {
  const why = taskRefusal(job.setting.task, job.byCell ? CELLULAR.id : undefined);
  const pays = { why, pays: paysOnGpu(job, jobs) };
  const opened = await onGpu(call, pays, async (device, wanted) => {
    const method = await methodFor(call, device, wanted, job, jobs);
    const scorer = steadyScorer(await GpuScorer.create(device, method), cpu, telling(call));
    return { scorer, method: method.id, adapter: device.adapter, software: device.software };
  });
  return opened ?? { scorer: cpu, method: "cpu" };
}

/** As `openScorer`, for a search that goes on from a generation. The GPU has compiled what it needs. */
export async function openEngine(
  call: CommandCall,
  plan: SearchPlan,
  { genomes, generation }: Generation,
  cpu: Scorer,
): Promise<Whereabouts & { readonly engine: SearchEngine }> {
  const job = { setting: plan.setting, genomes, set: trainingSet(plan, generation) };
  const opened = await onGpu(call, searchPays(plan, job), async (device, wanted) => {
    const method = await methodFor(call, device, wanted, job, plan.generations);
    const about = { method: method.id, adapter: device.adapter };
    if (!breedsOnGpu(device, plan)) {
      const scorer = steadyScorer(await GpuScorer.create(device, method), cpu, telling(call));
      return { ...about, engine: { ...searchEngine(scorer), dispose: () => scorer.dispose() } };
    }
    const search = await GpuSearch.create(device, method);
    await search.prepare(plan);
    return { ...about, engine: steadyEngine(search, searchEngine(cpu), telling(call)) };
  });
  return opened ?? { engine: searchEngine(cpu), method: "cpu" };
}

/** What does many runs. */
export interface Solver extends Whereabouts {
  /** Runs with seeds from the plan's on: the generations of each until its goal, undefined where it did not get there. */
  readonly solve: (
    plan: SearchPlan,
    runs: number,
    control: ScoringControl,
  ) => Promise<readonly (number | undefined)[]>;
  readonly dispose: () => void;
}

/** For runs of a plan, of which there are so many. The GPU has compiled what it needs. Errors: as `openScorer`, and `aborted`. */
export async function openSolver(
  call: CommandCall,
  plan: SearchPlan,
  runs: number,
  cores: Cores,
): Promise<Solver> {
  const onCpu = (...work: Parameters<Solver["solve"]>) => cores.solve(...work);
  const opened = await onGpu(call, runsPay(plan, runs), async (device, wanted): Promise<Solver> => {
    if (wanted !== "auto")
      throw new UsageError(`The method ${wanted} is none for many runs.`, "Leave out --method.");
    const { adapter, software } = device;
    await solveCounters(device, { ...plan, generations: 1 }, 1, { signal: call.signal });
    return {
      ...{ method: "runs", adapter, software },
      solve: (...work) =>
        solveCounters(device, ...work).catch((error: unknown) => {
          if (!isLost(error)) throw error;
          telling(call)(error);
          return onCpu(...work);
        }),
      dispose: () => device.release(),
    };
  });
  return opened ?? { method: "cpu", solve: onCpu, dispose: () => {} };
}

/**
 * What `open` makes of the device and the method that are wanted; undefined where the CPU is wanted or, unless a GPU was asked for,
 * where none helps. The device is released when `open` fails.
 */
async function onGpu<T>(
  call: CommandCall,
  pays: GpuPays,
  open: (device: GpuDevice, method: string) => Promise<T>,
): Promise<T | undefined> {
  const wish = gpuWish(call.args, pays);
  if (!wish) return undefined;
  const { method, free } = wish;
  const device = await openGpu(call, free);
  if (!device) return undefined;
  if (free && device.software) {
    device.release();
    return undefined;
  }
  try {
    return await open(device, method);
  } catch (error) {
    device.release();
    throw error;
  }
}

/** The GPU of `--adapter`; undefined where there is none and `free` says that one may do without. Errors: `gpu-unavailable`, `not-found`. */
export async function openGpu({ args, signal }: CommandCall, free: boolean): Promise<GpuDevice | undefined> {
  const adapterName = args.value("adapter");
  try {
    const { gpu } = await environmentFor({
      needsGpu: true,
      adapterName,
      showLog: args.has("verbose"),
      signal,
    });
    return await acquireDevice(gpu);
  } catch (error) {
    if (free && error instanceof TessellaError && error.code === "gpu-unavailable") return undefined;
    throw error;
  }
}

async function methodFor(
  { signal }: CommandCall,
  device: GpuDevice,
  wanted: string,
  job: ScoringJob,
  jobs: number,
): Promise<ScoreMethod> {
  const method =
    wanted === "auto" ? await fastestMethod(device, job, jobs, signal) : SCORE_METHODS.get(wanted);
  const refused = refusal(method, job.setting.shape, device);
  if (refused !== undefined) throw new UsageError(refused);
  return method;
}

function telling({ terminal }: CommandCall): OnLost {
  return ({ message }) => terminal.warn(`${message} The CPU goes on.`);
}

function isLost(error: unknown): error is TessellaError {
  return error instanceof TessellaError && error.code === "gpu-lost";
}

/** Whether so many jobs of that kind are long enough for a GPU. */
function paysOnGpu({ setting: { shape, steps }, genomes, set }: ScoringJob, jobs: number): boolean {
  const runs = jobs * (genomes.length / genomeWords(shape)) * set.size;
  return shape.cells <= MOST_GPU_CELLS && runs * shape.cells * Math.max(1, steps) >= STEPS_PAY;
}
