/**
 * What travels between a client and the worker that holds universes. Types and two constants only: both sides, and any
 * other host of an engine, are written against this page.
 *
 * A client calls verbs; each call is answered once, by an answer or a failure, in any order. Universes, views and
 * snapshots are handles: numbers that mean something to this worker only. A universe and a view are separate: a universe
 * can be shown by several views, each with a camera of its own.
 *
 * A worker may be called over several ports: whoever holds one hands another out with `join`, and the handles mean the same
 * on both. So what paints can ask for frames without a detour through the window that opened the universe.
 *
 * A universe that is stepping pauses every few milliseconds. Whatever else is asked of it (reads, frames, edits, stop)
 * happens in such a pause, between two whole generations.
 */

import type { Snapshot, StepOutcome, WriteMode } from "../../algorithms/algorithm.ts";
import type { Counted, CountRequest } from "../../algorithms/count-within.ts";
import type { Contents } from "../../algorithms/registry.ts";
import type { Identity } from "../../analysis/identity.ts";
import type { IdentifyProgress } from "../../analysis/subject.ts";
import type { SoupFigures, SoupJob } from "../../bench/gpu-bench.ts";
import type { Block } from "../../core/block.ts";
import type { Cells } from "../../core/cells.ts";
import type { ErrorCode } from "../../core/errors.ts";
import type { QuadTree } from "../../core/quad-tree.ts";
import type { Raster, RasterRequest } from "../../core/raster.ts";
import type { Rect } from "../../core/rect.ts";
import type { Runs } from "../../core/runs.ts";
import type { Soup } from "../../core/soup.ts";
import type { Topology } from "../../core/topology.ts";
import type { CopyBandwidth } from "../../gpu/copy-bandwidth.ts";
import type { GpuPreference, GpuPresence } from "../../gpu/device.ts";
import type { Camera, ViewSize } from "../../picture/camera.ts";
import type { ViewFrame } from "../../picture/view-frame.ts";
import type { Behaviour } from "../../rules/behaviour.ts";
import type { Rule } from "../../rules/rule.ts";
import type { RuleRange } from "../../rules/rule-range.ts";
import type { Sample } from "./samples.ts";

/** Changes when a client and a worker of different builds could misunderstand each other. */
export const PROTOCOL_VERSION = 4;

/** Least time between two `moved` messages of a universe, in milliseconds. */
export const MOVED_INTERVAL = 50;

export type UniverseHandle = number & { readonly universe?: never };
export type ViewHandle = number & { readonly view?: never };

export interface CreateUniverse {
  readonly rule: Rule;
  readonly topology: Topology;
  /** An algorithm's id, or `auto` (the default). */
  readonly algorithm?: string;
  /**
   * Whether its worker may move it to another algorithm that turns out to get on faster, and back. Default: where `auto` was
   * asked for. Universes on a GPU stay there.
   */
  readonly mayMove?: boolean;
  readonly generation?: bigint;
  readonly memoryMegabytes?: number;
  readonly soup?: Soup;
  /** Cells at their own coordinates. */
  readonly cells?: Cells;
}

/** What is known of a universe without reading its cells. */
export interface UniverseState {
  readonly universe: UniverseHandle;
  readonly algorithm: string;
  readonly adapter?: string;
  readonly rule: Rule;
  readonly topology: Topology;
  readonly generation: bigint;
  /** Whether a `run` or `step` is going on. */
  readonly running: boolean;
}

/** The algorithm that runs a universe. */
export interface Runner {
  readonly algorithm: string;
  /** Whether it leaps (algorithms/algorithm.ts). */
  readonly leaps: boolean;
  /** The most megabytes it can use, where that is less than it may be given. */
  readonly mostMegabytes?: number;
  /** Why this one, as one sentence. */
  readonly reason: string;
}

export interface CreatedUniverse extends UniverseState, Runner {}

export interface AlgorithmInfo {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly needsGpu: boolean;
  /** Whether it is there to be compared with (algorithms/algorithm.ts). */
  readonly forComparison: boolean;
  readonly leaps: boolean;
  readonly mostMegabytes?: number;
  /** null when it can run the rule on the grid that was asked about, else a sentence saying why not. */
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
  /** Milliseconds from tick to tick; 0 is as fast as it goes. */
  readonly interval: number;
  /** What else ends it than a stop. Default: nothing does. */
  readonly until?: RunUntil;
}

export interface RunUntil {
  /** That no cell is alive any more. */
  readonly died?: boolean;
  /** That the pattern is one that has been before, so that all that follows has been seen. */
  readonly periodic?: boolean;
}

/** Why a run has ended by itself. */
export type RunEnd =
  | { readonly kind: "died" }
  /** Each `period` generations everything is as it was; 1: nothing changes any more. */
  | { readonly kind: "periodic"; readonly period: bigint };

export interface OpenView extends ViewSize {
  readonly universe: UniverseHandle;
  readonly camera: Camera;
  /** Id of the grid kind to show it as. Default: what the rule's neighbourhood says. */
  readonly grid?: string;
}

interface OfUniverse {
  readonly universe: UniverseHandle;
}

interface OfView {
  readonly view: ViewHandle;
}

/** Every verb with what it takes and what it answers. Those of a universe mean what algorithms/algorithm.ts says. */
export interface Verbs {
  hello: { readonly args: object; readonly answer: { readonly version: number } };
  algorithms: {
    readonly args: { readonly rule: Rule; readonly topology: Topology };
    readonly answer: readonly AlgorithmInfo[];
  };
  /** What GPU algorithms would run on here, or would under another preference. */
  gpu: { readonly args: { readonly preference?: GpuPreference }; readonly answer: GpuPresence };
  /** Times an algorithm on a soup, in a universe of its own. When cancelled it fails with `aborted`. Errors: as `create`. */
  measure: {
    readonly args: SoupJob & { readonly memoryMegabytes?: number };
    readonly answer: SoupFigures;
  };
  /** How fast the GPU copies its memory. Errors: `gpu-unavailable`, `gpu-lost`, `memory-limit`. */
  measureCopy: { readonly args: object; readonly answer: CopyBandwidth };
  /** What a rule does (rules/behaviour.ts), measured in universes of its own. When cancelled it fails with `aborted`. */
  behaviour: { readonly args: { readonly rule: Rule }; readonly answer: Behaviour };
  /** The rules in which cells do the same. Errors: those of `ruleRange` in rules/rule-range.ts. */
  ruleRange: {
    readonly args: { readonly cells: Runs; readonly rule: Rule };
    readonly answer: RuleRange;
  };
  /**
   * What a pattern is (analysis/identify.ts), in a universe of its own. Tells its progress. When cancelled it fails with `aborted`.
   * Errors: as `create`, `too-large`.
   */
  identify: {
    readonly args: Omit<CreateUniverse, "mayMove" | "soup"> & { readonly limit: number };
    readonly answer: Identity;
    readonly progress: IdentifyProgress;
  };
  /** Which algorithm `create` should be asked for, and whether it runs on a GPU. Errors: as `create`. */
  choose: {
    readonly args: Pick<CreateUniverse, "rule" | "topology" | "algorithm"> & Contents;
    readonly answer: ChosenAlgorithm;
  };
  create: { readonly args: CreateUniverse; readonly answer: CreatedUniverse };
  state: { readonly args: OfUniverse; readonly answer: UniverseState };
  /** Can be cancelled: answers `more` then. Errors: `bad-argument` while another step or run goes on. */
  step: { readonly args: OfUniverse & { readonly target: bigint }; readonly answer: StepOutcome };
  /** Goes on until `stop` (or its own cancel) or until it ends by itself, and answers then. Errors: as `step`. */
  run: {
    readonly args: OfUniverse & RunOptions;
    readonly answer: UniverseState & { readonly ended: RunEnd | null };
  };
  /** Ends a step or run, at the last complete generation, and answers when it has ended. */
  stop: { readonly args: OfUniverse; readonly answer: UniverseState };
  setGeneration: {
    readonly args: OfUniverse & { readonly generation: bigint };
    readonly answer: UniverseState;
  };
  setRule: { readonly args: OfUniverse & { readonly rule: Rule }; readonly answer: UniverseState };
  population: { readonly args: OfUniverse; readonly answer: bigint };
  /** Hands out what was noted of the population while it moved. With `present` the generation that it is at is noted too. */
  samples: {
    readonly args: OfUniverse & { readonly present: boolean };
    readonly answer: readonly Sample[];
  };
  bounds: { readonly args: OfUniverse; readonly answer: Rect | null };
  /** How many cells live in a part of it; a step or run goes on meanwhile. When cancelled it fails with `aborted`. */
  count: { readonly args: OfUniverse & CountRequest; readonly answer: Counted };
  hash: { readonly args: OfUniverse; readonly answer: bigint };
  memory: { readonly args: OfUniverse; readonly answer: number };
  readRuns: { readonly args: OfUniverse & { readonly region?: Rect }; readonly answer: Runs };
  /** Of any algorithm's universe. Errors: `too-large`. */
  readTree: { readonly args: OfUniverse; readonly answer: QuadTree };
  readBlock: { readonly args: OfUniverse & { readonly region: Rect }; readonly answer: Block };
  raster: { readonly args: OfUniverse & { readonly request: RasterRequest }; readonly answer: Raster };
  writeRuns: {
    readonly args: OfUniverse & { readonly cells: Runs; readonly mode: WriteMode };
    readonly answer: null;
  };
  writeBlock: {
    readonly args: OfUniverse & { readonly cells: Block; readonly mode: WriteMode | "copy" };
    readonly answer: null;
  };
  clear: { readonly args: OfUniverse & { readonly region?: Rect }; readonly answer: null };
  snapshot: { readonly args: OfUniverse; readonly answer: Snapshot };
  restore: { readonly args: OfUniverse & { readonly snapshot: Snapshot }; readonly answer: UniverseState };
  release: { readonly args: OfUniverse & { readonly snapshot: Snapshot }; readonly answer: null };
  /** The cells of a snapshot; the universe stays as it is. Errors: `bad-argument`, `too-large`, `memory-limit`. */
  readSnapshot: { readonly args: OfUniverse & { readonly snapshot: Snapshot }; readonly answer: QuadTree };
  /** A snapshot of cells that come from another universe. */
  keepTree: {
    readonly args: OfUniverse & { readonly tree: QuadTree; readonly generation: bigint };
    readonly answer: Snapshot;
  };
  /** Stops it, closes its views and frees everything. */
  dispose: { readonly args: OfUniverse; readonly answer: null };
  openView: { readonly args: OpenView; readonly answer: ViewHandle };
  setCamera: { readonly args: OfView & { readonly camera: Camera }; readonly answer: null };
  resize: { readonly args: OfView & ViewSize; readonly answer: null };
  frame: { readonly args: OfView; readonly answer: ViewFrame };
  closeView: { readonly args: OfView; readonly answer: null };
}

export type Verb = keyof Verbs;
export type VerbArgs<V extends Verb> = Verbs[V]["args"];
export type VerbAnswer<V extends Verb> = Verbs[V]["answer"];
/** What a verb tells while it is at work; `never` for most. */
export type VerbProgress<V extends Verb> = Verbs[V] extends { readonly progress: infer P } ? P : never;

/** A TessellaError as it travels. `defect`: something that no caller can mend. */
export interface WireError {
  readonly code: ErrorCode | "defect";
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  readonly hint?: string;
}

export type ClientMessage =
  | { readonly type: "call"; readonly id: number; readonly verb: Verb; readonly args: unknown }
  | { readonly type: "cancel"; readonly id: number }
  /** Calls will come over this port too, which is handed over. */
  | { readonly type: "join"; readonly port: MessagePort };

export type ServerMessage =
  | { readonly type: "answer"; readonly id: number; readonly value: unknown }
  | { readonly type: "failure"; readonly id: number; readonly error: WireError }
  /** How far a call is that takes long. */
  | { readonly type: "progress"; readonly id: number; readonly value: unknown }
  /** A step or run has come this far; at most one each MOVED_INTERVAL. */
  | { readonly type: "moved"; readonly universe: UniverseHandle; readonly generation: bigint }
  /** Another algorithm runs it from now on: same cells, same handle, same snapshots. */
  | { readonly type: "switched"; readonly universe: UniverseHandle; readonly runner: Runner }
  /** Its cells are gone, with the GPU that held them. */
  | { readonly type: "lost"; readonly universe: UniverseHandle; readonly error: WireError };
