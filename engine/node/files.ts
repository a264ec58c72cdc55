/**
 * Reading and writing files so that every refusal of the system is one sentence a person can act on, and so that a file
 * either appears whole under its name or not at all.
 *
 * A file is written beside its place under a temporary name and renamed when it is complete: renaming within a folder is
 * atomic. There is no fsync: what is guarded against is a failure or a stop in the middle, not a power cut. A device or a
 * pipe (`/dev/stdout`) cannot be renamed over and is written directly.
 *
 * Writes are synchronous, in pieces, with a pause between pieces: for the thousands of small files of an export that is
 * more than twice as fast as the asynchronous calls, which pay a trip through the thread pool for each of four steps.
 */

import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  createReadStream,
  existsSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setImmediate as pause } from "node:timers/promises";
import { TessellaError } from "../core/errors.ts";

/** The largest file that is read: 1 GiB. No pattern that people exchange comes near it. */
export const MAX_INPUT_BYTES = 2 ** 30;

const WRITE_PIECE = 2 ** 23;

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The sentence for a refused read. */
function readFailure(path: string, cause: unknown): TessellaError {
  switch (codeOf(cause)) {
    case "ENOENT":
      return new TessellaError("not-found", `There is no file "${path}".`, { hint: "Check the spelling and the folder.", cause });
    case "ENOTDIR":
      return new TessellaError("not-found", `There is no file "${path}": a part of that path is not a folder.`, { cause });
    case "EISDIR":
      return isFolder(path, cause);
    case "EACCES":
    case "EPERM":
      return new TessellaError("io", `"${path}" may not be read by you.`, { hint: "Check the file's permissions.", cause });
    case "ELOOP":
      return new TessellaError("io", `"${path}" cannot be opened: its symbolic links lead in a circle.`, { cause });
    case "ENAMETOOLONG":
      return new TessellaError("io", "The file cannot be opened: its name is too long.", { cause });
    default:
      return new TessellaError("io", `"${path}" cannot be read (${reasonOf(cause)}).`, { cause });
  }
}

function isFolder(path: string, cause?: unknown): TessellaError {
  return new TessellaError("io", `"${path}" is a folder, not a file.`, { hint: "Name a file in it.", cause });
}

function tooBig(path: string, limit: number): TessellaError {
  return new TessellaError("too-large", `"${path}" is larger than ${Math.round(limit / 2 ** 20)} MB, the most that is read.`);
}

/** The sentence for a refused write. `path` is the name that was asked for, never the temporary one. */
export function writeFailure(path: string, cause: unknown): TessellaError {
  if (cause instanceof TessellaError) return cause;
  const folder = dirname(path);
  const fail = (message: string, hint?: string): TessellaError => new TessellaError("io", message, { hint, cause });
  switch (codeOf(cause)) {
    case "ENOSPC":
      return fail(`"${path}" was not written: the disk is full.`, "Make room, or write to another disk.");
    case "EDQUOT":
      return fail(`"${path}" was not written: your disk quota is used up.`, "Make room, or write to another disk.");
    case "EFBIG":
      return fail(
        `"${path}" was not written: it would be larger than files may be here.`,
        "Raise the limit (ulimit -f), write to another file system, or write a compressed file (.gz).",
      );
    case "EACCES":
    case "EPERM":
      return fail(`"${path}" was not written: you may not write there.`, "Choose another folder, or check the permissions.");
    case "EROFS":
      return fail(`"${path}" was not written: that file system is read-only.`, "Choose another folder.");
    case "ENOENT":
      // Kernel file systems such as /proc answer so to every new file.
      if (existsSync(folder)) return fail(`"${path}" was not written: no files can be made there.`, "Choose another folder.");
      return fail(`"${path}" was not written: there is no folder "${folder}".`, `Create it first: mkdir -p "${folder}".`);
    case "ENOTDIR":
      return fail(`"${path}" was not written: a part of that path is a file, not a folder.`, "Choose another folder.");
    case "EISDIR":
      return fail(`"${path}" was not written: it is a folder.`, "Name a file in it.");
    case "EMFILE":
    case "ENFILE":
      return fail(`"${path}" was not written: too many files are open.`);
    case "ENAMETOOLONG":
      return fail("The file was not written: its name is too long.", "Choose a shorter name.");
    case "EPIPE":
      return fail(`"${path}" was not written to its end: whoever read it has gone.`);
    default:
      return fail(`"${path}" was not written (${reasonOf(cause)}).`);
  }
}

/** Node words it "ENOSPC: no space left on device, write"; the middle is for people. */
function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return /^[A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message;
}

/**
 * Reads a whole file, or a pipe or device as far as it goes.
 * Errors: `not-found`, `io`, `too-large`, each one sentence.
 */
export async function readInput(path: string, limit: number = MAX_INPUT_BYTES): Promise<Uint8Array<ArrayBuffer>> {
  let info: Stats;
  try {
    info = await stat(path);
  } catch (cause) {
    throw readFailure(path, cause);
  }
  if (info.isDirectory()) throw isFolder(path);
  // Pipes and devices have no size, and some of them no end.
  if (info.isFile() && info.size > limit) throw tooBig(path, limit);
  return readStream(createReadStream(path), path, limit);
}

/** Reads a stream to its end; `name` is what it is called in errors. */
export async function readStream(
  stream: AsyncIterable<Uint8Array>,
  name: string,
  limit: number = MAX_INPUT_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of stream) {
      length += piece.length;
      if (length > limit) throw tooBig(name, limit);
      pieces.push(piece);
    }
  } catch (cause) {
    throw cause instanceof TessellaError ? cause : readFailure(name, cause);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Temporary files that exist now: removed even when the process is told to end in the middle. */
const unfinished = new Set<string>();
let watchingExit = false;
let counter = 0;

function forgetOnExit(temporary: string): void {
  unfinished.add(temporary);
  if (watchingExit) return;
  watchingExit = true;
  process.once("exit", () => {
    for (const path of unfinished) rmSync(path, { force: true });
  });
}

/** A file being written; see the top of this page. */
export interface OutputFile {
  write(bytes: Uint8Array): Promise<void>;
  commit(): Promise<void>;
  /** Never throws; harmless after commit. */
  abort(): Promise<void>;
}

/** Begins a file. Errors: `io`. */
export function createOutput(path: string): OutputFile {
  const place = placeOf(path);
  return place.temporary === null ? openDirect(path) : openBeside(path, place.final, place.temporary, place.mode);
}

interface Place {
  readonly final: string;
  /** null: written directly. */
  readonly temporary: string | null;
  /** Permissions of the file that is replaced. */
  readonly mode: number | null;
}

function placeOf(path: string): Place {
  let final = path;
  let mode: number | null = null;
  try {
    const info = statSync(path, { throwIfNoEntry: false });
    if (info) {
      if (info.isDirectory()) throw Object.assign(new Error("is a directory"), { code: "EISDIR" });
      if (!info.isFile()) return { final, temporary: null, mode };
      // Renaming needs no permission on the file itself; a read-only file is still one that should stay.
      accessSync(path, constants.W_OK);
      // A link stays a link: what it points to is replaced.
      final = realpathSync(path);
      mode = info.mode & 0o7777;
    }
  } catch (cause) {
    throw writeFailure(path, cause);
  }
  counter++;
  // Long names are cut, so that the temporary name is not the one that is too long.
  const temporary = join(dirname(final), `.${basename(final).slice(0, 100)}.${process.pid}-${counter}.tmp`);
  return { final, temporary, mode };
}

function openDirect(path: string): OutputFile {
  const fd = attempt(path, () => openSync(path, "w"));
  let open = true;
  const close = (): void => {
    if (open) closeSync(fd);
    open = false;
  };
  return {
    write: (bytes) => writeAll(path, fd, bytes),
    commit: async () => attempt(path, close),
    abort: async () => ignoreFailure(close),
  };
}

function openBeside(path: string, final: string, temporary: string, mode: number | null): OutputFile {
  const fd = attempt(path, () => openSync(temporary, "wx"));
  forgetOnExit(temporary);
  let open = true;
  const drop = (): void => {
    if (open) ignoreFailure(() => closeSync(fd));
    open = false;
    if (!unfinished.delete(temporary)) return;
    ignoreFailure(() => rmSync(temporary, { force: true }));
  };
  return {
    write: (bytes) => writeAll(path, fd, bytes),
    commit: async () => {
      try {
        open = false;
        // Some file systems report a full disk only here.
        closeSync(fd);
        if (mode !== null) chmodSync(temporary, mode);
        renameSync(temporary, final);
        unfinished.delete(temporary);
      } catch (cause) {
        drop();
        throw writeFailure(path, cause);
      }
    },
    abort: async () => drop(),
  };
}

async function writeAll(path: string, fd: number, bytes: Uint8Array): Promise<void> {
  let at = 0;
  while (at < bytes.length) {
    const end = Math.min(bytes.length, at + WRITE_PIECE);
    attempt(path, () => {
      // A nearly full disk takes a part and refuses only the rest.
      while (at < end) at += writeSync(fd, bytes, at, end - at);
    });
    if (at < bytes.length) await pause();
  }
}

function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw writeFailure(path, cause);
  }
}

function ignoreFailure(act: () => void): void {
  try {
    act();
  } catch {
    // Cleaning up after a failure: the failure itself is what gets reported.
  }
}

/** Writes a whole file, atomically. Errors: `io`; nothing is left under the name, or what was there before. */
export async function writeOutput(path: string, bytes: Uint8Array): Promise<void> {
  const file = createOutput(path);
  try {
    await file.write(bytes);
    await file.commit();
  } catch (error) {
    await file.abort();
    throw error;
  }
}

/**
 * Throws what `createOutput` would throw for an absent folder, a folder in the file's place or missing permissions, and
 * creates nothing: asked before hours of work whose result could then not be saved.
 */
export function checkOutput(path: string): void {
  const place = placeOf(path);
  if (place.temporary === null) return;
  try {
    const folder = dirname(place.final);
    // A name inside a file has a parent that exists and is no folder.
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error("not a directory"), { code: "ENOTDIR" });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw writeFailure(path, cause);
  }
}
