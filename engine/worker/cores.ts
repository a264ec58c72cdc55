/**
 * All cores of the machine at work on a search or a proof. A job is cut into pieces, genomes by vectors, and each thread takes the next piece
 * when it has done one; counts add, so the cut changes nothing. What is done before a thread would have begun stays on
 * this core, and so does the piece of a thread that broke down.
 */

import { TessellaError } from "../core/errors.ts";
import type { ProofQuestion } from "../evolve/certificate.ts";
import { CPU_SCORER, scoreOnCpu } from "../evolve/cpu-scorer.ts";
import { genomeWords } from "../evolve/genome.ts";
import type { Proof, ProofControl } from "../evolve/proof.ts";
import { countPieces } from "../evolve/proof.ts";
import type { Scorer, ScoringControl, ScoringJob } from "../evolve/scorer.ts";
import { countsOf } from "../evolve/scorer.ts";
import type { SearchPlan } from "../evolve/search.ts";
import { runSeed } from "../evolve/search.ts";
import { generationsToGoal } from "../evolve/searches.ts";
import { TASKS } from "../evolve/tasks/registry.ts";
import type { EvolveCoreProtocol } from "./protocol/evolve-core.ts";
import type { Calls } from "./rpc.ts";

/** Cell steps of a job that is worth a message: some milliseconds. */
const WORTH_THREADS = 2 ** 24;
/** How much longer a cell's step takes where each has a rule of its own. */
const RULE_A_CELL = 8;
/** Milliseconds after which the pieces of a proof that are left are worth threads. */
const WORTH_WAITING = 200;
/** Pieces a thread, so that none waits long for the others at the end. */
const PIECES_A_THREAD = 6;

/** A thread that serves the protocol; its calls fail with `engine-lost` once it has broken down. */
export interface CoreThread {
  readonly call: Calls<EvolveCoreProtocol>;
  close(): void;
}

export class Cores implements Scorer {
  readonly #start: () => readonly CoreThread[];
  #threads: CoreThread[] | null = null;
  #remark: string | null = null;

  /** `start` starts a thread a core when they are first needed; none where this core shall do it all. */
  constructor(start: () => readonly CoreThread[]) {
    this.#start = start;
  }

  /** A sentence about threads that broke down; null for none. */
  get remark(): string | null {
    return this.#remark;
  }

  async score(job: ScoringJob, control: ScoringControl = {}): Promise<Uint32Array<ArrayBuffer>> {
    const { setting, genomes, set } = job;
    const { shape, steps } = setting;
    const population = genomes.length / genomeWords(shape);
    const vectors = TASKS.get(setting.task).vectors ? set.size : 1;
    const effort = population * vectors * shape.cells * steps * (shape.ruleACell ? RULE_A_CELL : 1);
    const threads = effort < WORTH_THREADS ? 0 : this.#open().length;
    if (threads === 0) return scoreOnCpu(job, control);
    const { signal, onProgress } = control;
    const stride = countsOf(job);
    const total = new Uint32Array(population * stride);
    /** Of each piece that is begun. */
    const runs = new Map<Piece, number>();
    const hear = (piece: Piece, done: number): void => {
      runs.set(piece, done);
      onProgress?.([...runs.values()].reduce((sum, one) => sum + one));
    };
    const controlOf = (piece: Piece) => ({ signal, onProgress: (done: number) => hear(piece, done) });
    const add = (piece: Piece, counts: Uint32Array): void => {
      for (let k = 0; k < counts.length; k++) total[piece.first * stride + k] += counts[k];
      hear(piece, piece.runs);
    };
    await this.#spread(
      pieces(job, population, vectors, threads),
      async ({ call }, piece) => add(piece, await call.score(piece.job, controlOf(piece))),
      async (piece) => add(piece, await scoreOnCpu(piece.job, controlOf(piece))),
    );
    return total;
  }

  /**
   * Runs with a goal, each with a seed of its own (`runSeed`): the generations that each takes, undefined where it does not get
   * there. Errors: `aborted`.
   */
  async solve(
    plan: SearchPlan,
    runs: number,
    { signal, onProgress }: ScoringControl = {},
  ): Promise<readonly (number | undefined)[]> {
    const results: (number | undefined)[] = new Array(runs).fill(undefined);
    let done = 0;
    const plans = Array.from({ length: runs }, (_, index) => ({
      index,
      plan: { ...plan, seed: runSeed(plan.seed, index) },
    }));
    const keep = (index: number, generations: number | undefined): void => {
      results[index] = generations;
      onProgress?.(++done);
    };
    if (runs > 1) this.#open();
    await this.#spread(
      plans,
      async ({ call }, one) => keep(one.index, await call.solve(one.plan, { signal })),
      async (one) => keep(one.index, await generationsToGoal(one.plan, CPU_SCORER, { signal })),
    );
    return results;
  }

  /** Counts pieces of a proof, in any order (`countPieces`). Errors: `aborted`. */
  async countPieces(
    proof: Proof<ProofQuestion>,
    places: readonly number[],
    control: ProofControl,
  ): Promise<void> {
    const began = performance.now();
    let here = 0;
    while (here < places.length && performance.now() - began < WORTH_WAITING)
      await countPieces(proof, [places[here++]], control);
    const others = places.slice(here);
    if (others.length > 1) this.#open();
    const { question, pieces } = proof;
    await this.#spread(
      others,
      async ({ call }, place) => {
        const counts = await call.count({ question, label: pieces[place] }, { signal: control.signal });
        await control.onPiece(place, counts);
      },
      (place) => countPieces(proof, [place], control),
    );
  }

  dispose(): void {
    for (const thread of this.#threads ?? []) thread.close();
    this.#threads = null;
  }

  #open(): readonly CoreThread[] {
    this.#threads ??= [...this.#start()];
    return this.#threads;
  }

  /**
   * Gives each open thread the next item when it has done one. Items of threads that break down, and all where no thread is
   * open, are done here. The first other error ends all of it.
   */
  async #spread<T>(
    items: readonly T[],
    there: (thread: CoreThread, item: T) => Promise<void>,
    here: (item: T) => Promise<void>,
  ): Promise<void> {
    let next = 0;
    const left: T[] = [];
    await Promise.all(
      (this.#threads ?? []).map(async (thread) => {
        while (next < items.length) {
          const item = items[next++];
          try {
            await there(thread, item);
          } catch (error) {
            if (!(error instanceof TessellaError) || error.code !== "engine-lost") throw error;
            left.push(item);
            this.#lose(thread, error);
            return;
          }
        }
      }),
    );
    for (const item of [...left, ...items.slice(next)]) await here(item);
  }

  #lose(thread: CoreThread, { message }: TessellaError): void {
    thread.close();
    this.#threads = this.#threads?.filter((other) => other !== thread) ?? null;
    this.#remark = `${message} The search goes on without it.`;
  }
}

interface Piece {
  /** The first genome. */
  readonly first: number;
  readonly runs: number;
  readonly job: ScoringJob;
}

function pieces(
  { genomes, set, ...rest }: ScoringJob,
  population: number,
  vectors: number,
  threads: number,
): readonly Piece[] {
  const words = genomeWords(rest.setting.shape);
  const wanted = threads * PIECES_A_THREAD;
  const genomesEach = Math.ceil(population / wanted);
  // Few genomes are cut by their vectors too.
  const cuts = Math.min(vectors, Math.ceil(wanted / Math.ceil(population / genomesEach)));
  const vectorsEach = Math.ceil(vectors / cuts);
  const result: Piece[] = [];
  for (let first = 0; first < population; first += genomesEach) {
    const count = Math.min(genomesEach, population - first);
    const part = genomes.slice(first * words, (first + count) * words);
    for (let from = 0; from < vectors; from += vectorsEach) {
      const size = Math.min(vectorsEach, vectors - from);
      const job = { ...rest, genomes: part, set: { ...set, first: set.first + from, size } };
      result.push({ first, runs: count * size, job });
    }
  }
  return result;
}
