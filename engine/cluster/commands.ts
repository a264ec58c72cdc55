/** What rank 0 asks of every rank. Places are those of the whole grid; `bytes` of the parcel are the rank's own. */

import type { RowRange, WriteMode } from "../algorithms/algorithm.ts";
import type { Rect } from "../core/rect.ts";
import type { Soup, SoupRows } from "../core/soup.ts";
import type { BoundedTopology } from "../core/topology.ts";
import type { Rule } from "../rules/rule.ts";
import type { Answer } from "./service.ts";
import type { FoundKernels } from "./shared-tuning.ts";

/** The universe that the ranks are to hold. */
export interface SharedInit {
  /** An algorithm's or a kernel's id. */
  readonly algorithm: string;
  readonly rule: Rule;
  readonly topology: BoundedTopology;
  readonly generation: bigint;
  readonly memoryMegabytes?: number;
  readonly ranges: readonly RowRange[];
}

/** How the ranks exchange their rows. */
export interface HaloChoice {
  /** Rows of a halo, and generations between two exchanges. */
  readonly halo: number;
  /**
   * Generations at the end of a block in which rows travel while the slab is stepped (strip.ts): at most the halo's. 0: they travel
   * between two blocks.
   */
  readonly ahead: number;
}

/** What a rank is to try out (rehearsal.ts). */
export interface RehearsalWish {
  readonly choice: HaloChoice;
  readonly care: RehearsalCare;
  /** How long its messages would be on their way. */
  readonly message: MessageTimes;
}

export type RankCommand =
  /** The name of the GPU that it is to use, or null. */
  | { readonly verb: "device"; readonly init: SharedInit }
  /** Times a few steps and exchanges: a `RankTimes`. */
  | { readonly verb: "measure"; readonly init: SharedInit }
  /** Tries out the slab that it is to hold: a `Rehearsed`. */
  | {
      readonly verb: "rehearse";
      readonly init: SharedInit;
      readonly wish: RehearsalWish;
    }
  /** `follows`: whether it takes the kernels that rank 0 finds; `kernels`: those that it has found by now. */
  | {
      readonly verb: "create";
      readonly init: SharedInit;
      readonly choice: HaloChoice;
      readonly follows: boolean;
      readonly kernels: FoundKernels;
    }
  /** Steps; `goesOn` says that more generations are likely to be asked for, `kernels` what rank 0 has found. */
  | {
      readonly verb: "advance";
      readonly count: number;
      readonly goesOn: boolean;
      readonly kernels: FoundKernels;
    }
  | { readonly verb: "setGeneration"; readonly generation: bigint }
  | { readonly verb: "setRule"; readonly rule: Rule }
  /** A bigint. */
  | { readonly verb: "population" }
  /** A Rect or null. */
  | { readonly verb: "bounds" }
  /** A bigint. */
  | { readonly verb: "hash" }
  /** Runs within the slab and the region. */
  | { readonly verb: "readRuns"; readonly region?: Rect }
  /** The words of the region's rows within the slab. */
  | { readonly verb: "readBlock"; readonly region: Rect }
  /** `place`: that of the words that come with it; null for none. */
  | { readonly verb: "writeBlock"; readonly mode: WriteMode | "copy"; readonly place: Rect | null }
  | { readonly verb: "writeRuns"; readonly mode: WriteMode; readonly shape: RunsShape | null }
  /** Adds what of those rows of the soup comes to lie on rows from .. from + count - 1 of the slab. */
  | {
      readonly verb: "writeSoup";
      readonly soup: Soup;
      readonly rows: SoupRows;
      readonly from: number;
      readonly count: number;
    }
  | { readonly verb: "clear"; readonly region?: Rect }
  /** The bytes that it takes. */
  | { readonly verb: "snapshot"; readonly id: number }
  | { readonly verb: "restore"; readonly id: number }
  | { readonly verb: "release"; readonly id: number }
  /** Writes its rows as a picture. */
  | { readonly verb: "save"; readonly path: string }
  /** Notes from now on what the rank does. */
  | { readonly verb: "record" }
  /**
   * What was noted since, as bytes for `blocksOfNumbers`, as far as it is complete; `last`: all of it, once it is. From rank 0 how far the clocks of the ranks that are named, those of other
   * machines, lie behind its own (`alignClocks`).
   */
  | { readonly verb: "trace"; readonly apart: readonly number[]; readonly last: boolean }
  /** The last one. */
  | { readonly verb: "end" };

/** Runs whose arrays travel as bytes: spans, rows, then starts. */
export interface RunsShape {
  readonly x: bigint;
  readonly y: bigint;
  readonly rows: number;
  readonly runs: number;
}

/** What a rank measured before a universe is made, in seconds; the model's T_lat, 1 / bw, a and b. */
export interface RankTimes {
  readonly latency: number;
  readonly byte: number;
  readonly cell: number;
  readonly launch: number;
  /** What of latency and byte the messages take, and not the trips to where the cells are. */
  readonly message: MessageTimes;
}

/** Seconds that messages to both neighbours and from them take at once: of each exchange, and of each byte to one of them. */
export interface MessageTimes {
  readonly latency: number;
  readonly byte: number;
}

/** What a rank tried out (rehearsal.ts), in seconds of a generation. */
export interface Rehearsed {
  readonly secondsAGeneration: number;
  /** The same without exchanges; null where that was not asked for. */
  readonly computing: number | null;
}

/** How well it is to be known: to choose among halos, or to say beforehand what a run takes. */
export type RehearsalCare = "glance" | "prediction";

export interface RankAnswer extends Answer {
  /** Bytes that the rank's universe takes, without snapshots. */
  readonly memory: number;
}
