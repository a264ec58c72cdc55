/** The runs of a comparison over ranks, each a command of its own. */

import type { RunShared, SharedOutcome, SharedRun } from "../bench/cluster-bench.ts";
import { runText } from "../bench/cluster-bench.ts";
import { TessellaError } from "../core/errors.ts";
import type { ProcessCost } from "../node/process-cost.ts";

export interface SharedRunSetting {
  /** An algorithm's or a kernel's id. */
  readonly algorithm: string;
  readonly transport: "threads" | "mpi";
  /** A GPU for each rank of mpi, or one for all; undefined on the CPU. */
  readonly gpus?: "each" | "shared";
  readonly adapter?: string;
  readonly memoryMegabytes: number;
}

export interface CommandTools {
  readonly measure: (command: readonly string[], signal: AbortSignal) => Promise<ProcessCost>;
  /** How tessella is started. */
  readonly tessella: readonly string[];
}

/**
 * Life from a half-dense soup. Threads start, kernels compile and the first strips are made in a shorter run too; what that takes is
 * taken from the time, and the rest stands for all generations. Errors of a run: `unsupported-operation` with what the command said.
 */
export function sharedRuns(
  { algorithm, transport, gpus, adapter, memoryMegabytes }: SharedRunSetting,
  { measure, tessella }: CommandTools,
): RunShared {
  const command = async (run: SharedRun, signal: AbortSignal): Promise<SharedOutcome> => {
    const { ranks, width, height, halo, overlap, generations } = run;
    const grid = ["--soup", `${width}x${height}`, "-r", `B3/S23:T${width},${height}`, "-m", `${generations}`];
    const how = [
      ...["-a", algorithm, "-M", `${memoryMegabytes}`],
      ...(adapter === undefined ? [] : ["--adapter", adapter]),
      ...["--ranks", `${ranks}`, "--transport", transport, "--halo", `${halo}`],
      ...(gpus === undefined || transport === "threads" ? [] : ["--gpus", gpus]),
      ...(overlap ? [] : ["--no-overlap"]),
    ];
    const { code, stdout, stderr } = await measure(
      [...tessella, "run", ...grid, ...how, "-q", "--json"],
      signal,
    );
    if (code === 0) {
      const { seconds, hash } = JSON.parse(stdout) as { readonly seconds: number; readonly hash: string };
      return { seconds, hash };
    }
    throw new TessellaError("unsupported-operation", `A run of ${runText(run)}: ${messageIn(stderr, code)}`);
  };
  return async (run, signal) => {
    const { generations, halo } = run;
    const lead = Math.min(generations >> 1, Math.max(LEAD_GENERATIONS, 2 * halo));
    const start = await command({ ...run, generations: lead }, signal);
    const { seconds, hash } = await command(run, signal);
    return { seconds: (Math.max(0, seconds - start.seconds) * generations) / (generations - lead), hash };
  };
}

const LEAD_GENERATIONS = 16;

/** What a command that was asked for JSON says of its failure. */
function messageIn(stderr: string, code: number | null): string {
  try {
    return (JSON.parse(stderr.trim().split("\n").at(-1) ?? "") as { error: { message: string } }).error
      .message;
  } catch {
    return code === null ? "The command was killed." : `The command ended with code ${code}.`;
  }
}
