/**
 * Writing files so that one either appears whole under its name or not at all.
 *
 * A file is written beside its place under a temporary name and renamed when it is complete: renaming within a folder is
 * atomic. There is no fsync: what is guarded against is a failure or a stop in the middle, not a power cut. A device or a
 * pipe (`/dev/stdout`) cannot be renamed over and is written directly.
 *
 * A process that is killed leaves its temporary files behind. Their names say which process on which machine made them, and
 * the next run that writes into the folder removes those of processes that are no more.
 *
 * Writes are synchronous, in pieces, with a pause between pieces: for the thousands of small files of an export that is
 * about twice as fast as the asynchronous calls, which pay a trip through the thread pool for each of four steps.
 */

import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, extname, join } from "node:path";
import { yieldToTasks } from "../core/tasks.ts";
import { writeFailure } from "./file-failures.ts";

/** Bytes written before others get a turn: some milliseconds on a disk. */
const WRITE_PIECE = 2 ** 23;

/**
 * Temporary files that exist now: removed even when the process is told to end in the middle. They are a few at a time. A set
 * through which thousands pass leaves tables behind that lead to one another, and the collector then keeps all they name.
 */
const unfinished: string[] = [];
let watchingExit = false;
let counter = 0;

function forgetOnExit(temporary: string): void {
  sweep(dirname(temporary));
  unfinished.push(temporary);
  if (watchingExit) return;
  watchingExit = true;
  process.once("exit", () => {
    for (const path of unfinished) rmSync(path, { force: true });
  });
}

/** Returns whether it was in the list. */
function forget(temporary: string): boolean {
  const at = unfinished.indexOf(temporary);
  if (at < 0) return false;
  unfinished[at] = unfinished[unfinished.length - 1];
  unfinished.pop();
  return true;
}

/** A file being written; see the top of this file. */
interface OutputFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Overwrites earlier bytes. Absent for devices and pipes. */
  rewrite?(at: number, bytes: Uint8Array): Promise<void>;
  commit(): Promise<void>;
  /** Never throws; harmless after commit. */
  abort(): Promise<void>;
}

/** Begins a file. Errors: `io`. */
export function createOutput(path: string): OutputFile {
  const place = placeOf(path);
  return place.temporary === null
    ? openDirect(path)
    : openBeside(path, place.final, place.temporary, place.mode);
}

/** A file that another program writes: beside its place until it is complete, with the ending that may tell that program the format. */
interface OutputPath {
  readonly path: string;
  /** Returns its size. Errors: `io`. */
  commit(): Promise<number>;
  /** Never throws; harmless after commit. */
  abort(): Promise<void>;
}

/** Prepares a place for another program's file. Errors: `io`. */
export function createOutputPath(path: string): OutputPath {
  const place = placeOf(path);
  if (place.temporary === null) return { path, commit: async () => 0, abort: async () => {} };
  const { final, mode } = place;
  const temporary = place.temporary + extname(path);
  // Created here, so that a place that cannot be written to is noticed before the other program begins.
  closeSync(attempt(path, () => openSync(temporary, "wx")));
  forgetOnExit(temporary);
  const drop = (): void => {
    if (forget(temporary)) ignoreFailure(() => rmSync(temporary, { force: true }));
  };
  return {
    path: temporary,
    commit: async () => {
      try {
        const { size } = statSync(temporary);
        if (mode !== null) chmodSync(temporary, mode);
        renameSync(temporary, final);
        forget(temporary);
        return size;
      } catch (cause) {
        drop();
        throw writeFailure(path, cause);
      }
    },
    abort: async () => drop(),
  };
}

/** A place that another thread will fill: it makes `temporary` and renames it to `final`. */
export interface Replacement {
  readonly temporary: string;
  readonly final: string;
  readonly mode: number | null;
  /** Called when that is done, or has failed. */
  readonly forget: () => void;
}

/** `isNew`: the caller has checked that no file exists. Errors: `io`. */
export function prepareReplacement(path: string, isNew = false): Replacement {
  const { final, temporary, mode } = isNew ? besideOf(path, null) : placeOf(path);
  if (temporary === null) {
    throw writeFailure(path, new Error("a device or a pipe is there"));
  }
  forgetOnExit(temporary);
  return { temporary, final, mode, forget: () => void forget(temporary) };
}

interface Place {
  readonly final: string;
  /** null: written directly. */
  readonly temporary: string | null;
  /** Permissions of the replaced file. */
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
      // Renaming needs no permission on the file itself; a read-only file must stay all the same.
      accessSync(path, constants.W_OK);
      // A link stays a link: its target is replaced.
      final = realpathSync(path);
      mode = info.mode & 0o7777;
    }
  } catch (cause) {
    throw writeFailure(path, cause);
  }
  return besideOf(final, mode);
}

function besideOf(final: string, mode: number | null): Place & { readonly temporary: string } {
  counter++;
  // Long names are cut, so that the temporary name does not exceed the limit.
  const name = `.${basename(final).slice(0, 40)}.${process.pid}-${counter}@${machine}.tmp`;
  return { final, temporary: join(dirname(final), name), mode };
}

/** Process numbers mean something on their own machine only, and folders are shared. */
const machine = hostname()
  .replace(/[^\w-]/g, "")
  .slice(0, 20);
const LEFT_BEHIND = /^\..*\.(\d+)-\d+@([\w-]*)\.tmp(\.\w+)?$/;
const swept = new Set<string>();

/** Removes what killed processes have left in the folder. Never throws: it is only tidying. */
function sweep(folder: string): void {
  if (swept.has(folder)) return;
  swept.add(folder);
  ignoreFailure(() => {
    for (const name of readdirSync(folder)) {
      const [, pid, madeOn] = LEFT_BEHIND.exec(name) ?? [];
      if (pid === undefined || madeOn !== machine || isRunning(Number(pid))) continue;
      ignoreFailure(() => rmSync(join(folder, name), { force: true }));
    }
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as somebody else's.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
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
    if (!forget(temporary)) return;
    ignoreFailure(() => rmSync(temporary, { force: true }));
  };
  return {
    write: (bytes) => writeAll(path, fd, bytes),
    rewrite: async (at, bytes) => {
      attempt(path, () => {
        for (let done = 0; done < bytes.length; )
          done += writeSync(fd, bytes, done, bytes.length - done, at + done);
      });
    },
    commit: async () => {
      try {
        open = false;
        // Some file systems report a full disk only here.
        closeSync(fd);
        if (mode !== null) chmodSync(temporary, mode);
        renameSync(temporary, final);
        forget(temporary);
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
      // A nearly full disk accepts a part and refuses only the rest.
      while (at < end) at += writeSync(fd, bytes, at, end - at);
    });
    if (at < bytes.length) await yieldToTasks();
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

/** Writes a whole file, atomically. Errors: `io`; then no file has the name, or the former one. */
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
    if (!statSync(folder).isDirectory())
      throw Object.assign(new Error("not a directory"), { code: "ENOTDIR" });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw writeFailure(path, cause);
  }
}
