/**
 * The contract of every algorithm. A Universe is cells + generation + rule on a grid, held by one algorithm; the verbs
 * follow Golly's vocabulary. Reads are asynchronous (cells may live on a GPU or in a worker) and none hands out a single
 * cell: cells travel as runs or as packed blocks. "Live" always means: differs from the background (rules/phases.ts).
 */

import type { Block } from "../core/block.ts";
import type { Cells } from "../core/cells.ts";
import type { TessellaError } from "../core/errors.ts";
import type { QuadTree } from "../core/quad-tree.ts";
import type { Raster, RasterRequest } from "../core/raster.ts";
import type { Rect } from "../core/rect.ts";
import type { RegistryEntry } from "../core/registry.ts";
import type { Runs } from "../core/runs.ts";
import type { Soup, SoupRows, SoupShape } from "../core/soup.ts";
import type { Topology } from "../core/topology.ts";
import type { GpuChoice } from "../gpu/device.ts";
import type { Drawing } from "../picture/drawing.ts";
import type { Rule } from "../rules/rule.ts";
import type { HelperPool } from "./wasm/helpers.ts";

export interface StepBudget {
  /** Answer `more` after about this long. Absent: until done. */
  readonly milliseconds?: number;
  /** Answer `more` as soon as it fires; the universe stays at its last complete generation. */
  readonly signal?: AbortSignal;
  /**
   * Answer `done` as soon as the rest is queued: later requests wait for it. Meant for callers that ask again at
   * once, to keep a GPU's queue from running empty in between. Algorithms that compute on the calling thread may
   * ignore it.
   */
  readonly ahead?: boolean;
  /** With `ahead`: the caller asks the same GPU for more at once, so the last commands may be held back until then. */
  readonly held?: boolean;
  /**
   * Go to the target in steps of this many generations (the last one may be shorter), as if the caller had asked for
   * each. This affects only the cost, and only where a step is one computation. Absent: one step.
   */
  readonly stride?: bigint;
}

/** `done`: the target generation is reached. `more`: call again with the same target to go on, or do not. */
export type StepOutcome = "done" | "more";

/**
 * How new cells combine with those already there. `or`: they become what is written; `clear`: they die; `xor`: equal ones die, and of
 * others the states' numbers are combined bit by bit, unless the rule has no such state. `copy` (blocks only) also clears where the
 * block is dead. With two states these are the operations of bits.
 */
export type WriteMode = "or" | "clear" | "xor";

/** Rows first .. first + rows - 1 of a grid, counted from its top. */
export interface RowRange {
  readonly first: number;
  readonly rows: number;
}

/** Rows, and the row of another grid that the first of them becomes. */
export interface MovedRows extends RowRange {
  readonly to: number;
}

/**
 * Whole rows of a bounded grid, out of and into its present generation: what ranks pass to each other. Rows are packed as those of a
 * block. A call takes several ranges, since each call is a trip to where the cells are.
 */
export interface RowPort {
  /** The words of the rows, range by range; they lie in `into` where that is given. Errors: those of `Universe.readBlock`. */
  read(ranges: readonly RowRange[], into?: Uint32Array<ArrayBuffer>): Promise<Uint32Array<ArrayBuffer>>;
  /** Replaces the rows by those words, which are the caller's again when it resolves. Errors: those of `Universe.writeBlock`. */
  write(ranges: readonly RowRange[], words: Uint32Array<ArrayBuffer>): Promise<void>;
  /** Where the cells lie on a GPU. */
  readonly queued?: QueuedRows;
}

/** Rows that a GPU takes out and passes on in its turn, so that nobody waits for it before more work is handed to it. */
export interface QueuedRows {
  /** Resolves once the GPU has been told: what it is told from then on comes after the reading. Errors: those of `Universe.readBlock`. */
  begin(ranges: readonly RowRange[], into?: Uint32Array<ArrayBuffer>): Promise<BegunRows>;
  /** Copies rows of another grid, as wide and on the same GPU. Errors: those of `Universe.writeBlock`. */
  copyFrom(other: QueuedRows, rows: readonly MovedRows[]): Promise<void>;
  /** Lends rows; `use` adds to the encoder and hands it on. Errors: those of `Universe.readBlock`. */
  lend(
    ranges: readonly RowRange[],
    use: (rows: LentRows, encoder: GPUCommandEncoder) => Promise<void>,
  ): Promise<void>;
}

export interface LentRows {
  readonly own: OwnRows | null;
  /** A buffer in which they will lie packed, at their places, once the GPU has done what the encoder holds then. */
  packed(): GPUBuffer;
}

/** A whole grid's rows as a kernel keeps them; the name says which kernels do it alike. */
export interface OwnRows {
  readonly form: string;
  readonly rowBytes: number;
  readonly cells: GPUBuffer;
}

export interface BegunRows {
  /** As of `RowPort.read`. */
  readonly words: Promise<Uint32Array<ArrayBuffer>>;
}

/** A state that the engine keeps. Opaque; only the universe that made it can restore it. */
export interface Snapshot {
  readonly id: number;
  readonly generation: bigint;
  /** Bytes that it takes, counted against the universe's limit. */
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
  /** Draws the cells where they are stored, for algorithms that can. */
  readonly drawing?: Drawing;
  /** Where the algorithm has a shorter way to whole rows than blocks. */
  readonly rows?: RowPort;
  /** The most threads that it computes on under its rule. Absent where the algorithm always computes on one. */
  readonly threads?: number;
  /** Whether stepping may still become faster, as the best way of it is yet to be found or compiled: timings wait for that. */
  readonly searching?: boolean;
  /** Resolves, with `gpu-lost`, when the cells are lost. Absent where that cannot happen. */
  readonly lost?: Promise<TessellaError>;

  /**
   * Runs until generation `target`. Callers may read any complete generation on the way, and never an unfinished one.
   * Errors: `bad-argument` for a target in the past, `memory-limit` and `too-large` with the universe kept at its
   * last complete generation.
   */
  step(target: bigint, budget?: StepBudget): Promise<StepOutcome>;
  /** Renumbers the present generation; a strobing rule's phase follows the number's parity. */
  setGeneration(generation: bigint): void;
  /**
   * Continues under another rule with the same cells; states that it does not have become its last. Errors: `unsupported-rule`, and
   * `memory-limit` where its states need more room, both with nothing changed.
   */
  setRule(rule: Rule): void;

  population(): Promise<bigint>;
  /** The smallest box that holds every live cell, or null. */
  bounds(): Promise<Rect | null>;
  /** Live cells of the region (default: all). Errors: `too-large` when they span 2^53 cells or more. */
  readRuns(region?: Rect): Promise<Runs>;
  /**
   * Packed cells of the region; outside the grid they are dead. `earlier` is a block that was read before and that nobody needs any
   * more: its memory may hold the new one. Errors: `too-large`.
   */
  readBlock(region: Rect, earlier?: Block): Promise<Block>;
  /** Live cells per pixel, and of more than two states also which one. */
  raster(request: RasterRequest): Promise<Raster>;
  /** The state hash (core/state-hash.ts): the same for the same cells on every algorithm. */
  hash(): Promise<bigint>;

  /**
   * Writes cells at their own coordinates; states that the rule does not have become its last; clips to the grid. Errors:
   * `memory-limit`.
   */
  writeRuns(cells: Runs, mode: WriteMode): Promise<void>;
  writeBlock(cells: Block, mode: WriteMode | "copy"): Promise<void>;
  /**
   * Adds the live cells of a quad-tree. Absent where the algorithm does not hold cells as one. Errors:
   * `memory-limit`, `too-large`.
   */
  writeTree?(tree: QuadTree): Promise<void>;
  /**
   * All live cells as a quad-tree, of any extent. Absent where the algorithm does not hold cells as one;
   * `treeOfUniverse` builds one from the cells of any universe. Errors: `too-large`.
   */
  readTree?(): Promise<QuadTree>;
  /**
   * Adds a soup around the origin (default: all its rows), cut to the grid, in states as `writeBlock` does. Absent where it comes as
   * blocks. Errors: `bad-argument` for its density, `memory-limit`, `aborted`.
   */
  writeSoup?(soup: Soup, rows?: SoupRows, signal?: AbortSignal): Promise<void>;
  /** Kills every cell of the region (default: all). */
  clear(region?: Rect): Promise<void>;

  /** Errors: `memory-limit`. */
  snapshot(): Promise<Snapshot>;
  /**
   * Brings back the snapshot's cells and generation; the snapshot stays usable. Errors: `bad-argument` for a foreign
   * or released one.
   */
  restore(snapshot: Snapshot): Promise<void>;
  release(snapshot: Snapshot): void;

  /** Bytes that the universe takes: cells, snapshots, and what it caches for the next read. */
  memory(): number;
  /** Frees everything; the universe must not be used again. */
  dispose(): void;
}

export interface UniverseInit {
  readonly rule: Rule;
  readonly topology: Topology;
  readonly generation?: bigint;
  /** Whether so much is to be computed that helpers come at once (`Algorithm.isMuch`). Default: no. */
  readonly hurried?: boolean;
}

/** What is known of a run before there is a universe. */
export interface Prospect {
  readonly soup?: SoupShape;
  readonly cells?: Cells;
  readonly generations: bigint;
}

/** What earlier runs measured on a GPU: the fastest kernel's name for an adapter and a kind of grid. */
export interface TuningMemory {
  get(key: string): string | undefined;
  set(key: string, kernel: string): void;
  /** Whether others find it: who asks tries no kernels, and asks again later. Default: no. */
  readonly follows?: boolean;
  /** Whether so much is to be stepped that a kernel is worth its compiling from the beginning. Default: no. */
  readonly eager?: boolean;
}

/** Without a GPU, the algorithms that need one are unavailable. */
export interface AlgorithmEnvironment extends GpuChoice {
  /** Where the GPU algorithms remember which kernel was fastest. Default: in memory, as long as the program runs. */
  readonly tuning?: TuningMemory;
  /** Megabytes (2^20 bytes) that a universe may take. Default 1024. */
  readonly memoryMegabytes?: number;
  /** Threads that may help the calling one. Default: it computes alone. */
  readonly helpers?: () => Promise<HelperPool>;
}

export const DEFAULT_MEMORY_MEGABYTES = 1024;

export interface Algorithm extends RegistryEntry {
  /** One line on what it is good at. */
  readonly summary: string;
  readonly needsGpu: boolean;
  /**
   * Whether it keeps cells as a quad-tree. A step of many generations may then take no longer than a step of few, and
   * longer steps are worth trying. Default: no.
   */
  readonly leaps?: boolean;
  /** Whether it exists for comparison only, and runs only when a person asks for it by name. Default: no. */
  readonly forComparison?: boolean;
  /**
   * The least bytes that a soup takes, of which it refuses one at once that has no room. Default: two generations packed to
   * their entropy on the CPU; on a GPU `create` refuses by the grid.
   */
  readonly soupBytes?: (soup: SoupShape, rule: Rule) => number;
  /** The most megabytes that a universe of it can use, however high the limit. Default: any number. */
  readonly mostMegabytes?: number;
  /** Whether such a run will certainly want helpers, which then come while its universe is being filled. Default: nobody can tell. */
  readonly isMuch?: (prospect: Prospect) => boolean;
  /**
   * null when it can run the rule there, else a sentence saying why not. It checks the rule's form and states first:
   * it refuses what it does not know, and never runs it as something else.
   */
  readonly refuses: (rule: Rule, topology: Topology) => string | null;
  /** Errors: `unsupported-rule`, `unsupported-topology`, `gpu-unavailable`, `too-large`, `memory-limit`. */
  readonly create: (init: UniverseInit, environment: AlgorithmEnvironment) => Promise<Universe>;
}
