/** Where a search is computed: on this machine alone, or on ranks. No number of it depends on that. */

import { grouped } from "../core/integers.ts";
import { GENETIC } from "../evolve/genetic.ts";
import { genomeBits } from "../evolve/genome.ts";
import { gpuTask } from "../evolve/gpu/gpu-tasks.ts";
import type { Scorer } from "../evolve/scorer.ts";
import type { Generation, SearchEngine, SearchPlan } from "../evolve/search.ts";
import { trainingSet } from "../evolve/search.ts";
import { SEARCHES, searchEngine } from "../evolve/searches.ts";
import { TASKS } from "../evolve/tasks/registry.ts";
import { builtThread } from "../node/built-file.ts";
import { gpuCards } from "../node/gpu-cards.ts";
import type { MpiWorld } from "../node/mpi-world.ts";
import type { Cores } from "../worker/cores.ts";
import { SearchRanks } from "../worker/search-ranks.ts";
import type { Arguments, CommandCall, OptionSpec } from "./command.ts";
import { coresOf } from "./cores-option.ts";
import { openingRanks, PROCESS_OPTIONS, rankStart, rankText, TRANSPORT_OPTION } from "./rank-start.ts";
import { RanksEnded } from "./ranks-ended.ts";
import type { Solver, Whereabouts } from "./score-options.ts";
import { gpuWish, openEngine, openSolver, runsPay, searchPays } from "./score-options.ts";
import { SearchRank } from "./search-rank.ts";
import type { SearchThreadData } from "./search-rank-thread.ts";
import { UsageError } from "./usage-error.ts";

export const SEARCH_RANK_OPTIONS: readonly OptionSpec[] = [
  { name: "ranks", value: "N", help: "share the starts, or with --runs the runs, among N ranks" },
  TRANSPORT_OPTION,
  ...PROCESS_OPTIONS,
];

export const SEARCH_RANK_NOTE: string =
  "With --ranks each generation is scored by all of them, each on a range of its starts, and bred by the first one; with --runs each rank does some of " +
  "the runs. The record is the same for any N and transport. A rank takes one thread of the CPU unless --threads says otherwise. --transport mpi makes them " +
  "processes with a GPU each, on one machine or on those of --hosts, and --gpus shared lets them share one.";

/** A search as it goes on from a generation, or many runs of one plan. */
export type SearchWork =
  | { readonly plan: SearchPlan; readonly from: Generation }
  | { readonly plan: SearchPlan; readonly runs: number };

export interface SearchPlace {
  /** How many share the work; undefined for this machine alone. */
  readonly ranks: number | undefined;
  /** For what is scored beside the search. */
  readonly scorer: Scorer;
  /** Errors: as `openEngine`; those of a rank. */
  openEngine(plan: SearchPlan, from: Generation): Promise<Whereabouts & { readonly engine: SearchEngine }>;
  /** Errors: as `openSolver`; those of a rank. */
  openSolver(plan: SearchPlan, runs: number): Promise<Solver>;
  close(): Promise<void>;
}

/**
 * The place that the command line asks for. In a process that starts ranks and waits for them it ends in `RanksEnded`, whose sentence
 * `withHint` may add to. Errors: UsageError, those of starting ranks.
 */
export async function searchPlace(
  call: CommandCall,
  work: SearchWork,
  withHint: (message: string) => Promise<string> = async (message) => message,
): Promise<SearchPlace> {
  const { args } = call;
  const start = rankStart(args, SEARCH_RANK_OPTIONS);
  const cores = coresOf(args, start && 1);
  if (!start) return alone(call, cores);
  checkShares(work, start.size);
  const onGpus = wantsGpus(args, work);
  const given = ["method", "adapter", "threads"].flatMap((name) => {
    const value = args.value(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const { openRankThreads } = await import("../node/rank-threads.ts");
  const threads: SearchThreadData = { given };
  const open = await openingRanks(call, start, () =>
    openRankThreads(start.size, threads, builtThread("search-rank-thread")),
  );
  try {
    const { transport, places } = await open(onGpus);
    if (start.size === 1) return { ...alone(call, cores), ranks: 1 };
    const own = new SearchRank(0, call, cores);
    const { terminal } = call;
    const onRemark = (rank: number, sentence: string): void =>
      terminal.warn(rank === 0 ? sentence : `Rank ${rank}: ${sentence}`);
    const ranks = new SearchRanks(transport, own, { onRemark });
    const tell = (): void => {
      for (const [rank, { method, adapter }] of ranks.places.entries()) {
        const { card } = places[rank];
        const on =
          adapter === undefined
            ? places[rank].processor
            : `${adapter}${card === undefined ? "" : ` (${card})`}`;
        terminal.note(`${rankText(rank, start, places[rank])} scores by ${method} on ${on}.`);
      }
    };
    return overRanks(call, cores, own, ranks, start.size, tell);
  } catch (error) {
    cores.dispose();
    if (!(error instanceof RanksEnded) || !error.failure) throw error;
    const { kind, message } = error.failure;
    throw new RanksEnded(error.exit, { kind, message: await withHint(message) });
  }
}

/** Serves rank 0, which runs the command, as another rank of MPI. Resolves with the exit code. Errors: those of joining. */
export async function serveSearch(call: CommandCall, world: MpiWorld): Promise<number> {
  const { joinOthers } = await import("./mpi-ranks.ts");
  const { serveRank } = await import("../cluster/service.ts");
  const transport = await joinOthers(call, world);
  const cores = coresOf(call.args, 1);
  const rank = new SearchRank(transport.rank, call, cores);
  try {
    await serveRank(transport, rank);
  } catch (error) {
    // Rank 0 says how far the search has come.
    throw call.signal.aborted ? new RanksEnded(1, null) : error;
  } finally {
    rank.dispose();
    cores.dispose();
  }
  transport.dispose();
  return 0;
}

function alone(call: CommandCall, cores: Cores): SearchPlace {
  return {
    ranks: undefined,
    scorer: cores,
    openEngine: (plan, from) => openEngine(call, plan, from, cores),
    openSolver: (plan, runs) => openSolver(call, plan, runs, cores),
    close: async () => cores.dispose(),
  };
}

function overRanks(
  call: CommandCall,
  cores: Cores,
  own: SearchRank,
  ranks: SearchRanks,
  size: number,
  tell: () => void,
): SearchPlace {
  return {
    ranks: size,
    scorer: ranks,
    openEngine: async (plan, from) => {
      const { setting, search, generations } = plan;
      const set = trainingSet(plan, from.generation);
      const job = { setting, genomes: from.genomes, set, byCell: SEARCHES.get(search).cellular };
      await ranks.openScorer(job, generations);
      tell();
      const [place] = ranks.places;
      if (place.adapter === undefined || place.software || isWorthBreedingHere(plan))
        return { ...place, engine: searchEngine(ranks) };
      call.terminal.note("The generations are too short to be shared: rank 0 computes them alone.");
      return openEngine(call, plan, from, cores);
    },
    openSolver: async (plan, runs) => {
      await ranks.openSolver(plan, runs);
      tell();
      const solve: Solver["solve"] = (...work) => ranks.solve(...work);
      return { ...ranks.places[0], solve, dispose: () => {} };
    },
    close: async () => {
      await ranks.close();
      own.dispose();
      cores.dispose();
    },
  };
}

/** Steps of cells that a GPU makes while a core breeds a bit of a genome: 30 ns, in which a recent card makes 200,000. */
const STEPS_A_BIT = 2 ** 18;
/** The same while a generation is sent out and its counts come back. */
const STEPS_AN_EXCHANGE = 2 ** 33;

/**
 * Whether generations that a GPU could breed are scored sooner by ranks, although a core breeds them then: half of what scoring takes has
 * to be more than that.
 */
function isWorthBreedingHere(plan: SearchPlan): boolean {
  const { setting, search, population, vectors } = plan;
  if (search !== GENETIC.id || gpuTask(setting.task)?.bred !== true) return true;
  const { shape, steps } = setting;
  const scoring = population * vectors * shape.cells * steps;
  return scoring / 2 > STEPS_AN_EXCHANGE + population * genomeBits(shape) * STEPS_A_BIT;
}

/** Errors: UsageError. */
function checkShares(work: SearchWork, size: number): void {
  const { setting, vectors, population } = work.plan;
  const [many, what] =
    "runs" in work
      ? [work.runs, "runs"]
      : TASKS.get(setting.task).vectors
        ? [vectors, "starts"]
        : [population, "individuals"];
  if (size > many)
    throw new UsageError(
      `${grouped(many)} ${what} are shared by at most ${grouped(many)} ranks, not by ${grouped(size)}.`,
    );
}

/** Whether each rank shall have a GPU: where one is asked for, or would be taken and this machine has any. Errors: UsageError. */
function wantsGpus(args: Arguments, work: SearchWork): boolean {
  const { plan } = work;
  const pays =
    "runs" in work
      ? runsPay(plan, work.runs)
      : searchPays(plan, { genomes: work.from.genomes, set: trainingSet(plan, work.from.generation) });
  const wish = gpuWish(args, pays);
  return wish !== undefined && (!wish.free || gpuCards().length > 0);
}
