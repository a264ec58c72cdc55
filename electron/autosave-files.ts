/**
 * Autosaved documents, one file each in a folder of the shell's: a line of JSON with the facts, then the bytes. In two
 * files they could be from different moments after a crash.
 */

import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { AutosavePutArgument } from "../renderer/host/bridge.ts";
import type { Json, RecoverableSnapshot } from "../renderer/host/host.ts";
import { writeWhole } from "./atomic-file.ts";
import { ShellFailure, systemCode, writeFailure } from "./failure.ts";

const ENDING = ".snapshot";
const NEWLINE = 10;
/** The line's title and note are bounded by the ipc contract; a longer line is not one of ours. */
const MAX_HEAD = 2 ** 20;

const HeadSchema = v.object({
  tessella: v.literal(1),
  session: v.string(),
  title: v.string(),
  note: v.unknown(),
  saved: v.number(),
});

export class AutosaveStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Errors: `io`; then the former snapshot is still there. */
  async put({ id, session, title, note, bytes }: AutosavePutArgument): Promise<void> {
    const head = JSON.stringify({ tessella: 1, session, title, note, saved: Date.now() });
    const line = new TextEncoder().encode(`${head}\n`);
    const whole = new Uint8Array(line.length + bytes.length);
    whole.set(line);
    whole.set(bytes, line.length);
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeWhole(this.#path(id), whole, { durable: false });
    } catch (cause) {
      const { hint } = writeFailure(this.#path(id), cause);
      throw new ShellFailure("io", `"${title}" could not be autosaved.`, hint, cause);
    }
  }

  async delete(id: string): Promise<void> {
    await rm(this.#path(id), { force: true });
  }

  /** Snapshots of other sessions, the latest first. Foreign files are skipped. */
  async recoverable(session: string): Promise<readonly RecoverableSnapshot[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const found: RecoverableSnapshot[] = [];
    for (const name of names) {
      if (!name.endsWith(ENDING)) continue;
      const id = name.slice(0, -ENDING.length);
      const entry = await this.#head(id).catch(() => null);
      if (!entry || entry.head.session === session) continue;
      const { title, note, saved } = entry.head;
      found.push({ id, title, note: note as Json, size: entry.size, saved });
    }
    return found.sort((a, b) => b.saved - a.saved);
  }

  /** Errors: `not-found`, `io`. */
  async read(id: string): Promise<Uint8Array> {
    let whole: Uint8Array;
    try {
      whole = await readFile(this.#path(id));
    } catch (cause) {
      if (systemCode(cause) === "ENOENT") throw new ShellFailure("not-found", "That autosaved copy is gone.");
      throw new ShellFailure("io", "That autosaved copy cannot be read.", undefined, cause);
    }
    const end = whole.indexOf(NEWLINE);
    if (end < 0) throw new ShellFailure("io", "That autosaved copy is damaged.");
    return Uint8Array.from(whole.subarray(end + 1));
  }

  /** The head alone: documents may be large, and a list needs none of their bytes. */
  async #head(
    id: string,
  ): Promise<{ readonly head: v.InferOutput<typeof HeadSchema>; readonly size: number } | null> {
    const path = this.#path(id);
    const { size } = await stat(path);
    const handle = await open(path, "r");
    try {
      for (let length = 4096; length <= MAX_HEAD; length *= 4) {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
        const end = buffer.subarray(0, bytesRead).indexOf(NEWLINE);
        if (end >= 0) {
          const head = v.parse(HeadSchema, JSON.parse(buffer.toString("utf8", 0, end)));
          return { head, size: size - end - 1 };
        }
        if (bytesRead < length) return null;
      }
      return null;
    } finally {
      await handle.close();
    }
  }

  /** The ipc contract permits only letters, digits, "-" and "_" in ids. */
  #path(id: string): string {
    return join(this.#folder, `${id}${ENDING}`);
  }
}
