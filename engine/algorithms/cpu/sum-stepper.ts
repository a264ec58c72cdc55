/** What computes bands of `sums` on bit slices (wasm/assembly/sums.ts): a kernel, alone or with helpers. */

import kernelUrl from "../wasm/build/sums.wasm?url&inline";
import threadedUrl from "../wasm/build/sums-threads.wasm?url&inline";
import { MOST_PAGES } from "../wasm/emit.ts";
import type { HelperPool } from "../wasm/helpers.ts";
import { compileInline } from "../wasm/load.ts";
import type { Muster } from "../wasm/muster.ts";
import type { GateKernel } from "../wasm/team.ts";
import { Team } from "../wasm/team.ts";

export interface SumStepper {
  readonly module: WebAssembly.Module;
  /** The threads that there may be, this one among them. */
  readonly threads: number;
  /** Helpers, and what makes a judge for each rule. Absent: threads do not share the memory. */
  readonly help?: SumHelp;
}

export interface SumHelp {
  readonly team: Team;
  readonly muster: () => Muster;
  /** For tests: with another number than 0 threads lose time at chance moments. */
  readonly delays: number;
}

/** The exports of the compiled kernel. */
export interface SumKernel {
  /** A generation begins: the words of the plan are written. */
  begin(): void;
  /** Computes those of the bands from `first` to `end` - 1 that are awake. */
  run(first: number, end: number): void;
  /** Puts what lies beyond their ends beside all rows of the present generation. */
  joinAll(): void;
  /** Tiles that this thread computed in the last run. */
  getComputed(): number;
  /** Whether a cell in state 1, seen since the last generation began, lives near an endless side's ends. */
  isNear(): number;
}

/** What the kernel offers besides where threads may help. */
export interface ThreadedSumKernel extends SumKernel, GateKernel {
  /** So many threads from here on (1: no helpers), in runs of at least so many tiles. */
  share(threads: number, least: number): void;
  /** Makes threads lose time at chance moments. */
  setDelays(seed: number): void;
}

/** Errors: `unsupported-operation` where WebAssembly or its SIMD instructions are missing. */
export async function startSums(): Promise<SumStepper> {
  return { module: await compileInline(kernelUrl, "The algorithm sums"), threads: 1 };
}

/**
 * The same with a pool's threads. `muster` makes a judge for each rule. Errors: `unsupported-operation` where WebAssembly's threads are missing, too; a
 * RangeError where the machine has no shared memory to reserve.
 */
export async function startSumTeam(pool: HelperPool, muster: () => Muster, delays = 0): Promise<SumStepper> {
  const module = await compileInline(threadedUrl, "The algorithm sums on threads");
  // Memories are made for boxes of cells, later.
  new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES, shared: true });
  const team = new Team(pool, "sums");
  return { module, threads: team.threads, help: { team, muster, delays } };
}
