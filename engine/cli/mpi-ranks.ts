/**
 * Ranks that are processes which MPI connects. A command that is to run on such ranks starts mpirun with itself, as many times as there
 * are ranks, and waits. Each of them, and each process that somebody else has started as a rank, finds its place in its environment:
 * rank 0 carries out the command, and the others serve it.
 */

import type { RankEnvironment } from "../cluster/rank.ts";
import { Rank } from "../cluster/rank.ts";
import type { RankPlace } from "../cluster/recording.ts";
import { SoloTransport } from "../cluster/solo.ts";
import type { Transport } from "../cluster/transport.ts";
import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { saveFile } from "../node/checkpoint-folder.ts";
import { environmentFor } from "../node/environment.ts";
import { gpuCards, keepOneCard, namespaceWords } from "../node/gpu-cards.ts";
import { slotsOfHostFile } from "../node/host-file.ts";
import { openMpi } from "../node/mpi.ts";
import type { MpiWorld } from "../node/mpi-world.ts";
import type { RankListener } from "../node/mpirun.ts";
import { findMpirun, runRanks } from "../node/mpirun.ts";
import { checkPlaces, gatherPlaces, ownPlace } from "../node/rank-places.ts";
import type { CommandCall } from "./command.ts";
import { tellFailure } from "./failures.ts";
import { oneOf } from "./one-of.ts";
import { RanksEnded } from "./ranks-ended.ts";
import { UsageError } from "./usage-error.ts";

/** The ranks of a universe, as they have been started. */
interface OpenedRanks {
  readonly transport: Transport;
  /** By rank. */
  readonly places: readonly RankPlace[];
}

/** `needsGpu`: whether each rank shall have a GPU. */
export type OpenRanks = (needsGpu: boolean) => Promise<OpenedRanks>;

const GPU_SHARES = ["each", "shared"] as const;

/**
 * How the command comes to its ranks: by joining those it has been started with (`world`), or by starting them and waiting, which
 * ends in RanksEnded. Errors: UsageError; `not-found`, `io`, `syntax`.
 */
export async function mpiRanks(call: CommandCall, count: number, world: MpiWorld | null): Promise<OpenRanks> {
  const { args, terminal } = call;
  // A rank alone needs nobody.
  if (count === 1) return async () => ({ transport: new SoloTransport(), places: [ownPlace()] });
  const hosts = args.value("hosts");
  const share = oneOf(args.value("gpus") ?? "each", GPU_SHARES, "--gpus knows no");
  if (world) {
    if (hosts !== undefined && !world.isStartedByUs)
      throw new UsageError("--hosts is for the start of ranks, and these have been started already.");
    prepareRank(world);
    return (needsGpu) => joinMpi(call, world, needsGpu && share === "each");
  }
  if (args.positionals.includes("-"))
    throw new UsageError(
      "Ranks of mpi do not read standard input.",
      "Save it to a file, or take --transport threads.",
    );
  const mpirun = findMpirun();
  const slots = hosts === undefined ? Number.POSITIVE_INFINITY : await slotsOfHostFile(hosts);
  if (slots < count)
    throw new UsageError(`"${hosts}" has ${slots === 1 ? "1 slot" : `${slots} slots`} for ${count} ranks.`);
  // Rank 0 says all of it.
  terminal.configure({ quiet: true, verbose: false });
  return async (needsGpu) => {
    const namespace = needsGpu && share === "each" ? namespaceFor(count, hosts) : undefined;
    const words = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
    const program = { count, words, hostFile: hosts, namespace };
    terminal.configure({ quiet: args.has("quiet"), verbose: false });
    const listener: RankListener = {
      output: (bytes) => {
        terminal.clearProgress();
        terminal.stream.write(bytes);
      },
      say: (line) => terminal.say(line),
      progress: (line) => (line === "" ? terminal.clearProgress() : terminal.progress(() => line)),
    };
    const { exit, failure } = await runRanks(mpirun, program, listener, call.signal);
    throw new RanksEnded(exit, failure);
  };
}

/** The words that give each rank a namespace, and in it a GPU. Errors: `gpu-unavailable`, also where this machine has fewer GPUs. */
function namespaceFor(count: number, hosts: string | undefined): readonly string[] {
  const cards = gpuCards().length;
  if (hosts === undefined && cards < count)
    throw new TessellaError(
      "gpu-unavailable",
      `There ${cards === 1 ? "is one GPU" : `are ${cards} GPUs`} here for ${count} ranks.`,
      { hint: "Start fewer ranks, or let them share one: --gpus shared." },
    );
  return namespaceWords();
}

/** Before this rank opens anything: it keeps its own GPU, and ends when the process ends that waits for the ranks. */
function prepareRank({ rank, localRank, isStartedByUs, hasOwnCard }: MpiWorld): void {
  if (hasOwnCard) keepOneCard(localRank);
  if (!isStartedByUs || rank !== 0) return;
  const { stdin } = process;
  stdin.once("end", () => process.kill(process.pid, "SIGTERM")).resume();
  stdin.unref();
}

/** Joins the others as the rank that `world` says; rank 0 looks at where all are. Errors: `engine-lost`; `gpu-unavailable`, `not-found`. */
async function joinMpi(call: CommandCall, world: MpiWorld, ownCards: boolean): Promise<OpenedRanks> {
  const { args, terminal, signal } = call;
  const tell = (reason: string): void =>
    tellFailure(terminal, new TessellaError("engine-lost", reason), 1, args.has("json"));
  const transport = await openMpi({ tell, signal });
  const { rank, size } = transport;
  if (size !== world.size)
    throw new TessellaError(
      "engine-lost",
      `${world.size} processes were started as ranks, and MPI connects ${size === 1 ? "none" : size} of them.`,
      { hint: "Start them by the mpirun of the same MPI; with Slurm, srun --mpi=pmix or --mpi=pmi2." },
    );
  const places = await gatherPlaces(transport);
  if (rank !== 0) return { transport, places };
  checkPlaces(places, ownCards);
  const withCards = places.map((place) => ({
    ...place,
    ...(ownCards && place.cards.length === 1 ? { card: place.cards[0] } : {}),
  }));
  return { transport, places: withCards };
}

/** Carries out what rank 0 says about a universe, as another rank. Resolves with the exit code. Errors: those of joining. */
export async function serveMpiUniverse(call: CommandCall, world: MpiWorld): Promise<number> {
  const { args, signal } = call;
  const transport = await joinOthers(call, world);
  const wish = { adapterName: args.value("adapter"), showLog: args.has("verbose"), signal };
  const environmentOf: RankEnvironment = ({ needsGpu }, memoryMegabytes) =>
    environmentFor({ ...wish, needsGpu, memoryMegabytes });
  const rank = new Rank(transport, environmentOf, saveFile);
  try {
    await rank.serve();
  } catch (error) {
    if (!signal.aborted) throw error;
    // Rank 0 says where that was, unless it is the one that is gone.
    if (!world.isStartedByUs || rank.generation === undefined) throw new RanksEnded(1, null);
    throw new TessellaError("aborted", `Stopped at generation ${grouped(rank.generation)}.`);
  }
  transport.dispose();
  return 0;
}

/** Joins as a rank that serves. Errors: those of joining. */
export async function joinOthers(call: CommandCall, world: MpiWorld): Promise<Transport> {
  prepareRank(world);
  return (await joinMpi(call, world, false)).transport;
}
