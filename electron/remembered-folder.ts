/** The last pattern folder: its handle means the same folder in the next session. */

import * as v from "valibot";
import type { HostFolder } from "../renderer/host/host.ts";
import type { JsonFile } from "./json-file.ts";
import type { PathTable } from "./path-table.ts";
import { hostFolder } from "./path-table.ts";

export const RememberedSchema = v.nullable(
  v.object({ id: v.pipe(v.string(), v.uuid()), path: v.pipe(v.string(), v.minLength(1)) }),
);

type Remembered = v.InferOutput<typeof RememberedSchema>;

export class RememberedFolderStore {
  readonly #file: JsonFile<Remembered>;
  readonly #table: PathTable;
  #kept: Remembered;

  constructor(file: JsonFile<Remembered>, table: PathTable) {
    this.#file = file;
    this.#table = table;
    this.#kept = file.read();
    if (this.#kept) table.add(this.#kept.path, this.#kept.id);
  }

  get(): HostFolder | null {
    return this.#kept && hostFolder(this.#table, this.#kept.path);
  }

  /** Errors: `not-found` for a handle that the shell never issued, `io`. */
  async keep(id: string | null): Promise<void> {
    this.#kept = id === null ? null : { id, path: this.#table.pathOf(id) };
    await this.#file.write(this.#kept);
  }
}
