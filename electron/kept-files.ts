/**
 * The person's own library and rules as files in folders of the shell's: one pattern file or rule file each, which any other
 * program can open. The name is the item's id, in which the ipc contract permits only letters, digits, "-" and "_".
 */

import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { KeptText } from "../renderer/host/host.ts";
import { writeWhole } from "./atomic-file.ts";
import { readFailure, systemCode, writeFailure } from "./failure.ts";

const ID = /^[\w-]{1,64}$/;

export class KeptFiles {
  readonly #folder: string;
  readonly #ending: string;

  /** `ending`: of the files' names, with its dot. */
  constructor(folder: string, ending: string) {
    this.#folder = folder;
    this.#ending = ending;
  }

  /** Sorted by id; foreign or unreadable files are skipped. Errors: `io`. */
  async list(): Promise<readonly KeptText[]> {
    const names = await readdir(this.#folder).catch((cause: unknown) => {
      if (systemCode(cause) === "ENOENT") return [];
      throw readFailure(this.#folder, cause);
    });
    const items: KeptText[] = [];
    for (const name of names.sort()) {
      const id = name.slice(0, -this.#ending.length);
      if (!name.endsWith(this.#ending) || !ID.test(id)) continue;
      const text = await readFile(this.#path(id), "utf8").catch(() => null);
      if (text !== null) items.push({ id, text });
    }
    return items;
  }

  /** Errors: `io`; then the former content is still there. */
  async put({ id, text }: KeptText): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeWhole(this.#path(id), new TextEncoder().encode(text), { durable: true });
    } catch (cause) {
      throw writeFailure(this.#path(id), cause);
    }
  }

  async delete(id: string): Promise<void> {
    await rm(this.#path(id), { force: true });
  }

  #path(id: string): string {
    return join(this.#folder, `${id}${this.#ending}`);
  }
}
