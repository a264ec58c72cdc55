/** Files that the renderer is writing piece by piece. Unfinished ones are dropped with their page. */

import { randomUUID } from "node:crypto";
import { AtomicFile } from "./atomic-file.ts";
import { ShellFailure } from "./failure.ts";

/** An export writes one file at a time; this many at once is a mistake. */
const MAX_OPEN = 64;

export class Writers {
  readonly #open = new Map<string, AtomicFile>();

  /** Errors: `io`. */
  async open(path: string, durable: boolean): Promise<string> {
    if (this.#open.size >= MAX_OPEN)
      throw new ShellFailure("io", "Too many files are being written at once.");
    const file = await AtomicFile.begin(path, { durable });
    const id = randomUUID();
    this.#open.set(id, file);
    return id;
  }

  /** `at` null: appends. Errors: `io`, `bad-argument`. */
  async write(id: string, bytes: Uint8Array, at: number | null): Promise<void> {
    await this.#get(id).write(bytes, at ?? undefined);
  }

  /** Errors: `io`. */
  async commit(id: string): Promise<void> {
    const file = this.#get(id);
    this.#open.delete(id);
    await file.commit();
  }

  async abort(id: string): Promise<void> {
    const file = this.#open.get(id);
    this.#open.delete(id);
    await file?.abort();
  }

  /** When the page goes away, and at the end of the program. */
  async abortAll(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.abort(id)));
  }

  #get(id: string): AtomicFile {
    const file = this.#open.get(id);
    if (!file) throw new ShellFailure("bad-argument", "That file is not being written.");
    return file;
  }
}
