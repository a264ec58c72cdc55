/**
 * The verbs of a worker that exports. It holds a copy of a universe, so that the open one neither moves nor waits. The
 * window opens, writes and closes the files, because only the window reaches the platform's files.
 */

import type { Cells } from "../../core/cells.ts";
import type { Rect } from "../../core/rect.ts";
import type { Topology } from "../../core/topology.ts";
import type { Estimate } from "../../export/estimate.ts";
import type { Exporter, ExportReport } from "../../export/exporter.ts";
import type { ExportProgress, FrameRange } from "../../export/frame-source.ts";
import type { Framing } from "../../export/framing.ts";
import type { FilmLook } from "../../export/look.ts";
import type { Rule } from "../../rules/rule.ts";
import type { Verb } from "../rpc.ts";

/** The universe to export, as it stands. */
export interface ExportedUniverse {
  readonly rule: Rule;
  readonly topology: Topology;
  readonly generation: bigint;
  readonly cells: Cells;
  /** An algorithm on the CPU, or `auto` (the default). */
  readonly algorithm?: string;
  readonly memoryMegabytes?: number;
  /** Threads of the CPU that it may take. Default: one a core, as far as they gain. */
  readonly threads?: number;
}

/** An exporter without its code. */
export interface OfferedFormat extends Omit<Exporter, "run"> {
  /** Why it is not available here, as one sentence; null if it is. */
  readonly refuses: string | null;
}

/** A person's export request. */
export interface ExportWish {
  /** An exporter's id. */
  readonly format: string;
  /** One file's name, or a template for several (see frame-name.ts). */
  readonly name: string;
  readonly plain: boolean;
  readonly range: FrameRange;
  readonly framing: Framing;
  readonly look: Omit<FilmLook, "theme"> & { readonly theme: string };
  readonly fps: number;
  /** Number of extra frames that show the last one. */
  readonly hold: number;
  readonly loop: boolean;
}

/** A picture as it will be written, pixel for pixel; colours by index. */
export interface PreviewPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array<ArrayBuffer>;
  readonly rgb: Uint8Array;
}

export interface Preview {
  /** The exported range: less than requested if a loop was found. */
  readonly range: FrameRange;
  readonly frames: number;
  /** With held frames counted as often as they are shown. */
  readonly framesShown: number;
  readonly index: number;
  readonly generation: bigint;
  /** Pixels; null if nothing is drawn. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** The cells shown throughout; null if the view moves or everything is written. */
  readonly region: Rect | null;
  /** null if nothing is drawn, or the picture is too large to show. */
  readonly picture: PreviewPicture | null;
}

/** Calls are answered one after the other, and fail with `aborted` when they are cancelled. */
export interface ExportProtocol {
  /** Takes a copy of a universe; returns the formats that can export it. Errors: those of creating it. */
  readonly open: Verb<ExportedUniverse, readonly OfferedFormat[]>;
  /** The n-th picture; the last for a number past it. Errors: those of the sources. */
  readonly preview: Verb<{ readonly wish: ExportWish; readonly index: number }, Preview>;
  readonly estimate: Verb<{ readonly wish: ExportWish }, Estimate>;
  /** Errors: those of the exporter and of the files. */
  readonly write: Verb<WriteRequest, ExportOutcome, ExportProgress>;
}

export interface WriteRequest {
  readonly wish: ExportWish;
  /** The frame to begin with, if the earlier ones exist; only for sequences. */
  readonly first?: number;
  /** A port to the side that opens the files (`FilesProtocol`). */
  readonly files: MessagePort;
}

export interface ExportOutcome extends ExportReport {
  /** Whether live cells left a region that was chosen automatically. */
  readonly cellsLeft: boolean;
}

/** The worker's requests to the window's files; `file` numbers them. */
export interface FilesProtocol {
  /** A whole file at once. */
  readonly whole: Verb<{ readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }, void>;
  readonly begin: Verb<OfFile & { readonly name: string }, void>;
  /** `at`: byte position; absent: at the end. */
  readonly put: Verb<OfFile & { readonly bytes: Uint8Array<ArrayBuffer>; readonly at?: number }, void>;
  readonly commit: Verb<OfFile, void>;
  readonly abort: Verb<OfFile, void>;
}

interface OfFile {
  readonly file: number;
}
