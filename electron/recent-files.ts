/** The recent list, which also makes handles last: its ids mean the same files in the next session. */

import * as v from "valibot";
import type { HostFile, RecentFile } from "../renderer/host/host.ts";
import { unknownHandle } from "./failure.ts";
import type { JsonFile } from "./json-file.ts";
import type { PathTable } from "./path-table.ts";
import { hostFile, shown } from "./path-table.ts";

/** What the host contract promises (renderer/host/host.ts). */
const MAX_RECENT_FILES = 50;

export const RecentSchema = v.array(
  v.object({ id: v.pipe(v.string(), v.uuid()), path: v.string(), opened: v.number() }),
);

type RecentEntries = v.InferOutput<typeof RecentSchema>;

export class RecentStore {
  readonly #file: JsonFile<RecentEntries>;
  readonly #table: PathTable;
  readonly #addSystemRecent: (path: string) => void;
  #entries: RecentEntries;

  constructor(file: JsonFile<RecentEntries>, table: PathTable, addSystemRecent: (path: string) => void) {
    this.#file = file;
    this.#table = table;
    this.#addSystemRecent = addSystemRecent;
    this.#entries = (file.read() ?? []).slice(0, MAX_RECENT_FILES);
    for (const { id, path } of this.#entries) table.add(path, id);
  }

  list(): readonly RecentFile[] {
    return this.#entries.map(({ id, path, opened }) => ({ id, ...shown(path), opened }));
  }

  /** Errors: `not-found` for a handle that the shell never gave out, `io`. */
  async add(id: string): Promise<void> {
    const path = this.#table.pathOf(id);
    const rest = this.#entries.filter((entry) => entry.id !== id);
    this.#entries = [{ id, path, opened: Date.now() }, ...rest].slice(0, MAX_RECENT_FILES);
    this.#addSystemRecent(path);
    await this.#file.write(this.#entries);
  }

  /** Errors: `not-found`. */
  reopen(id: string): HostFile {
    const entry = this.#entries.find((candidate) => candidate.id === id);
    if (!entry) throw unknownHandle("file");
    return hostFile(this.#table, entry.path);
  }
}
