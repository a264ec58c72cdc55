/** The contract of every exporter: frames in, files out. */

import type { RegistryEntry } from "../core/registry.ts";
import type { ExportControl, FrameSource } from "./frame-source.ts";
import type { Target } from "./target.ts";

export interface ExportOptions extends ExportControl {
  /** A file name, or for sequences a template (see frame-name.ts), within the target. */
  readonly name: string;
  /** The format's text spelling where it has one (P1 instead of P4). */
  readonly plain?: boolean;
}

export interface ExportReport {
  readonly frames: number;
  /** Names of the first and the last file. */
  readonly first: string;
  readonly last: string;
  readonly bytes: number;
}

export interface Exporter extends RegistryEntry {
  /** One line on what it writes. */
  readonly summary: string;
  /** File name endings with their dot, lower case; the first is the usual one. */
  readonly extensions: readonly string[];
  /**
   * Writes every frame of the source. Files that are committed stay when it fails or is stopped later; nothing else does.
   * Errors: `aborted`, `bad-argument` for the name, and those of the source and the target.
   */
  readonly run: (source: FrameSource, target: Target, options: ExportOptions) => Promise<ExportReport>;
}
