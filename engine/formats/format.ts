/**
 * The contract of every pattern format. A format reads bytes that are already unpacked and known to be its own;
 * unpacked.ts and pattern-file.ts choose the format, unpack gzip and refuse other files.
 */

import type { Pattern, PatternFacts, RunsPattern } from "../core/pattern.ts";
import type { QuadTree } from "../core/quad-tree.ts";
import type { Rect } from "../core/rect.ts";
import type { RegistryEntry } from "../core/registry.ts";
import type { Runs } from "../core/runs.ts";

/** The facts of a pattern that a format can carry besides its live cells. */
export type FormatField = "rule" | "position" | "generation" | "states" | "notes";

export interface PatternFormat extends RegistryEntry {
  /** File name extensions, with the dot, lower case, the usual one first. */
  readonly extensions: readonly string[];
  readonly carries: readonly FormatField[];
  /** Whether the bytes claim to be of this format. Looks at their beginning only and promises nothing about the rest. */
  readonly sniff: (bytes: Uint8Array) => boolean;
  /** Absent for a format that is only written. Errors: `syntax` and `unsupported-rule` with line and column, `too-large`. */
  readonly read?: (bytes: Uint8Array, options?: ReadOptions) => Pattern;
  /** Absent for a format that is only read. Errors: `too-large` for a pattern that the format would blow up. */
  readonly write?: (pattern: RunsPattern, options?: WriteOptions) => Uint8Array;
  /**
   * The same file from cells that come in bands, for patterns larger than the memory. Absent if the format needs to see
   * all cells at once. `frame` is the box of all cells (or of size 0 x 0 for none).
   */
  readonly writer?: (facts: PatternFacts, frame: Rect) => PatternWriter;
  /** The file of a quad-tree in pieces, for formats that hold one directly, however many cells it stands for. */
  readonly writeTree?: (facts: PatternFacts, tree: QuadTree) => Iterable<Uint8Array>;
}

export interface PatternWriter {
  /** Bytes that wait to be taken. */
  readonly length: number;
  /** Two-state cells of some rows, all of them below those of the former band. */
  add(band: Runs): void;
  take(): Uint8Array;
  /** Ends the file; returns the remaining bytes. */
  end(): Uint8Array;
}

export interface ReadOptions {
  /**
   * Whether an unreadable rule only causes a warning, and the pattern then names none: for callers that bring a rule of
   * their own. Without it such a file is refused.
   */
  readonly anyRule?: boolean;
  /** Runs of live cells after which a pattern is refused. Default DEFAULT_MAX_RUNS. */
  readonly maxRuns?: number;
  /** Different squares of a quad-tree after which it is refused. Default MAX_NODES (core/quad-tree.ts). */
  readonly maxNodes?: number;
  /** Bytes after which gzip data are refused. Default DEFAULT_MAX_INFLATED_BYTES. */
  readonly maxInflatedBytes?: number;
  /** Receives the share of a long text read so far, 0..1, now and then. Fast formats do not call it. */
  readonly onProgress?: (done: number) => void;
}

export interface WriteOptions {
  /** PBM: packed bits (default) or digits. */
  readonly pbm?: "P4" | "P1";
  /** PBM: the region that the picture shows. Default: the pattern's box if it holds every cell, else their bounds. */
  readonly region?: Rect;
}

/**
 * As many as ten megabytes of RLE can hold, where every other cell is alive, and thirty usually do. A reader takes up to 90
 * bytes a run while it works, so together with the largest unpacked text it stays near 512 MB; callers with more memory can ask
 * for more.
 */
export const DEFAULT_MAX_RUNS = 5 * 2 ** 20;

/** Text that unpacks to more would hold more runs than that, and a bomb of this size is still answered in a second. */
export const DEFAULT_MAX_INFLATED_BYTES = 64 * 2 ** 20;

/** Bytes that a writer of one character (or more) a cell makes before it refuses. */
export const MAX_WRITTEN_BYTES = 2 ** 28;
