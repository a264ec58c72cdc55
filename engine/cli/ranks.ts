/** One universe over several ranks: what the command line says about them, checked before anything starts. */

import type { Algorithm } from "../algorithms/algorithm.ts";
import type { ClusterUniverse } from "../cluster/cluster-universe.ts";
import type { RankPlace } from "../cluster/recording.ts";
import { grouped } from "../core/integers.ts";
import type { MpiWorld } from "../node/mpi-world.ts";
import { mpiWorld } from "../node/mpi-world.ts";
import type { Checkpoints } from "./checkpoints.ts";
import type { Arguments, CommandCall, OptionSpec } from "./command.ts";
import { parseAmount } from "./numbers.ts";
import { openingRanks, PROCESS_OPTIONS, rankStart, rankText, TRANSPORT_OPTION } from "./rank-start.ts";
import { RanksEnded } from "./ranks-ended.ts";
import type { RecordFile } from "./record-file.ts";
import { threadsOf } from "./universe-threads.ts";
import { UsageError } from "./usage-error.ts";

export const RANK_OPTIONS: readonly OptionSpec[] = [
  { name: "ranks", value: "N", help: "share the grid's rows among N ranks that compute side by side" },
  TRANSPORT_OPTION,
  {
    name: "halo",
    value: "K",
    help: "rows that neighbours copy from each other, once in K generations (default: auto)",
  },
  {
    name: "ahead",
    value: "L",
    help: "with --halo K: in how many of the K generations rows travel while slabs are stepped (default: all)",
  },
  { name: "no-overlap", help: "exchange rows while nothing is computed, to see what that is worth" },
  ...PROCESS_OPTIONS,
];

export const RANK_NOTES: readonly string[] = [
  "With --ranks the rows of a torus (T), a plane (P) or a frozen border (F) are shared out; each rank steps a slab of them, and " +
    "every rank has the memory of -M for its own. The result is the same for any N, K and transport. --halo auto measures " +
    "steps and exchanges first (-v tells what it takes); a larger K means fewer exchanges of more rows. With auto, rows travel while slabs are stepped where " +
    "that pays, which it may on GPUs, and in as few generations as they need; with a K they always do, but for --no-overlap. Ranks whose devices have different names " +
    "get rows by their measured speed.",
  "Ranks of --transport mpi are processes, on one machine or on those of --hosts, which must have the same tessella in the same place; the " +
    "first one reads and writes the files. tessella starts them by Open MPI's mpirun, and does the same where mpirun -n N tessella run ... " +
    "or srun has started it; -v tells where each rank is and what it computes on.",
];

export const RECORD_OPTIONS: readonly OptionSpec[] = [
  {
    name: "checkpoint",
    value: "SECONDS FOLDER",
    help: "save the state so often, to go on with tessella run FOLDER",
  },
  { name: "record", value: "FILE", help: "write down what each rank does, as lines of JSON" },
  {
    name: "model",
    value: "MODEL.json",
    help: "with --record: predict the time by this model (tessella model fit)",
  },
];

export const RECORD_NOTES: readonly string[] = [
  "A checkpoint (--checkpoint) is a picture of each rank's rows and a manifest, checkpoint.json; the folder holds a whole one from the first on, " +
    "whatever fails. tessella run FOLDER goes on from it to the same generation or to that of -m, with any number of ranks (1 too) and " +
    "any algorithm that ranks take. With --hosts the folder must be one that all machines share.",
  "The record of --record has a line for what each rank did in the last second, block by block: computing, reading rows back, waiting for " +
    "neighbours, sending and writing. It may be read while it grows. It begins with a prediction, by --model or else by what the " +
    "ranks measure first, and the result says how long a generation took beside that.",
];

/** How ranks hold what a command runs. */
export interface RankedRun {
  /** The algorithm, with its universes held by ranks. */
  readonly over: (algorithm: Algorithm) => Algorithm;
  readonly record: RecordFile | null;
  /** Begins the record of the universe that was made, where there is to be one. Errors: those of `RecordFile.begin`. */
  readonly beginRecord: () => Promise<void>;
  /** Null where none are asked for. */
  readonly checkpoints: RunCheckpoints | null;
}

export interface RunCheckpoints {
  /** To be called between steps. Errors: `io`, those of the ranks. */
  readonly keep: (target: bigint) => Promise<void>;
  /** How to go on from the last one; undefined before the first. */
  readonly hint: () => string | undefined;
}

/** Whether the command line, or who started this process, wants a universe held by ranks. */
export function isOverRanks(args: Arguments): boolean {
  return args.has("ranks") || mpiWorld(process.env) !== null;
}

/** How they do; undefined where neither does. */
export async function ranksOf(call: CommandCall): Promise<RankedRun | undefined> {
  const { args, terminal } = call;
  const start = rankStart(args, [...RANK_OPTIONS, ...RECORD_OPTIONS]);
  if (!start) return undefined;
  const { size, transport } = start;
  const halo = haloOf(args.value("halo") ?? "auto");
  const overlap = !args.has("no-overlap");
  const ahead = aheadOf(args, halo);
  const { openRankThreads } = await import("../node/rank-threads.ts");
  const machine = { adapterName: args.value("adapter"), threads: threadsOf(args, 1) };
  const open = await openingRanks(call, start, () => openRankThreads(size, machine));
  const { RecordFile } = await import("./record-file.ts");
  const record = await RecordFile.asked(args, terminal);
  const { Checkpoints } = await import("./checkpoints.ts");
  const { saveFile } = await import("../node/checkpoint-folder.ts");
  const kept = await Checkpoints.asked(args, size);
  const { overRanks } = await import("../cluster/cluster-universe.ts");
  let places: readonly RankPlace[] = [];
  let universe: ClusterUniverse | null = null;
  const over = (algorithm: Algorithm): Algorithm => {
    record?.settle(algorithm);
    return overRanks(algorithm, {
      size,
      halo,
      overlap,
      ahead,
      processors: () => places.map(({ processor }) => processor),
      measure: record !== null,
      saveFile,
      open: async () => {
        try {
          const opened = await open(algorithm.needsGpu);
          places = opened.places;
          return opened.transport;
        } catch (error) {
          throw await endedWith(error, kept);
        }
      },
      onReady: (ready) => {
        universe = ready;
        if (size === 1) return;
        const { choice, devices, ranges } = ready;
        for (const [rank, place] of places.entries()) {
          const { card } = place;
          const rows = ranges[rank].rows === 1 ? "1 row" : `${grouped(ranges[rank].rows)} rows`;
          const on = card === undefined ? devices[rank] : `${devices[rank]} (${card})`;
          terminal.note(`${rankText(rank, start, place)} computes ${rows} on ${on}.`);
        }
        const where = transport === "mpi" ? "processes" : "threads";
        const { halo: most, ahead: last } = choice;
        const slabs = last < most ? `the last ${last} of them are stepped` : "slabs are stepped";
        const how = last > 0 ? `while ${slabs}` : "between steps";
        const rows =
          most === 1
            ? "1 row, each generation"
            : `${grouped(most)} rows, once in ${grouped(most)} generations`;
        terminal.note(`${size} ranks in ${where} exchange halos of ${rows}, ${how}.`);
      },
    });
  };
  const beginRecord = async (): Promise<void> => {
    if (universe) await record?.begin(universe, places);
  };
  const checkpoints = kept && {
    keep: async (target: bigint) => {
      if (universe) await kept.keep(universe, target);
    },
    hint: () => kept.hint,
  };
  return { over, record, beginRecord, checkpoints };
}

/** What ended ranks that this process has waited for, with how to go on. */
async function endedWith(error: unknown, checkpoints: Checkpoints | null): Promise<unknown> {
  if (!(error instanceof RanksEnded) || !error.failure || !checkpoints) return error;
  await checkpoints.look();
  const { hint } = checkpoints;
  const { kind, message } = error.failure;
  if (hint === undefined || message.endsWith(hint)) return error;
  return new RanksEnded(error.exit, { kind, message: `${message} ${hint}` });
}

/** Serves rank 0, which runs a command on a universe, as another rank. */
export async function serveUniverse(call: CommandCall, world: MpiWorld): Promise<number> {
  return (await import("./mpi-ranks.ts")).serveMpiUniverse(call, world);
}

function haloOf(text: string): number | "auto" {
  if (text === "auto") return text;
  return parseAmount(text, "--halo", "a number of rows or auto");
}

/** Errors: UsageError. */
function aheadOf(args: Arguments, halo: number | "auto"): number | undefined {
  const text = args.value("ahead");
  if (text === undefined) return undefined;
  if (args.has("no-overlap"))
    throw new UsageError(
      "--ahead L lets rows travel while slabs are stepped, and --no-overlap does not: take one of them.",
    );
  if (halo === "auto") throw new UsageError("--ahead L goes with --halo K: with auto the ranks find both.");
  const ahead = parseAmount(text, "--ahead", "a number of generations");
  if (ahead > halo)
    throw new UsageError(
      `--ahead ${ahead} is more than the ${halo} generations between two exchanges (--halo).`,
    );
  return ahead;
}
