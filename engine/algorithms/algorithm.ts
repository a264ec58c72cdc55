/**
 * The contract of every algorithm. A Universe is cells + generation + rule on a grid, held by one algorithm; the verbs
 * follow Golly's vocabulary. Reads are asynchronous (cells may live on a GPU or in a worker) and none hands out a single
 * cell: cells travel as runs or as packed blocks. "Live" always means: differs from the background (rules/phases.ts).
 */

import type { Block } from "../core/block.ts";
import type { TessellaError } from "../core/errors.ts";
import type { QuadTree } from "../core/quad-tree.ts";
import type { Raster, RasterRequest } from "../core/raster.ts";
import type { Rect } from "../core/rect.ts";
import type { RegistryEntry } from "../core/registry.ts";
import type { Runs } from "../core/runs.ts";
import type { Topology } from "../core/topology.ts";
import type { GpuChoice } from "../gpu/device.ts";
import type { Drawing } from "../picture/drawing.ts";
import type { Rule } from "../rules/rule.ts";

export interface StepBudget {
  /** Answer `more` after about this long. Absent: until done. */
  readonly milliseconds?: number;
  /** Answer `more` as soon as it fires; the universe stays at its last complete generation. */
  readonly signal?: AbortSignal;
  /**
   * Answer `done` as soon as the rest is on its way: whatever is asked next waits for it. For who comes back at once, so that a
   * GPU's queue does not run empty in between. Algorithms that compute where they are called need not look.
   */
  readonly ahead?: boolean;
  /**
   * Go to the target in steps of so many generations (the last one may be shorter), as if each was asked for by itself. Only
   * the cost depends on it, and only where a step is one computation; absent: one step.
   */
  readonly stride?: bigint;
}

/** `done`: the target generation is reached. `more`: call again with the same target to go on, or do not. */
export type StepOutcome = "done" | "more";

/** How written cells meet those that are there. `copy` (blocks only) also clears what the block leaves dead. */
export type WriteMode = "or" | "clear" | "xor";

/** A state the engine keeps. Opaque; only the universe that made it can restore it. */
export interface Snapshot {
  readonly id: number;
  readonly generation: bigint;
  /** Memory it holds, counted against the universe's limit. */
  readonly bytes: number;
}

export interface Universe {
  /** Id of the algorithm that holds it. */
  readonly algorithm: string;
  readonly rule: Rule;
  readonly topology: Topology;
  /** The last complete generation. */
  readonly generation: bigint;
  /** The GPU adapter's name, for algorithms that use one. */
  readonly adapter?: string;
  /** Draws the cells where they live, for algorithms that can. */
  readonly drawing?: Drawing;
  /** Resolves, with `gpu-lost`, when the cells are gone. Absent where that cannot happen. */
  readonly lost?: Promise<TessellaError>;

  /**
   * Runs until generation `target`. Every complete generation on the way may become the readable one; one that is half
   * done never is. Errors: `bad-argument` for a target in the past, `memory-limit` and `too-large` with the universe kept at its
   * last complete generation.
   */
  step(target: bigint, budget?: StepBudget): Promise<StepOutcome>;
  /** Renumbers the present generation; a strobing rule's phase follows the number's parity. */
  setGeneration(generation: bigint): void;
  /** Keeps the cells and goes on under another rule. Errors: `unsupported-rule`, with nothing changed. */
  setRule(rule: Rule): void;

  population(): Promise<bigint>;
  /** The smallest box that holds every live cell, or null. */
  bounds(): Promise<Rect | null>;
  /** Live cells of the region (default: all). Errors: `too-large` when they span 2^53 cells or more. */
  readRuns(region?: Rect): Promise<Runs>;
  /** Packed cells of the region; outside the grid they are dead. Errors: `too-large`. */
  readBlock(region: Rect): Promise<Block>;
  /** Live cells a pixel. */
  raster(request: RasterRequest): Promise<Raster>;
  /** The state hash (core/state-hash.ts): the same for the same cells on every algorithm. */
  hash(): Promise<bigint>;

  /** Writes cells at their own coordinates, every state from 1 on as alive; clips to the grid. Errors: `memory-limit`. */
  writeRuns(cells: Runs, mode: WriteMode): Promise<void>;
  writeBlock(cells: Block, mode: WriteMode | "copy"): Promise<void>;
  /** Adds the live cells of a quad-tree. Absent where cells are not held as one. Errors: `memory-limit`, `too-large`. */
  writeTree?(tree: QuadTree): Promise<void>;
  /**
   * All live cells as a quad-tree, whatever they span. Absent where cells are not held as one: `treeOfUniverse` makes one of the
   * cells of any universe. Errors: `too-large`.
   */
  readTree?(): Promise<QuadTree>;
  /** Kills every cell of the region (default: all). */
  clear(region?: Rect): Promise<void>;

  /** Errors: `memory-limit`. */
  snapshot(): Promise<Snapshot>;
  /** Cells and generation as they were; the snapshot stays usable. Errors: `bad-argument` for a foreign or released one. */
  restore(snapshot: Snapshot): Promise<void>;
  release(snapshot: Snapshot): void;

  /** Bytes that it takes: cells, snapshots, and what is kept for the next look at them. */
  memory(): number;
  /** Frees everything; the universe must not be used again. */
  dispose(): void;
}

export interface UniverseInit {
  readonly rule: Rule;
  readonly topology: Topology;
  readonly generation?: bigint;
}

/** What was found out about a GPU: the fastest kernel's name for an adapter and a kind of grid. */
export interface TuningMemory {
  get(key: string): string | undefined;
  set(key: string, kernel: string): void;
}

/** Without a GPU, the algorithms that need one are unavailable. */
export interface AlgorithmEnvironment extends GpuChoice {
  /** Where the GPU algorithms remember which kernel was fastest. Default: as long as the program runs. */
  readonly tuning?: TuningMemory;
  /** Megabytes (2^20 bytes) that a universe may take. Default 1024. */
  readonly memoryMegabytes?: number;
}

export const DEFAULT_MEMORY_MEGABYTES = 1024;

export interface Algorithm extends RegistryEntry {
  /** One line on what it is good at. */
  readonly summary: string;
  readonly needsGpu: boolean;
  /**
   * Whether it keeps cells as a quad-tree, so that a step of many generations may take no longer than one of few and steps are
   * worth growing. Default: no.
   */
  readonly leaps?: boolean;
  /** Whether it is there to be compared with, so that nobody gets it who has not asked for it. Default: no. */
  readonly forComparison?: boolean;
  /** The most megabytes that a universe of it can use, however many it may. Default: any number. */
  readonly mostMegabytes?: number;
  /**
   * null when it can run the rule there, else a sentence saying why not. It looks at the rule's form and states first: what
   * it does not know is refused, never run as something else.
   */
  readonly refuses: (rule: Rule, topology: Topology) => string | null;
  /** Errors: `unsupported-rule`, `unsupported-topology`, `gpu-unavailable`, `too-large`, `memory-limit`. */
  readonly create: (init: UniverseInit, environment: AlgorithmEnvironment) => Promise<Universe>;
}
