/** The verbs of a worker that reads and writes pattern files and autosaved copies, since the window's thread must never wait for a large one. */

import type { Cells } from "../../core/cells.ts";
import type { Pattern } from "../../core/pattern.ts";
import type { RuleFile } from "../../core/rule-file.ts";
import type { Runs } from "../../core/runs.ts";
import type { Rule } from "../../rules/rule.ts";
import type { Verb } from "../rpc.ts";

export interface PatternFilesProtocol {
  /** Reports the share read, 0..1. Errors: those of `readPattern`. */
  readonly read: Verb<ReadRequest, ReadPattern, number>;
  /** Errors: those of `writePattern`. */
  readonly write: Verb<WritePattern, Uint8Array<ArrayBuffer>>;
  readonly text: Verb<WritePattern, string>;
  /** The rule files that a person keeps, for everything that is read from now on. */
  readonly keepRules: Verb<{ readonly files: readonly RuleFile[] }, void>;
  /** The rule of a file. Errors: those of `compileRuleFile`. */
  readonly rule: Verb<{ readonly file: RuleFile }, Rule>;
  /** The cells that are also in the mask. */
  readonly common: Verb<{ readonly cells: Cells; readonly mask: Runs }, Runs>;
  /** Plain data as bytes, and the way back. Errors: `syntax` for bytes that are damaged. */
  readonly pack: Verb<{ readonly data: unknown }, Uint8Array<ArrayBuffer>>;
  readonly unpack: Verb<{ readonly bytes: Uint8Array<ArrayBuffer> }, unknown>;
}

export interface ReadRequest {
  /** A string is text that was never bytes: a clipboard's. */
  readonly source: Uint8Array | string;
  /** Which pattern of a ZIP archive. */
  readonly member?: string | undefined;
  /** Whether the caller wants live cells as runs, whatever the file holds. */
  readonly asRuns?: boolean;
}

export interface ReadPattern {
  readonly pattern: Pattern;
  /** The format's id. */
  readonly format: string;
  readonly gzipped: boolean;
  /** The pattern's rule, where it stands in a file: who asks need not compile it. */
  readonly fileRule?: Rule;
}

export interface WritePattern {
  readonly pattern: Pattern;
  readonly format: string;
  readonly gzip: boolean;
  /** The cells to write; null or absent: all. */
  readonly mask?: Runs | null;
}
