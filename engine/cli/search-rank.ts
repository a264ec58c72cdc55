/** A rank of a search at work: it scores and solves what rank 0 says (worker/search-ranks.ts) by what its own machine has. */

import type { RankParcel } from "../cluster/parcels.ts";
import { NO_BYTES, wordsOfBytes } from "../cluster/parcels.ts";
import type { RankMessage } from "../cluster/transport.ts";
import { bytesOf } from "../cluster/transport.ts";
import { TessellaError } from "../core/errors.ts";
import { toWireError } from "../core/wire-error.ts";
import type { Scorer } from "../evolve/scorer.ts";
import type { Cores } from "../worker/cores.ts";
import type { OwnSearchRank, ScoringPlace, SearchAnswer, SearchCommand } from "../worker/search-ranks.ts";
import { UNSOLVED } from "../worker/search-ranks.ts";
import type { CommandCall } from "./command.ts";
import type { Solver, Whereabouts } from "./score-options.ts";
import { openScorer, openSolver } from "./score-options.ts";
import { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** What a command comes to, beside the remarks. */
interface Outcome {
  readonly value?: unknown;
  readonly bytes?: RankMessage;
}

export class SearchRank implements OwnSearchRank {
  onProgress: ((runs: number) => void) | undefined;
  readonly #rank: number;
  readonly #call: CommandCall;
  readonly #cores: Cores;
  readonly #remarks: string[] = [];
  #scorer: Scorer | null = null;
  #solver: Solver | null = null;

  /** `cores` outlive it. */
  constructor(rank: number, { args, signal }: Omit<CommandCall, "terminal">, cores: Cores) {
    this.#rank = rank;
    const terminal = new Terminal({ write: () => {} }, { write: (text) => this.#remarks.push(text.trim()) });
    this.#call = { args, signal, terminal };
    this.#cores = cores;
  }

  async obey(command: SearchCommand, bytes: Uint8Array): Promise<RankParcel<SearchAnswer>> {
    const remarks = (): readonly string[] =>
      this.#remarks.splice(0).map((text) => text.replace("tessella: ", ""));
    try {
      const { value, bytes: payload } = await this.#do(command, bytes);
      return { head: { value, remarks: remarks() }, bytes: payload ? bytesOf(payload) : NO_BYTES };
    } catch (error) {
      return { head: { error: toWireError(this.#placed(error)), remarks: remarks() }, bytes: NO_BYTES };
    }
  }

  dispose(): void {
    this.#scorer?.dispose();
    this.#solver?.dispose();
    this.#scorer = null;
    this.#solver = null;
  }

  async #do(command: SearchCommand, bytes: Uint8Array): Promise<Outcome> {
    const { signal } = this.#call;
    const onProgress = (runs: number): void => this.onProgress?.(runs);
    switch (command.verb) {
      case "openScorer": {
        this.dispose();
        const { job, jobs } = command;
        const whole = { ...job, genomes: wordsOfBytes(bytes) };
        const opened = await openScorer(this.#call, whole, this.#cores, jobs);
        this.#scorer = opened.scorer;
        // A GPU compiles.
        if (opened.adapter !== undefined)
          await this.#scorer.score({ ...whole, set: { ...job.set, size: 1 } }, { signal });
        return { value: placeOf(opened) };
      }
      case "openSolver": {
        this.dispose();
        this.#solver = await openSolver(this.#call, command.plan, command.runs, this.#cores);
        return { value: placeOf(this.#solver) };
      }
      case "score": {
        const began = performance.now();
        const job = { ...command.job, genomes: wordsOfBytes(bytes) };
        const counts = await (this.#scorer ?? this.#cores).score(job, { signal, onProgress });
        return { value: performance.now() - began, bytes: counts };
      }
      case "solve": {
        const { plan, runs } = command;
        const work = [plan, runs, { signal, onProgress }] as const;
        const solved = await (this.#solver ? this.#solver.solve(...work) : this.#cores.solve(...work));
        return { bytes: Uint32Array.from(solved, (generations) => generations ?? UNSOLVED) };
      }
      case "end":
        this.dispose();
        return {};
    }
  }

  /** With the rank in its sentence, where it is not that of whoever reads it. */
  #placed(error: unknown): unknown {
    if (error instanceof UsageError)
      return this.#placed(new TessellaError("bad-argument", error.message, { hint: error.hint }));
    if (this.#rank === 0 || !(error instanceof TessellaError) || error.code === "aborted") return error;
    const { code, message, hint } = error;
    return new TessellaError(code, `Rank ${this.#rank}: ${message}`, { hint, cause: error });
  }
}

function placeOf({ method, adapter, software }: Whereabouts): ScoringPlace {
  return { method, adapter, software };
}
