/**
 * A file that appears under its name whole or not at all. It is written under a temporary name in the same folder and
 * renamed when it is complete: within a folder a rename is atomic on every system. A user's save is flushed to the disk
 * before the rename, so that not even a power cut leaves an empty file; for the thousands of frames of an export that
 * would cost minutes and is left out.
 *
 * A link stays a link (its target is replaced), and a replaced file keeps its permissions.
 */

import type { FileHandle } from "node:fs/promises";
import { access, chmod, constants, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ShellFailure, systemCode, writeFailure } from "./failure.ts";

let counter = 0;

export class AtomicFile {
  /** The requested file. */
  readonly path: string;
  readonly #final: string;
  readonly #temporary: string;
  readonly #mode: number | null;
  readonly #durable: boolean;
  #handle: FileHandle | null;
  #size = 0;

  private constructor(path: string, place: Place, handle: FileHandle, durable: boolean) {
    this.path = path;
    this.#final = place.final;
    this.#temporary = place.temporary;
    this.#mode = place.mode;
    this.#handle = handle;
    this.#durable = durable;
  }

  /** Errors: `io` with the sentence. */
  static async begin(path: string, { durable }: { readonly durable: boolean }): Promise<AtomicFile> {
    try {
      const place = await placeOf(path);
      return new AtomicFile(path, place, await open(place.temporary, "wx"), durable);
    } catch (cause) {
      throw writeFailure(path, cause);
    }
  }

  /** Appends, or overwrites from `at` on. Errors: `io`, `bad-argument` for a place past the end. */
  async write(bytes: Uint8Array, at: number = this.#size): Promise<void> {
    const handle = this.#open();
    if (at > this.#size) {
      throw new ShellFailure(
        "bad-argument",
        `A file of ${this.#size} bytes cannot be written at byte ${at}.`,
      );
    }
    try {
      // A nearly full disk accepts a part and refuses only the rest.
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done);
        done += bytesWritten;
      }
    } catch (cause) {
      throw writeFailure(this.path, cause);
    }
    this.#size = Math.max(this.#size, at + bytes.length);
  }

  /** Errors: `io`; then the former file is still there, and no other is left. */
  async commit(): Promise<void> {
    const handle = this.#open();
    try {
      if (this.#durable) await handle.sync();
      this.#handle = null;
      // Some file systems report a full disk only here.
      await handle.close();
      if (this.#mode !== null) await chmod(this.#temporary, this.#mode);
      await renameOver(this.#temporary, this.#final);
    } catch (cause) {
      await handle.close().catch(() => undefined);
      this.#handle = null;
      await rm(this.#temporary, { force: true }).catch(() => undefined);
      throw writeFailure(this.path, cause);
    }
  }

  /** Never throws; harmless after commit. */
  async abort(): Promise<void> {
    const handle = this.#handle;
    if (!handle) return;
    this.#handle = null;
    await handle.close().catch(() => undefined);
    await rm(this.#temporary, { force: true }).catch(() => undefined);
  }

  #open(): FileHandle {
    if (this.#handle) return this.#handle;
    throw new ShellFailure("bad-argument", "The file is already finished.");
  }
}

/** Writes a whole file, atomically. */
export async function writeWhole(
  path: string,
  bytes: Uint8Array,
  options: { readonly durable: boolean },
): Promise<void> {
  const file = await AtomicFile.begin(path, options);
  try {
    await file.write(bytes);
    await file.commit();
  } catch (error) {
    await file.abort();
    throw error;
  }
}

interface Place {
  readonly final: string;
  readonly temporary: string;
  /** Permissions of the replaced file. */
  readonly mode: number | null;
}

async function placeOf(path: string): Promise<Place> {
  let final = path;
  let mode: number | null = null;
  const info = await stat(path).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  });
  if (info) {
    if (info.isDirectory()) throw Object.assign(new Error("is a folder"), { code: "EISDIR" });
    if (!info.isFile()) {
      throw new ShellFailure("io", `"${basename(path)}" was not written: it is no ordinary file.`);
    }
    // Renaming needs no permission on the file itself; a read-only file must stay all the same.
    await access(path, constants.W_OK);
    final = await realpath(path);
    mode = info.mode & 0o7777;
  }
  counter++;
  // Long names are cut, so that the temporary name does not exceed the limit.
  const temporary = join(dirname(final), `.${basename(final).slice(0, 60)}.${process.pid}-${counter}.tmp`);
  return { final, temporary, mode };
}

/** On Windows a virus scanner or an indexer may hold the old file for a moment. */
async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(from, to);
    } catch (error) {
      const passing =
        process.platform === "win32" && ["EPERM", "EACCES", "EBUSY"].includes(systemCode(error));
      if (!passing || attempt === 6) throw error;
      await pause(20 * 2 ** attempt);
    }
  }
}
