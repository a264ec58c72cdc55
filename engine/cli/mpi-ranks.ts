/**
 * Ranks that are processes which MPI connects. A command that is to run on such ranks starts mpirun with itself, as many times as there
 * are ranks, and waits. Each of them, and each process that somebody else has started as a rank, finds its place in its environment:
 * rank 0 carries out the command, and the others serve it.
 */

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { endianness, hostname } from "node:os";
import { version } from "../../package.json";
import type { Algorithm } from "../algorithms/algorithm.ts";
import { serveRank } from "../cluster/rank.ts";
import type { Transport } from "../cluster/transport.ts";
import { TessellaError } from "../core/errors.ts";
import { cannotHide, gpuCards, keepOneCard, namespaceWords } from "../node/gpu-cards.ts";
import { slotsOfHostFile } from "../node/host-file.ts";
import { openMpi } from "../node/mpi.ts";
import type { MpiWorld } from "../node/mpi-world.ts";
import type { RankFailure } from "../node/mpirun.ts";
import { findMpirun, runRanks } from "../node/mpirun.ts";
import type { CommandCall, OptionSpec } from "./command.ts";
import { oneOf } from "./one-of.ts";
import { environmentFor } from "./source.ts";
import { UsageError } from "./usage-error.ts";

export const MPI_OPTIONS: readonly OptionSpec[] = [
  { name: "hosts", value: "FILE", help: "the machines for ranks of mpi: a host a line, node1 slots=4" },
  { name: "gpus", value: "each|shared", help: "a GPU for each rank of a machine (the default), or one for all" },
];

const GPU_SHARES = ["each", "shared"] as const;

/** Thrown by a command whose ranks have done it, and by one that they failed to do. */
export class RanksEnded extends Error {
  readonly exit: number;
  /** Null where all went well. */
  readonly failure: RankFailure | null;

  constructor(exit: number, failure: RankFailure | null) {
    super(failure?.message ?? "The ranks have done the command.");
    this.exit = exit;
    this.failure = failure;
  }
}

/** Checks what the command line says about ranks of MPI before anything starts. Errors: UsageError, `not-found`, `io`, `syntax`. */
export async function checkMpi({ args }: CommandCall, count: number, world: MpiWorld | null): Promise<void> {
  const hosts = args.value("hosts");
  if (hosts !== undefined && world && !world.isStartedByUs)
    throw new UsageError("--hosts is for who starts the ranks, and this command runs on ranks already.");
  oneOf(args.value("gpus") ?? "each", GPU_SHARES, "--gpus knows no");
  if (world) return;
  if (args.positionals.includes("-"))
    throw new UsageError("Ranks of mpi cannot read standard input.", "Save it to a file, or take --transport threads.");
  findMpirun();
  if (hosts === undefined) return;
  const slots = await slotsOfHostFile(hosts);
  if (slots < count)
    throw new UsageError(`"${hosts}" has ${slots === 1 ? "1 slot" : `${slots} slots`} for ${count} ranks.`);
}

/** Starts the command once for each rank, and waits for the end. Errors: RanksEnded, always; `gpu-unavailable`. */
export async function startMpi({ args, terminal, signal }: CommandCall, count: number, algorithm: Algorithm): Promise<never> {
  const hostFile = args.value("hosts");
  const ownCards = algorithm.needsGpu && args.value("gpus") !== "shared";
  const namespace = ownCards ? cardsFor(count, hostFile !== undefined) : undefined;
  const words = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const program = { count, words, hostFile, namespace };
  const { exit, failure } = await runRanks(findMpirun(), program, (line) => terminal.say(line), signal);
  throw new RanksEnded(exit, failure);
}

/** The words for namespaces; undefined where one rank has the one card. */
function cardsFor(count: number, onHosts: boolean): readonly string[] | undefined {
  const cards = gpuCards().length;
  if (onHosts) return namespaceWords();
  if (cards < count)
    throw new TessellaError(
      "gpu-unavailable",
      `There ${cards === 1 ? "is one GPU" : `are ${cards} GPUs`} for ${count} ranks here.`,
      { hint: "Start fewer ranks, or let them share one: --gpus shared." },
    );
  return cards === 1 ? undefined : namespaceWords();
}

/** What each rank tells of itself. */
interface Place {
  readonly host: string;
  readonly process: number;
  /** Two builds differ in it. */
  readonly build: string;
  readonly version: string;
  readonly cards: readonly string[];
}

const PLACE_BYTES = 1024;

/** Joins the other ranks, as the process that `world` says. Errors: `engine-lost`; `not-found`, with what to install. */
export async function joinMpi(
  { args, terminal, signal }: CommandCall,
  world: MpiWorld,
  tell: (reason: string) => void,
): Promise<Transport> {
  const transport = await openMpi({ tell, signal });
  const { rank, size } = transport;
  if (size !== world.size)
    throw new TessellaError(
      "engine-lost",
      `${world.size} processes were started together, and MPI connects ${size === 1 ? "none" : size} of them.`,
      { hint: "With Slurm: srun --mpi=pmix (or pmi2); else start them by the mpirun of the installed MPI." },
    );
  const part = new Uint8Array(PLACE_BYTES).fill(0x20);
  new TextEncoder().encodeInto(JSON.stringify(await ownPlace()), part);
  const all = new Uint8Array(PLACE_BYTES * size);
  transport.gather(part, rank === 0 ? all : null, 0);
  if (rank !== 0) return transport;
  const places = Array.from({ length: size }, (_, i) => {
    const text = new TextDecoder().decode(all.subarray(i * PLACE_BYTES, (i + 1) * PLACE_BYTES));
    return JSON.parse(text) as Place;
  });
  const refusal = otherBuild(places);
  if (refusal) transport.abort(refusal);
  for (const [i, { host, process }] of places.entries())
    terminal.note(`Rank ${i} of ${size} runs on ${host}, process ${process}.`);
  return transport;
}
