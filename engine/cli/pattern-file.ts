/** Pattern files as the commands see them: a path, or `-` for standard input and output. */

import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Universe } from "../algorithms/algorithm.ts";
import type { PatternDetails } from "../algorithms/patterns.ts";
import { factsOfUniverse } from "../algorithms/patterns.ts";
import { describeError, TessellaError, throwIfAborted } from "../core/errors.ts";
import type { Pattern } from "../core/pattern.ts";
import { patternOf } from "../core/pattern.ts";
import { EMPTY_RUNS } from "../core/runs.ts";
import { saveUniverse } from "../export/save-universe.ts";
import { isGzip, isZip } from "../formats/bytes.ts";
import type { PatternFormat, ReadOptions, WriteOptions } from "../formats/format.ts";
import { inflatedWithin } from "../formats/format.ts";
import type { ReadResult } from "../formats/unpacked.ts";
import { FORMATS, formatForPath, lostIn, readUnpacked } from "../formats/unpacked.ts";
import { STANDARD_OUTPUT, writeFailure } from "../node/file-failures.ts";
import { readInput, readStream } from "../node/input.ts";
import { checkOutput, createOutput, writeOutput } from "../node/output.ts";
import { archivedFile, withChoice, withMembers } from "./archives.ts";
import type { CommandCall, OptionSpec } from "./command.ts";
import { jsonError } from "./failures.ts";
import { oneOf } from "./one-of.ts";
import { ruleFilesFor } from "./rule-files.ts";
import type { Terminal } from "./terminal.ts";
import { harmless } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

export const STDOUT = "-";
export const STDIN = "-";

/** How a pattern is written. */
export const FORMAT_OPTION: OptionSpec = {
  name: "format",
  short: "f",
  value: "FORMAT",
  help: "rle, macrocell, plaintext, life-105, life-106, pbm, or their ending; overrides that of the file",
};

/** Binary data make a mess of a screen, and nobody asks for that. Errors: UsageError. */
export function refuseScreen(terminal: Terminal, what: string, instead?: string): void {
  if (!terminal.isScreen) return;
  throw new UsageError(
    `${what} is binary and would only garble this terminal.`,
    `Send it on with > FILE or | PROGRAM${instead ? `, or ${instead}` : ""}.`,
  );
}

/** For `refuseScreen`, where a command has the option. */
export const PBM_AS_TEXT = "write it as text with --p1";

interface OpenedPattern extends ReadResult {
  readonly bytes: number;
}

/** Reads a pattern; lenient readings become warnings. Errors: `io`, `not-found`, and the reader's, with the file's name. */
export async function openPattern(
  file: string,
  { args, terminal }: Pick<CommandCall, "args" | "terminal">,
  options: Omit<ReadOptions, "files"> = {},
): Promise<OpenedPattern> {
  const name = file === STDIN ? "standard input" : file;
  const inside = file === STDIN ? null : archivedFile(file);
  const path = inside?.archive ?? name;
  const bytes = file === STDIN ? await readStream(process.stdin, name) : await readInput(path);
  if (inside && !isZip(bytes))
    throw new TessellaError(
      "not-found",
      `There is no file "${file}": "${path}" is a file, not a folder or an archive.`,
    );
  const read = await readerOf(bytes, options);
  const files = ruleFilesFor(args, file === STDIN ? undefined : path);
  const result = namingFile(path, () => {
    try {
      return read({ ...options, files, member: inside?.member });
    } catch (error) {
      throw withChoice(path, error);
    }
  });
  for (const warning of result.pattern.warnings) terminal.warn(`${name}: ${warning}`);
  return { ...result, bytes: bytes.length };
}

/** What reads the bytes. Only those that are packed have to wait for what unpacks them. */
async function readerOf(
  bytes: Uint8Array,
  { maxInflatedBytes: most = inflatedWithin(bytes.length) }: ReadOptions,
): Promise<(options: ReadOptions) => ReadResult> {
  if (!isGzip(bytes) && !isZip(bytes)) return (options) => readUnpacked(bytes, options);
  const unpacked = isGzip(bytes) ? (await import("../node/gunzip.ts")).gunzipWhole(bytes, most) : null;
  if (unpacked) return (options) => readUnpacked(unpacked, options, true);
  const { readPattern } = await import("../formats/pattern-file.ts");
  return (options) => readPattern(bytes, options);
}

/**
 * Does the same for each file, and for each pattern of an archive. Of several, one that fails is reported and the others follow. Returns the exit code. Errors:
 * those of `act` for a single file, and `aborted`.
 */
export async function forEachFile(
  { args, terminal }: CommandCall,
  files: readonly string[],
  act: (file: string) => Promise<void>,
): Promise<number> {
  let failed = false;
  const all = await withMembers(files);
  for (const file of all) {
    try {
      await act(file);
    } catch (error) {
      if (all.length === 1 || !(error instanceof TessellaError) || error.code === "aborted") throw error;
      terminal.say(
        args.has("json") ? JSON.stringify({ error: jsonError(error) }) : `tessella: ${describeError(error)}`,
      );
      failed = true;
    }
  }
  return failed ? 1 : 0;
}

/** An error of a file's content carries the file's name. */
export function namingFile<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw named(name, error);
  }
}

/** `error` with the file's name where it is one of its content. */
export function named(name: string, error: unknown): unknown {
  if (!(error instanceof TessellaError) || error.code === "aborted") return error;
  return new TessellaError(error.code, `${name}: ${describeError(error)}`, { cause: error });
}

/** A destination for a pattern, checked before the work begins. */
export interface PatternOutput {
  readonly format: PatternFormat;
  /** Whether the file is packed. */
  readonly gzip: boolean;
  readonly save: (pattern: Pattern, options?: WriteOptions) => Promise<void>;
  /** The same for a universe, whose cells need not fit into memory as a pattern. Errors: those of `saveUniverse`. */
  readonly saveUniverse: (
    universe: Universe,
    details: PatternDetails,
    control: { readonly signal: AbortSignal; readonly onProgress?: (share: number) => void },
  ) => Promise<void>;
  /** The same for a file that comes in pieces. Errors: `io`, `aborted`. */
  readonly savePieces: (pieces: Iterable<Uint8Array>, signal: AbortSignal) => Promise<void>;
}

/**
 * Settles the format and path of a pattern's file: by `formatName` if it is given, else by the path's extension, and
 * RLE on standard output. Saving warns about facts that the format drops. Errors: UsageError for an unknown extension
 * or format, `io` for a place that cannot be written to.
 */
export function prepareOutput(path: string, terminal: Terminal, formatName?: string): PatternOutput {
  const { format, gzip } = chooseFormat(path, formatName);
  refuseReadOnly(format);
  if (path !== STDOUT) checkOutput(path);
  else if (gzip) refuseScreen(terminal, "What gzip packs", "leave .gz out of the format");
  const warnOfLoss = (pattern: Pattern): void => {
    const lost = lostIn(pattern, format);
    if (lost.length > 0) terminal.warn(`${format.name} cannot hold ${listed(lost)}.`);
  };
  return {
    format,
    gzip,
    save: async (pattern, options = {}) => {
      warnOfLoss(pattern);
      const { writePattern } = await import("../formats/pattern-file.ts");
      const bytes = writePattern(pattern, format.id, { ...options, gzip });
      if (path === STDOUT) await writeStdout(terminal, bytes);
      else await writeOutput(path, bytes);
    },
    saveUniverse: async (universe, details, control) => {
      const cells = { ...EMPTY_RUNS, states: universe.rule.states > 2 ? new Uint8Array(0) : null };
      warnOfLoss(patternOf(cells, factsOfUniverse(universe, details)));
      const options = { ...control, gzip, details };
      await writeInPieces(path, terminal, (write) => saveUniverse(universe, format, options, write));
    },
    savePieces: (pieces, signal) =>
      writeInPieces(path, terminal, async (write) => {
        const packer = gzip ? new (await import("../formats/gzip.ts")).GzipStream() : null;
        for (const piece of pieces) {
          throwIfAborted(signal);
          await write(packer ? packer.push(piece) : piece);
        }
        if (packer) await write(packer.end());
      }),
  };
}

/** The file appears whole, or not at all. */
async function writeInPieces(
  path: string,
  terminal: Terminal,
  save: (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<void> {
  if (path === STDOUT) return save((bytes) => writeStdout(terminal, bytes));
  const file = createOutput(path);
  try {
    await save((bytes) => file.write(bytes));
    await file.commit();
  } catch (error) {
    await file.abort();
    throw error;
  }
}

function chooseFormat(
  path: string,
  formatName: string | undefined,
): { readonly format: PatternFormat; readonly gzip: boolean } {
  if (formatName !== undefined) {
    const { format, gzip } = namedFormat(formatName);
    return { format, gzip: gzip || path.toLowerCase().endsWith(".gz") };
  }
  if (path === STDOUT) return { format: FORMATS.get("rle"), gzip: false };
  refuseFolder(path, "pattern.rle");
  try {
    return formatForPath(path);
  } catch (error) {
    if (error instanceof TessellaError) throw new UsageError(error.message, error.hint);
    throw error;
  }
}

/**
 * The format that is named (`macrocell`) or whose ending is (`mc`, `.mc.gz`), with the ending that a file of it gets. Errors: UsageError.
 */
export function namedFormat(typed: string): {
  readonly format: PatternFormat;
  readonly gzip: boolean;
  readonly ending: string;
} {
  const wanted = typed.trim().toLowerCase().replace(/^\./, "");
  const plain = wanted.replace(/\.gz$/, "");
  const gzip = plain !== wanted;
  const byEnding = FORMATS.list().find(({ extensions }) => extensions.includes(`.${plain}`));
  const format =
    byEnding ?? FORMATS.find(plain) ?? FORMATS.get(oneOf(plain, written(), "There is no format"));
  refuseReadOnly(format);
  return { format, gzip, ending: `${byEnding ? `.${plain}` : format.extensions[0]}${gzip ? ".gz" : ""}` };
}

function refuseReadOnly(format: PatternFormat): void {
  if (!format.write)
    throw new UsageError(`${format.name} files are only read.`, `Written are: ${written().join(", ")}.`);
}

/** Ids. */
function written(): readonly string[] {
  return FORMATS.list()
    .filter(({ write }) => write)
    .map(({ id }) => id);
}

/** Checked before the name's extension. Errors: UsageError. */
export function refuseFolder(path: string, example: string): void {
  if (!existsSync(path) || !statSync(path).isDirectory()) return;
  throw new UsageError(`"${path}" is a folder.`, `Name a file in it, for example ${join(path, example)}.`);
}

function listed(parts: readonly string[]): string {
  return parts.length < 2
    ? parts.join("")
    : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;
}

function writeStdout(terminal: Terminal, bytes: Uint8Array): Promise<void> {
  // What comes here for a screen is text; binary has been refused before.
  const data = terminal.isScreen ? harmless(new TextDecoder().decode(bytes)) : bytes;
  return new Promise((resolve, reject) => {
    terminal.stream.write(data, (cause) =>
      cause ? reject(writeFailure(STANDARD_OUTPUT, cause)) : resolve(),
    );
  });
}
