/**
 * A search over ranks, as rank 0 sees it. All that takes long in a search is scoring, and counts add over vectors: each rank scores on
 * a range of them, or some of the genomes, and rank 0 sums. It breeds alone, so the genomes and the counts of a generation are all that
 * travels. Of many runs with seeds of their own each rank takes some from beginning to end. No number depends on how many ranks
 * there are, on what they compute, or on how a job is cut.
 *
 * Threads of one process (cores.ts) take small pieces in turn, which is quick where a piece is a message within one memory. A rank gets
 * one part of a job: it may be a GPU, which is the faster the more it is given at once, or on another machine.
 */

import type { RankParcel } from "../cluster/parcels.ts";
import { NO_BYTES, wordsOfBytes } from "../cluster/parcels.ts";
import type { Answer, Served, ServiceQuestion } from "../cluster/service.ts";
import { askRank, askRanks, throwIfFailed } from "../cluster/service.ts";
import type { RankMessage, Transport } from "../cluster/transport.ts";
import { bytesOf } from "../cluster/transport.ts";
import { unlessAborted } from "../core/tasks.ts";
import { genomeWords } from "../evolve/genome.ts";
import type { Scorer, ScoringControl, ScoringJob } from "../evolve/scorer.ts";
import { countsOf } from "../evolve/scorer.ts";
import type { SearchPlan } from "../evolve/search.ts";
import { runSeed } from "../evolve/search.ts";
import type { JobPart } from "./job-parts.ts";
import { cut, jobParts, runsOfJob } from "./job-parts.ts";

/** A job without its genomes, which travel beside it. */
export type JobHead = Omit<ScoringJob, "genomes">;

export type SearchCommand =
  /** Makes ready for so many jobs like this one: a `ScoringPlace`. */
  | { readonly verb: "openScorer"; readonly job: JobHead; readonly jobs: number }
  /** Makes ready for some of so many runs: a `ScoringPlace`. */
  | { readonly verb: "openSolver"; readonly plan: SearchPlan; readonly runs: number }
  /** The milliseconds that it took, and the counts. */
  | { readonly verb: "score"; readonly job: JobHead }
  /** So many runs with seeds from the plan's on: the generations of each, `UNSOLVED` where it did not reach the goal. */
  | { readonly verb: "solve"; readonly plan: SearchPlan; readonly runs: number }
  | { readonly verb: "end" };

export interface SearchAnswer extends Answer {
  /** Sentences that a person should read. */
  readonly remarks?: readonly string[];
}

/** What a rank scores by, and on which GPU. */
export interface ScoringPlace {
  readonly method: string;
  readonly adapter?: string;
  /** Whether that GPU is an imitation. */
  readonly software?: boolean;
}

/** Rank 0 itself, which can also tell how far it is. */
export interface OwnSearchRank extends Served<SearchCommand, SearchAnswer> {
  /** Hears of runs that are done here, in the work that is asked next. */
  onProgress: ((runs: number) => void) | undefined;
}

/** More than generations ever are. */
export const UNSOLVED = 0xffffffff;

/** Steps of cells that a core, or a GPU, makes while a part of a job is sent and its counts come back, about. */
const WORTH_RANKS = { cpu: 2 ** 22, gpu: 2 ** 31 } as const;
/** How much longer than on average a rank may take before the others are given more, and what can be measured, in milliseconds. */
const UNEVEN = 1.15;
const MEASURED = 5;
/** Pieces a rank where runs are handed out one by one: some take ten times as long as others. */
const PIECES_A_RANK = 8;

export interface SearchRanksOptions {
  /** Hears what a person should know about a rank. */
  readonly onRemark?: (rank: number, sentence: string) => void;
  /** Steps of cells from which a job is shared out; rank 0 alone does smaller ones. */
  readonly worth?: number;
}

export class SearchRanks implements Scorer {
  readonly #transport: Transport;
  readonly #own: OwnSearchRank;
  readonly #options: SearchRanksOptions;
  #places: readonly ScoringPlace[] = [];
  /** Runs a millisecond, of jobs like the last ones. */
  #speeds: readonly number[];
  /** Whether an answer may be on its way that nobody waits for. */
  #isBroken = false;

  constructor(transport: Transport, own: OwnSearchRank, options: SearchRanksOptions = {}) {
    this.#transport = transport;
    this.#own = own;
    this.#options = options;
    this.#speeds = new Array<number>(transport.size).fill(1);
  }

  /** What each rank computes on, by rank. */
  get places(): readonly ScoringPlace[] {
    return this.#places;
  }

  /** Makes all ranks ready for so many jobs like this one. Errors: those of a rank, `engine-lost`. */
  async openScorer({ genomes, ...job }: ScoringJob, jobs: number): Promise<void> {
    await this.#open({ verb: "openScorer", job, jobs }, genomes);
  }

  /** Makes all ranks ready for runs with a goal. Errors: those of a rank, `engine-lost`. */
  async openSolver(plan: SearchPlan, runs: number): Promise<void> {
    await this.#open({ verb: "openSolver", plan, runs });
  }

  /** Errors: those of every scorer, from any rank. */
  async score(job: ScoringJob, control: ScoringControl = {}): Promise<Uint32Array<ArrayBuffer>> {
    const all = runsOfJob(job);
    const parts = this.#isWorth(job, all) ? jobParts(job, this.#speeds) : undefined;
    if (!parts) {
      this.#own.onProgress = control.onProgress;
      return wordsOfBytes((await this.#askOwn(scoreCommand(job), job.genomes)).bytes);
    }
    const share = all / parts[0].runs;
    this.#own.onProgress = (runs) => control.onProgress?.(Math.floor(runs * share));
    const answers = await this.#ask(
      {
        commandOf: (rank) => scoreCommand(parts[rank].job),
        payloadOf: (rank) => parts[rank].job.genomes,
      },
      control.signal,
    );
    const stride = countsOf(job);
    const total = new Uint32Array((job.genomes.length / genomeWords(job.setting.shape)) * stride);
    for (const [rank, { bytes }] of answers.entries()) {
      const from = parts[rank].first * stride;
      for (const [k, count] of wordsOfBytes(bytes).entries()) total[from + k] += count;
    }
    this.#learn(
      parts,
      answers.map(({ head }) => head.value as number),
    );
    return total;
  }

  /**
   * Runs with a goal, each with a seed of its own (`runSeed`): the generations that each takes, undefined where it does not get
   * there. Errors: `aborted`, those of any rank.
   */
  async solve(
    plan: SearchPlan,
    runs: number,
    { signal, onProgress }: ScoringControl = {},
  ): Promise<readonly (number | undefined)[]> {
    const { size } = this.#transport;
    const results: (number | undefined)[] = new Array(runs).fill(undefined);
    // A GPU is the faster the more runs it has, and of so many the sums are alike; a core does one at a time.
    const isAtOnce = this.#places.every(({ adapter }) => adapter !== undefined);
    const pieces = cut(
      runs,
      new Array<number>(Math.min(runs, isAtOnce ? size : size * PIECES_A_RANK)).fill(1),
    );
    let next = 0;
    let done = 0;
    const solvedBy = async (rank: number): Promise<void> => {
      while (next < pieces.length) {
        const { first, count } = pieces[next++];
        const seed = runSeed(plan.seed, first);
        const command: SearchCommand = { verb: "solve", plan: { ...plan, seed }, runs: count };
        if (rank === 0) this.#own.onProgress = (own) => onProgress?.(done + own * (isAtOnce ? size : 1));
        const { head, bytes } =
          rank === 0
            ? await this.#askOwn(command)
            : await askRank<SearchCommand, SearchAnswer>(this.#transport, rank, command);
        this.#hear(rank, head);
        for (const [k, generations] of wordsOfBytes(bytes).entries())
          results[first + k] = generations === UNSOLVED ? undefined : generations;
        done += count;
        onProgress?.(done);
      }
    };
    const solving = Promise.all(Array.from({ length: size }, (_, rank) => solvedBy(rank)));
    await this.#unbroken(solving, signal);
    return results;
  }

  /** It keeps the ranks, which `close` ends. */
  dispose(): void {}

  /** Ends all other ranks; those that are lost do not hear of it. */
  async close(): Promise<void> {
    const transport = this.#transport;
    if (!this.#isBroken) {
      await this.#ask({ commandOf: () => ({ verb: "end" }) }).catch(() => undefined);
      transport.dispose();
    } else if (transport.kind !== "mpi") {
      // Whoever has started processes ends them.
      transport.abort("The search has ended.");
    }
  }

  async #open(command: SearchCommand, genomes?: RankMessage): Promise<void> {
    const answers = await this.#ask({ commandOf: () => command, payloadOf: () => genomes });
    this.#places = answers.map(({ head }) => head.value as ScoringPlace);
  }

  async #ask(
    question: ServiceQuestion<SearchCommand>,
    signal?: AbortSignal,
  ): Promise<readonly RankParcel<SearchAnswer>[]> {
    const asking = askRanks<SearchCommand, SearchAnswer>(this.#transport, this.#own, question);
    const answers = await this.#unbroken(asking, signal);
    for (const [rank, { head }] of answers.entries()) this.#hear(rank, head);
    throwIfFailed(answers);
    return answers;
  }

  #hear(rank: number, { remarks = [] }: SearchAnswer): void {
    for (const sentence of remarks) this.#options.onRemark?.(rank, sentence);
  }

  async #askOwn(command: SearchCommand, message?: RankMessage): Promise<RankParcel<SearchAnswer>> {
    const answer = await this.#own.obey(command, message ? bytesOf(message) : NO_BYTES);
    throwIfFailed([answer]);
    return answer;
  }

  async #unbroken<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    try {
      return await (signal ? unlessAborted(work, signal) : work);
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
  }

  #isWorth({ setting: { shape, steps } }: ScoringJob, runs: number): boolean {
    if (this.#transport.size === 1) return false;
    const onGpus = this.#places.every(({ adapter, software }) => adapter !== undefined && !software);
    const worth = this.#options.worth ?? (onGpus ? WORTH_RANKS.gpu : WORTH_RANKS.cpu);
    return runs * shape.cells * Math.max(1, steps) >= worth;
  }

  /** Equal ranks keep equal parts, since what single ones take differs by chance. */
  #learn(parts: readonly JobPart[], milliseconds: readonly number[]): void {
    const mean = milliseconds.reduce((a, b) => a + b) / milliseconds.length;
    if (mean < MEASURED || Math.max(...milliseconds) < UNEVEN * mean) return;
    this.#speeds = parts.map(({ runs }, rank) => runs / Math.max(MEASURED / 100, milliseconds[rank]));
  }
}

function scoreCommand({ genomes, ...job }: ScoringJob): SearchCommand {
  return { verb: "score", job };
}
