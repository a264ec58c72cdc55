/**
 * The contract of every exporter: a source in, files out. An exporter is a format; `takes` names the kind of source,
 * and the target receives the bytes. Any format meets any source of its kind and any target.
 *
 *   cells     the packed cells of one region, a pixel or a shape a cell: PBM, SVG
 *   pictures  indexed pictures as `film.ts` draws them: PNG, APNG, GIF, video
 *   patterns  the whole universe at every k-th generation: RLE, Macrocell
 */

import type { Universe } from "../algorithms/algorithm.ts";
import type { PatternDetails } from "../algorithms/patterns.ts";
import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { RegistryEntry } from "../core/registry.ts";
import type { ExportControl, FrameSource } from "./frame-source.ts";
import type { FilmLook } from "./look.ts";
import type { PictureSource } from "./picture.ts";
import type { Target } from "./target.ts";

export interface ExportOptions extends ExportControl {
  /** A file name, or for sequences a template (see frame-name.ts), within the target. */
  readonly name: string;
  /** The format's text spelling where it has one (P1 instead of P4). */
  readonly plain?: boolean;
  /** Keeps the existing files of an earlier run of the same export, and continues after them. */
  readonly resume?: boolean;
  /** The look of cells, for formats that draw them themselves. */
  readonly look?: FilmLook;
}

export interface ExportReport {
  readonly frames: number;
  /** Names of the first and the last file. */
  readonly first: string;
  readonly last: string;
  readonly bytes: number;
  /** Frames written by an earlier run. */
  readonly kept?: number;
}

interface ExporterFacts extends RegistryEntry {
  /** One line on its output. */
  readonly summary: string;
  /** File name extensions with their dot, lower case; the first is the usual one. */
  readonly extensions: readonly string[];
  /**
   * Of the one exporter that takes all extensions left over: a sentence on why it does not write that name, null if it
   * does. May ask other programs.
   */
  readonly refusesName?: (name: string) => string | null;
  /** A file for each frame, or one animated file. */
  readonly sequence: boolean;
  /** Whether every pixel comes back as it was. */
  readonly lossless: boolean;
  /** How pictures are packed if a file name leaves that open: `h264` or `av1` in .mp4. */
  readonly codec?: string;
  /** Width and height are rounded up to a multiple of this (4:2:0 video knows even sizes only). Default 1. */
  readonly sizeStep?: number;
  /** Has a text form besides the packed one. */
  readonly hasPlain?: boolean;
  /** Draws cells itself, with the look's theme, grid lines and shape. Only for those that take cells. */
  readonly drawsCells?: boolean;
  /** The most frames a second that players honour. Default: any. */
  readonly mostFps?: number;
  /** Seconds that one picture may be shown. Default: any. */
  readonly mostSeconds?: number;
}

/** Whether a format can hold the last frame for this many more. Errors: `too-large`. */
export function checkHold(
  { name, mostSeconds = Number.POSITIVE_INFINITY }: Pick<ExporterFacts, "name" | "mostSeconds">,
  hold: number,
  fps: number,
): void {
  if ((hold + 1) / fps <= mostSeconds) return;
  throw new TessellaError(
    "too-large",
    `${name} cannot hold a picture for more than ${grouped(Math.floor(mostSeconds))} seconds.`,
    { hint: "Hold the last frame for less, or write another format." },
  );
}

/**
 * Writes every frame of the source. Files committed before a failure or a stop stay; no others do. Errors: `aborted`,
 * `bad-argument` for the name, and those of the source and the target.
 */
type Run<Source> = (source: Source, target: Target, options: ExportOptions) => Promise<ExportReport>;

export interface CellExporter extends ExporterFacts {
  readonly takes: "cells";
  readonly run: Run<FrameSource>;
}

export interface PictureExporter extends ExporterFacts {
  readonly takes: "pictures";
  readonly run: Run<PictureSource>;
}

export interface PatternExporter extends ExporterFacts {
  readonly takes: "patterns";
  readonly run: Run<PatternSequence>;
}

export type Exporter = CellExporter | PictureExporter | PatternExporter;
export interface PatternSequence {
  readonly frames: number;
  readonly universe: Universe;
  readonly details: PatternDetails;
  /** Brings the universe to each frame's generation in turn. Errors: `aborted`, and those of stepping. */
  read(control?: ExportControl): AsyncGenerator<{ readonly index: number; readonly generation: bigint }>;
}
