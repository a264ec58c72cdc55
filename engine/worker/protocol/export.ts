/**
 * What is said between a window and the worker that exports. The worker holds a copy of a universe, so that the one that is
 * open neither moves nor waits. Calls are answered one after the other; files are opened, written and closed at the
 * window's end, because only there the platform's files are reachable.
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
import type { WireError } from "./universe.ts";

/** The universe to export, as it stands. */
export interface ExportedUniverse {
  readonly rule: Rule;
  readonly topology: Topology;
  readonly generation: bigint;
  readonly cells: Cells;
  /** An algorithm on the CPU, or `auto` (the default). */
  readonly algorithm?: string;
  readonly memoryMegabytes?: number;
}

/** An exporter without its code. */
export interface OfferedFormat extends Omit<Exporter, "run"> {
  /** Why it cannot be used here, as one sentence; null where it can. */
  readonly refuses: string | null;
}

/** What a person asks for. */
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
  /** For how many frames more the last one is shown. */
  readonly hold: number;
  readonly loop: boolean;
}

/** A picture that is about to be written, with every pixel; colours by index. */
export interface PreviewPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array<ArrayBuffer>;
  readonly rgb: Uint8Array;
}

export interface Preview {
  /** What is exported: less than was asked for where a loop was found. */
  readonly range: FrameRange;
  readonly frames: number;
  /** With held frames counted as often as they are shown. */
  readonly framesShown: number;
  readonly index: number;
  readonly generation: bigint;
  /** Pixels; null where nothing is drawn. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** The cells that are shown throughout; null where the view moves or everything is written. */
  readonly region: Rect | null;
  /** null where nothing is drawn, or too much to be shown. */
  readonly picture: PreviewPicture | null;
}

export interface ExportVerbs {
  open(universe: ExportedUniverse): readonly OfferedFormat[];
  /** The n-th picture; the last for a number past it. */
  preview(args: { readonly wish: ExportWish; readonly index: number }): Preview;
  estimate(args: { readonly wish: ExportWish }): Estimate;
  /** `first`: the frame to begin with, where those before it are there already; only for sequences. */
  run(args: { readonly wish: ExportWish; readonly first?: number }): ExportOutcome;
}

export interface ExportOutcome extends ExportReport {
  /** Whether live cells left a region that nobody chose. */
  readonly cellsLeft: boolean;
}

export type ExportVerb = keyof ExportVerbs;
export type ExportArgs<V extends ExportVerb> = Parameters<ExportVerbs[V]>[0];
export type ExportAnswer<V extends ExportVerb> = ReturnType<ExportVerbs[V]>;

/** Something done to a file at the window's end; `file` numbers them. */
export type FileAct =
  /** A whole file at once. */
  | { readonly kind: "whole"; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "begin"; readonly file: number; readonly name: string }
  | {
      readonly kind: "write";
      readonly file: number;
      readonly bytes: Uint8Array<ArrayBuffer>;
      /** Where; at the end without it. */
      readonly at?: number;
    }
  | { readonly kind: "commit" | "abort"; readonly file: number };

export type ToExportWorker =
  | { readonly type: "call"; readonly id: number; readonly verb: ExportVerb; readonly args: unknown }
  | { readonly type: "cancel"; readonly id: number }
  /** An act is done, or has failed. */
  | { readonly type: "acted"; readonly act: number; readonly error?: WireError };

export type FromExportWorker =
  | { readonly type: "answer"; readonly id: number; readonly value: unknown }
  | { readonly type: "failure"; readonly id: number; readonly error: WireError }
  | { readonly type: "progress"; readonly id: number; readonly progress: ExportProgress }
  | { readonly type: "act"; readonly id: number; readonly act: number; readonly does: FileAct };
