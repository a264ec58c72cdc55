/**
 * Autosaved documents, one main file each in a folder of the shell's: a line of JSON with the facts, then the bytes. In two
 * files they could be from different moments after a crash. Pieces, which never change, are files of their own; the main file names
 * those that belong to it, so it is written after them and before those that it no longer names are removed.
 */

import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { AutosavePutArgument, SnapshotParts } from "../renderer/host/bridge.ts";
import type { Json, RecoverableSnapshot } from "../renderer/host/host.ts";
import { writeWhole } from "./atomic-file.ts";
import { ShellFailure, systemCode, writeFailure } from "./failure.ts";

const ENDING = ".snapshot";
const PIECE = ".piece";
const NEWLINE = 10;
/** The line's title and note are bounded by the ipc contract; a longer line is not one of ours. */
const MAX_HEAD = 2 ** 20;

const HeadSchema = v.object({
  tessella: v.literal(1),
  session: v.string(),
  title: v.string(),
  note: v.unknown(),
  saved: v.number(),
  pieces: v.optional(v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))), []),
});

export class AutosaveStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Errors: `io`; then the former snapshot is still there. */
  async put({ id, session, title, note, bytes, pieces }: AutosavePutArgument): Promise<void> {
    const names = pieces.map(({ name }) => name);
    const head = JSON.stringify({ tessella: 1, session, title, note, saved: Date.now(), pieces: names });
    const line = new TextEncoder().encode(`${head}\n`);
    const whole = new Uint8Array(line.length + bytes.length);
    whole.set(line);
    whole.set(bytes, line.length);
    try {
      await mkdir(this.#folder, { recursive: true });
      for (const piece of pieces)
        if (piece.bytes) await writeWhole(this.#piece(id, piece.name), piece.bytes, { durable: false });
      await writeWhole(this.#path(id), whole, { durable: false });
      await this.#removePieces(id, names);
    } catch (cause) {
      const { hint } = writeFailure(this.#path(id), cause);
      throw new ShellFailure("io", `"${title}" could not be autosaved.`, hint, cause);
    }
  }

  async delete(id: string): Promise<void> {
    await rm(this.#path(id), { force: true });
    await this.#removePieces(id, []);
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
      const { title, note, saved, pieces } = entry.head;
      const sizes = pieces.map((name) => stat(this.#piece(id, name)).catch(() => ({ size: 0 })));
      const size = (await Promise.all(sizes)).reduce((sum, piece) => sum + piece.size, entry.size);
      found.push({ id, title, note: note as Json, size, saved });
    }
    return found.sort((a, b) => b.saved - a.saved);
  }

  /** Errors: `not-found`, `io`. */
  async read(id: string): Promise<SnapshotParts> {
    const whole = await wholeFile(this.#path(id));
    const end = whole.indexOf(NEWLINE);
    const entry = end < 0 ? null : await this.#head(id).catch(() => null);
    if (!entry) throw new ShellFailure("io", "That autosaved copy is damaged.");
    const pieces = entry.head.pieces.map(async (name) => ({
      name,
      bytes: await wholeFile(this.#piece(id, name)),
    }));
    return { bytes: Uint8Array.from(whole.subarray(end + 1)), pieces: await Promise.all(pieces) };
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

  /** Removes all pieces of a snapshot but those. */
  async #removePieces(id: string, kept: readonly string[]): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const spare = names.filter((name) => name.startsWith(`${id}.`) && name.endsWith(PIECE));
    for (const name of spare)
      if (!kept.includes(name.slice(id.length + 1, -PIECE.length)))
        await rm(join(this.#folder, name), { force: true });
  }

  #piece(id: string, name: string): string {
    return join(this.#folder, `${id}.${name}${PIECE}`);
  }

  /** The ipc contract permits only letters, digits, "-" and "_" in ids. */
  #path(id: string): string {
    return join(this.#folder, `${id}${ENDING}`);
  }
}

/** Errors: `not-found`, `io`. */
async function wholeFile(path: string): Promise<Uint8Array> {
  try {
    return Uint8Array.from(await readFile(path));
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") throw new ShellFailure("not-found", "That autosaved copy is gone.");
    throw new ShellFailure("io", "That autosaved copy cannot be read.", undefined, cause);
  }
}
