/**
 * All cores of the machine at work on a search or a proof. A job is cut into pieces, genomes by vectors, and each thread takes the next piece
 * when it has done one; counts add, so the cut changes nothing. What is done before a thread would have begun stays on
 * this core.
 */

import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { TessellaError } from "../core/errors.ts";
import type { ProofQuestion } from "../evolve/certificate.ts";
import { CPU_SCORER, scoreOnCpu } from "../evolve/cpu-scorer.ts";
import { genomeWords } from "../evolve/genome.ts";
import type { Proof, ProofControl } from "../evolve/proof.ts";
import { countPieces } from "../evolve/proof.ts";
import type { Scorer, ScoringControl, ScoringJob } from "../evolve/scorer.ts";
import type { SearchPlan } from "../evolve/search.ts";
import { runSeed } from "../evolve/search.ts";
import { generationsToGoal } from "../evolve/searches.ts";
import { TASKS } from "../evolve/tasks/registry.ts";
import { Connection } from "../worker/connection.ts";
import type { EvolveCoreProtocol } from "../worker/protocol/evolve-core.ts";

/** Cell steps of a job that is worth a message: some milliseconds. */
const WORTH_THREADS = 2 ** 24;
/** Milliseconds after which the pieces of a proof that are left are worth threads. */
const WORTH_WAITING = 200;
/** Pieces a thread, so that none waits long for the others at the end. */
const PIECES_A_THREAD = 6;

export class Cores implements Scorer {
  readonly #threads: number;
  #connections: readonly Connection<EvolveCoreProtocol>[] | null = null;
  readonly #workers: Worker[] = [];

  /** Starts nothing yet. By default a thread a core. */
  constructor(threads: number = availableParallelism()) {
    this.#threads = threads;
  }

  async score(job: ScoringJob, control: ScoringControl = {}): Promise<Uint32Array<ArrayBuffer>> {
    const { setting, genomes, set } = job;
    const task = TASKS.get(setting.task);
    const population = genomes.length / genomeWords(setting.shape);
    const vectors = task.vectors ? set.size : 1;
    const effort = population * vectors * setting.shape.cells * setting.steps;
    const connections = effort < WORTH_THREADS ? [] : this.#open();
    if (connections.length === 0) return scoreOnCpu(job, control);
    const total = new Uint32Array(population * task.counts.length);
    let runs = 0;
    await spread(
      connections,
      pieces(job, population, vectors, connections.length),
      async ({ call }, piece) => {
        const counts = await call.score(piece.job, { signal: control.signal });
        for (let k = 0; k < counts.length; k++) total[piece.first * task.counts.length + k] += counts[k];
        runs += piece.runs;
        control.onProgress?.(runs);
      },
    );
    return total;
  }

  /**
   * Runs with a goal, each with a seed of its own (`runSeed`): the generations that each takes, undefined where it does not get
   * there. Errors: `aborted`, `engine-lost`.
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
    const connections = runs > 1 ? this.#open() : [];
    if (connections.length > 0)
      await spread(connections, plans, async ({ call }, one) =>
        keep(one.index, await call.solve(one.plan, { signal })),
      );
    else for (const one of plans) keep(one.index, await generationsToGoal(one.plan, CPU_SCORER, { signal }));
    return results;
  }

  /** Counts pieces of a proof, in any order (`countPieces`). Errors: `aborted`, `engine-lost`. */
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
    const connections = others.length > 1 ? this.#open() : [];
    if (connections.length === 0) return countPieces(proof, others, control);
    const { question, pieces } = proof;
    await spread(connections, others, async ({ call }, place) => {
      const counts = await call.count({ question, label: pieces[place] }, { signal: control.signal });
      await control.onPiece(place, counts);
    });
  }

  dispose(): void {
    for (const connection of this.#connections ?? []) connection.close();
    for (const worker of this.#workers) void worker.terminate();
    this.#connections = null;
  }

  /** None where one core is all that is wanted, or where the program is not built. */
  #open(): readonly Connection<EvolveCoreProtocol>[] {
    if (this.#connections) return this.#connections;
    const file = this.#threads > 1 ? threadFile() : undefined;
    this.#connections = Array.from({ length: file ? this.#threads : 0 }, () => {
      const { port1, port2 } = new MessageChannel();
      const worker = new Worker(file as URL, { workerData: { port: port2 }, transferList: [port2 as never] });
      const connection = new Connection<EvolveCoreProtocol>(port1, { name: "A thread of the search" });
      worker.on("error", ({ message }) =>
        connection.close(new TessellaError("engine-lost", `A thread of the search broke down: ${message}`)),
      );
      this.#workers.push(worker);
      return connection;
    });
    return this.#connections;
  }
}

/** The built entry of a thread lies beside the program that was built with it, or above its chunks. */
function threadFile(): URL | undefined {
  const names = ["./evolve-thread.cjs", "../evolve-thread.cjs"];
  return names.map((name) => new URL(name, import.meta.url)).find((url) => existsSync(url));
}

interface Piece {
  /** The first genome. */
  readonly first: number;
  readonly runs: number;
  readonly job: ScoringJob;
}

function pieces(
  { setting, genomes, set }: ScoringJob,
  population: number,
  vectors: number,
  threads: number,
): readonly Piece[] {
  const words = genomeWords(setting.shape);
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
      const job = { setting, genomes: part, set: { ...set, first: set.first + from, size } };
      result.push({ first, runs: count * size, job });
    }
  }
  return result;
}

/** Gives each connection the next item when it has done one. The first error ends all of it. */
async function spread<T>(
  connections: readonly Connection<EvolveCoreProtocol>[],
  items: readonly T[],
  work: (connection: Connection<EvolveCoreProtocol>, item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (next < items.length) await work(connection, items[next++]);
    }),
  );
}
