/**
 * The verbs of a worker that holds universes. A universe is a handle, a number with a meaning in its worker only, and
 * so is a snapshot. Clients that join over another port use the same handles.
 *
 * A universe that is stepping pauses every few milliseconds. All other requests (reads, frames, edits, stop) run in
 * such a pause, between two whole generations.
 */

import type { Snapshot, StepOutcome } from "../../algorithms/algorithm.ts";
import type { Counted, CountRequest } from "../../algorithms/count-within.ts";
import type { Contents } from "../../algorithms/registry.ts";
import type { SwitchableUniverse } from "../../algorithms/switchable.ts";
import type { Cells } from "../../core/cells.ts";
import type { QuadTree } from "../../core/quad-tree.ts";
import type { Soup } from "../../core/soup.ts";
import type { Topology } from "../../core/topology.ts";
import type { GpuPreference, GpuPresence } from "../../gpu/device.ts";
import type { Camera, ViewSize } from "../../picture/camera.ts";
import type { ViewFrame } from "../../picture/view-frame.ts";
import type { Rule } from "../../rules/rule.ts";
import type { Verb } from "../rpc.ts";
import type { Sample } from "./samples.ts";

/** Least time between two `moved` messages of a universe, in milliseconds. */
export const MOVED_INTERVAL = 50;

export type UniverseHandle = number & { readonly universe?: never };

export interface CreateUniverse {
  readonly rule: Rule;
  readonly topology: Topology;
  /** An algorithm's id, or `auto` (the default). */
  readonly algorithm?: string;
  /** Whether its worker may move it to a faster algorithm, and back. Default: with `auto`. Universes on a GPU stay there. */
  readonly mayMove?: boolean;
  readonly generation?: bigint;
  readonly memoryMegabytes?: number;
  /** Threads of the CPU that it may take. Default: one a core, as far as they gain. */
  readonly threads?: number;
  readonly soup?: Soup;
  /** Cells at their own coordinates. */
  readonly cells?: Cells;
}

/** The facts of a universe that need no reading of its cells. */
export interface UniverseState {
  readonly universe: UniverseHandle;
  readonly algorithm: string;
  readonly adapter?: string;
  readonly rule: Rule;
  readonly topology: Topology;
  readonly generation: bigint;
  /** The most threads that it computes on under its rule. Absent where the algorithm always computes on one. */
  readonly threads?: number;
  /** Whether a `run` or `step` is under way. */
  readonly running: boolean;
}

/** The algorithm that runs a universe. */
export interface Runner {
  readonly algorithm: string;
  /** The algorithm's name. */
  readonly name: string;
  /** Whether it leaps (algorithms/algorithm.ts). */
  readonly leaps: boolean;
  /** The most megabytes it can use, if that is less than the limit. */
  readonly mostMegabytes?: number;
  /** As that of the universe. */
  readonly threads?: number;
  /** Why this one, as one sentence. */
  readonly reason: string;
}

export interface CreatedUniverse extends UniverseState, Runner {}

export interface AlgorithmInfo {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly needsGpu: boolean;
  /** Whether it is a reference for comparisons (algorithms/algorithm.ts). */
  readonly forComparison: boolean;
  readonly leaps: boolean;
  readonly mostMegabytes?: number;
  /** null if it can run the rule on the given grid, else a sentence with the reason. */
  readonly refuses: string | null;
}

export interface ChosenAlgorithm {
  readonly algorithm: string;
  readonly needsGpu: boolean;
  /** Why, as a sentence or two. */
  readonly reason: string;
}

export interface RunOptions {
  /** Generations a tick, 1 or more. */
  readonly increment: bigint;
  /** Milliseconds from tick to tick; 0 is as fast as possible. */
  readonly interval: number;
  /** A condition that ends it besides a stop. Default: none. */
  readonly until?: RunUntil;
}

export interface RunUntil {
  /** No cell is alive any more. */
  readonly died?: boolean;
  /** The pattern has occurred before, so the future is known. */
  readonly periodic?: boolean;
}

/** Why a run has ended by itself. */
export type RunEnd =
  | { readonly kind: "died" }
  /** The state repeats every `period` generations; 1: nothing changes any more. */
  | { readonly kind: "periodic"; readonly period: bigint };

/** The reports of an open `watch`. */
export type UniverseNews =
  /** A step or run has come this far; at most once each MOVED_INTERVAL. */
  | { readonly type: "moved"; readonly generation: bigint }
  /** Another algorithm runs it from now on: same cells, same handle, same snapshots. */
  | { readonly type: "switched"; readonly runner: Runner };

interface OfUniverse {
  readonly universe: UniverseHandle;
}

/**
 * Methods of a universe that are called remotely unchanged; algorithms/algorithm.ts and algorithms/switchable.ts define
 * them.
 */
export const READS = [
  "population",
  "bounds",
  "hash",
  "memory",
  "readRuns",
  "readBlock",
  "raster",
  "release",
  "readSnapshot",
  "keepTree",
] as const;
/** The same for methods that change the cells, the rule or the generation. */
export const CHANGES = ["setGeneration", "setRule", "writeRuns", "writeBlock", "clear", "restore"] as const;

type Read = (typeof READS)[number];
type Change = (typeof CHANGES)[number];
type Method<V extends Read | Change> = SwitchableUniverse[V];
type OwnArgs<V extends Read | Change> = OfUniverse & { readonly args: Parameters<Method<V>> };
type Reads = { readonly [V in Read]: Verb<OwnArgs<V>, Awaited<ReturnType<Method<V>>>> };
/** A change returns the universe's facts afterwards. */
type Changes = { readonly [V in Change]: Verb<OwnArgs<V>, UniverseState> };

/** A universe's own methods on the client's side. */
export type OwnMethods = {
  readonly [V in Read]: (...args: Parameters<Method<V>>) => Promise<Awaited<ReturnType<Method<V>>>>;
} & {
  readonly [V in Change]: (...args: Parameters<Method<V>>) => Promise<void>;
};

export interface UniverseProtocol extends Reads, Changes {
  readonly algorithms: Verb<{ readonly rule: Rule; readonly topology: Topology }, readonly AlgorithmInfo[]>;
  /** The adapter of GPU algorithms here, or under another preference. */
  readonly gpu: Verb<{ readonly preference?: GpuPreference }, GpuPresence>;
  /** The algorithm to ask `create` for, and whether it runs on a GPU. Errors: as `create`. */
  readonly choose: Verb<Pick<CreateUniverse, "rule" | "topology" | "algorithm"> & Contents, ChosenAlgorithm>;
  /** Errors: those of `createUniverse` in algorithms/load.ts. */
  readonly create: Verb<CreateUniverse, CreatedUniverse>;
  /**
   * Reports a universe's news until it is disposed of or the call is cancelled. Errors: `gpu-lost` if its cells are
   * gone with the GPU that held them.
   */
  readonly watch: Verb<OfUniverse, void, UniverseNews>;
  readonly state: Verb<OfUniverse, UniverseState>;
  /** When cancelled it answers `more`. Errors: `bad-argument` while another step or run goes on. */
  readonly step: Verb<OfUniverse & { readonly target: bigint }, StepOutcome>;
  /** Runs until it is stopped, cancelled, or ends by itself; then returns. Errors: as `step`. */
  readonly run: Verb<OfUniverse & RunOptions, UniverseState & { readonly ended: RunEnd | null }>;
  /** Ends a step or run at the last complete generation, and returns when it has ended. */
  readonly stop: Verb<OfUniverse, UniverseState>;
  /** Number of live cells in a part of it, counted while a step or run goes on. When cancelled it fails with `aborted`. */
  readonly count: Verb<OfUniverse & CountRequest, Counted>;
  /** Returns the samples of the population noted so far; with `present` the present generation too. */
  readonly samples: Verb<OfUniverse & { readonly present: boolean }, readonly Sample[]>;
  /** Of any algorithm's universe. Errors: `too-large`. */
  readonly readTree: Verb<OfUniverse, QuadTree>;
  readonly snapshot: Verb<OfUniverse, Snapshot>;
  /**
   * The present view of a camera: cells one by one, or live cells a pixel if a screen pixel covers several. `grid`: the
   * grid kind's id; without it the rule's neighbourhood decides. Errors: `bad-argument`, `not-found`.
   */
  readonly frame: Verb<FrameRequest & OfUniverse, ViewFrame>;
  /** Stops it and frees everything. */
  readonly dispose: Verb<OfUniverse, void>;
}

export interface FrameRequest {
  readonly camera: Camera;
  /** In device pixels. */
  readonly size: ViewSize;
  readonly grid?: string;
}
