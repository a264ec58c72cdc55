/** Reading files in pieces and listing folders. Nothing stays open between two pieces. */

import type { Stats } from "node:fs";
import { constants, open, readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { FilePiece } from "../renderer/host/bridge.ts";
import { readFailure, ShellFailure } from "./failure.ts";

/** As in the host contract (renderer/host/host.ts). */
export const MAX_READ_BYTES = 2 ** 30;
const MAX_FOLDER_FILES = 20_000;

/** Most patterns come in one piece; a very large one shows progress. */
export const READ_PIECE = 2 ** 23;

/** Deeper than any real collection; it ends folders that contain themselves. */
const MAX_DEPTH = 24;

/**
 * The bytes from `offset` on, at most one piece. `stamp` is what the first piece came with.
 * Errors: `not-found`, `io` (also when the file has changed since the first piece), `too-large`.
 */
export async function readPiece(path: string, offset: number, stamp: string | null): Promise<FilePiece> {
  try {
    // Asked before opening: opening a pipe would wait for its other end.
    const before = await stat(path);
    if (before.isDirectory()) throw Object.assign(new Error("folder"), { code: "EISDIR" });
    if (!before.isFile()) throw new ShellFailure("io", `"${basename(path)}" is no ordinary file.`);
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const facts = await handle.stat();
      const { size } = facts;
      if (size > MAX_READ_BYTES) throw tooLarge(path);
      const now = stampOf(facts);
      if (stamp !== null && stamp !== now) throw changed(path);
      const bytes = new Uint8Array(Math.max(0, Math.min(READ_PIECE, size - offset)));
      let done = 0;
      while (done < bytes.length) {
        const { bytesRead } = await handle.read(bytes, done, bytes.length - done, offset + done);
        if (bytesRead === 0) throw changed(path);
        done += bytesRead;
      }
      return { bytes, size, stamp: now };
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw readFailure(path, cause);
  }
}

/** A text that another content of the file would change. Errors: `not-found`, `io`. */
export async function fileStamp(path: string): Promise<string> {
  try {
    return stampOf(await stat(path));
  } catch (cause) {
    throw readFailure(path, cause);
  }
}

function stampOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino}-${size}-${mtimeMs}`;
}

function tooLarge(path: string): ShellFailure {
  return new ShellFailure(
    "too-large",
    `"${basename(path)}" is larger than ${MAX_READ_BYTES / 2 ** 20} MB, the most that is read.`,
  );
}

function changed(path: string): ShellFailure {
  return new ShellFailure("io", `"${basename(path)}" changed while it was being read.`, "Open it again.");
}

interface FoundFile {
  readonly path: string;
  /** Folders between the top and the file. */
  readonly folders: readonly string[];
}

/**
 * The files below a folder whose names end in one of the extensions, sorted by their paths. Hidden files and links to
 * folders are left out. Errors: `io`, `too-large`.
 */
export async function listFiles(top: string, extensions: readonly string[]): Promise<readonly FoundFile[]> {
  const endings = extensions.map((extension) => extension.toLowerCase());
  const found: FoundFile[] = [];
  const visit = async (folder: string, folders: readonly string[]): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true });
    for (const entry of entries) {
      if (entry.name.startsWith(".")) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && folders.length < MAX_DEPTH) {
        // One unreadable folder is no reason to refuse the others.
        await visit(path, [...folders, entry.name]).catch((error: unknown) => {
          if (error instanceof ShellFailure) throw error;
        });
      } else if ((entry.isFile() || entry.isSymbolicLink()) && endsIn(entry.name, endings)) {
        if (found.length === MAX_FOLDER_FILES) throw tooMany(top);
        found.push({ path, folders });
      }
    }
  };
  try {
    await visit(top, []);
  } catch (cause) {
    throw readFailure(top, cause);
  }
  return found.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

function sortKey({ path, folders }: FoundFile): string {
  return [...folders, basename(path)].join("/");
}

function endsIn(name: string, endings: readonly string[]): boolean {
  const lower = name.toLowerCase();
  return (
    endings.length === 0 || endings.some((ending) => lower.length > ending.length && lower.endsWith(ending))
  );
}

function tooMany(top: string): ShellFailure {
  return new ShellFailure(
    "too-large",
    `The folder "${basename(top)}" holds more than ${MAX_FOLDER_FILES.toLocaleString("en")} such files.`,
    "Choose a smaller folder.",
  );
}
