/**
 * Whether a document's file is still the one that it was read from or written to. Another window or program may have changed it
 * since, and saving would undo that without a word.
 */

import type { StudioDocument } from "../document/document.ts";
import type { Files, HostFile } from "../host/host.ts";

export class FileWatch {
  readonly #files: Pick<Files, "stamp">;
  readonly #known = new WeakMap<StudioDocument, { readonly id: string; readonly stamp: string }>();

  constructor(files: Pick<Files, "stamp">) {
    this.#files = files;
  }

  /** The file's stamp now; null where nobody can tell. Never throws: whoever reads or writes the file says what is wrong. */
  look(file: HostFile): Promise<string | null> {
    return this.#files.stamp(file).catch(() => null);
  }

  /** The document holds what the file held at that stamp. */
  note(document: StudioDocument, { id }: HostFile, stamp: string | null): void {
    if (stamp === null) this.#known.delete(document);
    else this.#known.set(document, { id, stamp });
  }

  async hasChanged(document: StudioDocument, file: HostFile): Promise<boolean> {
    const known = this.#known.get(document);
    if (known?.id !== file.id) return false;
    const stamp = await this.look(file);
    return stamp !== null && stamp !== known.stamp;
  }
}
