/** How many ranks a command takes, what they are and how they are started, as people type it. */

import type { RankPlace } from "../cluster/recording.ts";
import type { Transport } from "../cluster/transport.ts";
import { grouped } from "../core/integers.ts";
import type { MpiWorld } from "../node/mpi-world.ts";
import { mpiWorld } from "../node/mpi-world.ts";
import type { Arguments, CommandCall, OptionSpec } from "./command.ts";
import type { OpenRanks } from "./mpi-ranks.ts";
import { parseAmount } from "./numbers.ts";
import { oneOf } from "./one-of.ts";
import { UsageError } from "./usage-error.ts";

export const TRANSPORT_OPTION: OptionSpec = {
  name: "transport",
  value: "NAME",
  help: "what the ranks are: threads (the default), or processes of mpi",
};

export const PROCESS_OPTIONS: readonly OptionSpec[] = [
  { name: "hosts", value: "FILE", help: "the machines for ranks of mpi, one a line: node1 slots=4" },
  {
    name: "gpus",
    value: "each|shared",
    help: "a GPU for each rank of mpi (the default), or one for those of a machine",
  },
];

const TRANSPORTS = ["threads", "mpi"] as const;

export interface RankStart {
  readonly size: number;
  readonly transport: (typeof TRANSPORTS)[number];
  /** Where this process has been started as one of the ranks. */
  readonly world: MpiWorld | null;
}

/** Undefined where neither the command line nor who started this process wants ranks. `about`: options that then make no sense. */
export function rankStart(args: Arguments, about: readonly OptionSpec[]): RankStart | undefined {
  const world = mpiWorld(process.env);
  const text = args.value("ranks");
  if (text === undefined && !world) {
    const lone = about.find(({ name }) => args.has(name));
    if (lone) throw new UsageError(`--${lone.name} is about ranks: say how many, with --ranks N.`);
    return undefined;
  }
  const size =
    text === undefined ? (world as MpiWorld).size : parseAmount(text, "--ranks", "a number of ranks");
  const transport = oneOf(
    args.value("transport") ?? (world ? "mpi" : "threads"),
    TRANSPORTS,
    "There is no transport",
  );
  if (world && (size !== world.size || transport !== "mpi"))
    throw new UsageError(
      `This command has been started as ${world.size} ranks of mpi, and it asks for others.`,
    );
  return { size, transport, world };
}

/** How the command comes to its ranks; `openThreads` starts those that are threads. Errors: UsageError, those of `mpiRanks`. */
export async function openingRanks(
  call: CommandCall,
  { size, transport, world }: RankStart,
  openThreads: () => Transport,
): Promise<OpenRanks> {
  if (transport === "mpi") {
    const { mpiRanks } = await import("./mpi-ranks.ts");
    return mpiRanks(call, size, world);
  }
  const lone = PROCESS_OPTIONS.find(({ name }) => call.args.has(name));
  if (lone) throw new UsageError(`--${lone.name} is for ranks that are processes: --transport mpi.`);
  const { MOST_RANK_THREADS } = await import("../cluster/limits.ts");
  const { ownPlace } = await import("../node/rank-places.ts");
  if (size > MOST_RANK_THREADS)
    throw new UsageError(
      `--transport threads has room for at most ${MOST_RANK_THREADS} ranks, not ${grouped(size)}.`,
    );
  const places = new Array<RankPlace>(size).fill(ownPlace());
  return async () => ({ transport: openThreads(), places });
}

/** Which rank that is and where: the beginning of a sentence for -v. */
export function rankText(rank: number, { size, transport }: RankStart, { host, process }: RankPlace): string {
  const what = transport === "mpi" ? `process ${process}` : "a thread";
  return `Rank ${rank} of ${size} is ${what} on ${host}; it`;
}
