/**
 * The contract of every pattern format. A format reads bytes that are already unpacked and known to be its own;
 * unpacked.ts and pattern-file.ts choose the format, unpack gzip and refuse other files.
 */

import type { Pattern, PatternFacts, RunsPattern } from "../core/pattern.ts";
import type { QuadTree } from "../core/quad-tree.ts";
import type { Rect } from "../core/rect.ts";
import type { RegistryEntry } from "../core/registry.ts";
import type { FindRuleFile } from "../core/rule-file.ts";
import type { Runs } from "../core/runs.ts";

/** The facts of a pattern that a format can carry besides its live cells. */
export type FormatField = "rule" | "rule file" | "position" | "generation" | "states" | "notes";

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
  /** Which pattern of a ZIP archive: its path there, or as much of the path's end as only one has. */
  readonly member?: string | undefined;
  /** Finds the files of rules that are named and not spelled. */
  readonly files?: FindRuleFile;
  /** Memory that the cells may take while they are read, in bytes; a pattern that needs more is refused. Default DEFAULT_MAX_BYTES. */
  readonly maxBytes?: number;
  /** Bytes after which gzip data are refused. Default: `inflatedWithin`. */
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

/** Bytes of a long text between two reports of progress. */
export const PROGRESS_BYTES = 2 ** 20;

/** Enough for a full soup in the largest file that is read (1 GiB). */
const DEFAULT_MAX_BYTES = 2 ** 31;
/** Bytes that a run and a node of a quad-tree take at most while a reader works. */
const RUN_BYTES = 90;
const NODE_BYTES = 64;

/** The number of runs that this much memory holds. */
export function runsWithin(maxBytes: number = DEFAULT_MAX_BYTES): number {
  return Math.floor(maxBytes / RUN_BYTES);
}

/** The number of nodes of a quad-tree that this much memory holds. */
export function nodesWithin(maxBytes: number = DEFAULT_MAX_BYTES): number {
  return Math.floor(maxBytes / NODE_BYTES);
}

/** A bomb of this size is still answered in a second. */
const LEAST_INFLATED_BYTES = 2 ** 26;
/** As much as the largest file that is read without packing. */
const MOST_INFLATED_BYTES = 2 ** 30;
/** Soups pack to a third, regular patterns to a tenth; a bomb to a thousandth. */
const MOST_RATIO = 32;

/** How many bytes packed ones may unpack to before they count as a bomb. */
export function inflatedWithin(packedBytes: number): number {
  return Math.min(MOST_INFLATED_BYTES, Math.max(LEAST_INFLATED_BYTES, packedBytes * MOST_RATIO));
}

/** Bytes that a writer of one character (or more) a cell makes before it refuses. */
export const MAX_WRITTEN_BYTES = 2 ** 28;
