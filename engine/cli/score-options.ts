/** Where rules are scored, as people type it, for every command that scores rules. */

import { TessellaError } from "../core/errors.ts";
import { genomeWords } from "../evolve/genome.ts";
import { fastestMethod } from "../evolve/gpu/fastest.ts";
import { GpuScorer, taskRefusal } from "../evolve/gpu/gpu-scorer.ts";
import { MOST_GPU_CELLS, refusal, SCORE_METHODS } from "../evolve/gpu/methods.ts";
import { steadyScorer } from "../evolve/gpu/steady-scorer.ts";
import type { Scorer, ScoringJob } from "../evolve/scorer.ts";
import { acquireDevice } from "../gpu/device.ts";
import type { CommandCall, OptionSpec } from "./command.ts";
import { coresOf, THREADS_OPTION } from "./cores-option.ts";
import { oneOf } from "./one-of.ts";
import { ADAPTER_OPTION, environmentFor } from "./source.ts";
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

/** A scorer, and what it is called. */
export interface OpenedScorer {
  readonly scorer: Scorer;
  readonly method: string;
  /** Where it is a GPU. */
  readonly adapter?: string;
}

/** Steps of cells that a CPU makes before a GPU is found and has compiled. */
const GPU_PAYS = 2 ** 33;

/**
 * What `--method` and `--adapter` ask for; `auto` takes a GPU where there is one that is no imitation, if so many jobs like this
 * one are long enough. `cpu` scores otherwise. Errors: UsageError, `gpu-unavailable`, `not-found`, `unsupported-operation`, `memory-limit`, `gpu-lost`.
 */
export async function openScorer(
  { args, terminal, signal }: CommandCall,
  job: ScoringJob,
  cpu: Scorer = coresOf(args),
  jobs = 1,
): Promise<OpenedScorer> {
  const onCpu: OpenedScorer = { scorer: cpu, method: "cpu" };
  const method = oneOf(args.value("method") ?? "auto", METHODS, "--method knows no");
  const adapterName = args.value("adapter");
  if (method === "cpu") {
    if (adapterName !== undefined)
      throw new UsageError("--adapter chooses between GPUs, and the method cpu needs none.");
    return onCpu;
  }
  const why = taskRefusal(job.setting.task);
  const free = method === "auto" && adapterName === undefined;
  if (free && (why !== undefined || !paysOnGpu(job, jobs))) return onCpu;
  if (why !== undefined) throw new UsageError(why, "Leave out --method and --adapter.");
  try {
    const { gpu } = await environmentFor({
      needsGpu: true,
      adapterName,
      showLog: args.has("verbose"),
      signal,
    });
    const device = await acquireDevice(gpu);
    try {
      if (free && device.software) {
        device.release();
        return onCpu;
      }
      const chosen = method === "auto" ? await fastestMethod(device, job, signal) : SCORE_METHODS.get(method);
      const refused = refusal(chosen, job.setting.shape, device);
      if (refused !== undefined) throw new UsageError(refused);
      const scorer = steadyScorer(
        await GpuScorer.create(device, chosen),
        ({ message }) => terminal.warn(`${message} The CPU goes on.`),
        cpu,
      );
      return { scorer, method: chosen.id, adapter: device.adapter };
    } catch (error) {
      device.release();
      throw error;
    }
  } catch (error) {
    if (free && error instanceof TessellaError && error.code === "gpu-unavailable") return onCpu;
    throw error;
  }
}

function paysOnGpu({ setting: { shape, steps }, genomes, set }: ScoringJob, jobs: number): boolean {
  const runs = jobs * (genomes.length / genomeWords(shape)) * set.size;
  return shape.cells <= MOST_GPU_CELLS && runs * shape.cells * Math.max(1, steps) >= GPU_PAYS;
}
