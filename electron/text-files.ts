/** Preferences as text files in a folder, one a key. The ipc contract has checked the keys. */

import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "./atomic-file.ts";
import { systemCode, writeFailure } from "./failure.ts";

export class TextFiles {
  readonly #folder: string;
  #last: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** null if there is none or it cannot be read: preferences never stop a start. */
  async get(key: string): Promise<string | null> {
    await this.settled();
    return readFile(this.#path(key), "utf8").catch((error: unknown) => {
      if (systemCode(error) !== "ENOENT") console.warn(`The preference "${key}" cannot be read:`, error);
      return null;
    });
  }

  /** One after the other, so that of two quick changes the last one counts. Errors: `io`. */
  set(key: string, text: string): Promise<void> {
    this.#last = this.#last
      .catch(() => undefined)
      .then(async () => {
        await mkdir(this.#folder, { recursive: true }).catch((cause: unknown) => {
          throw writeFailure(this.#path(key), cause);
        });
        await writeWhole(this.#path(key), new TextEncoder().encode(text), { durable: false });
      });
    return this.#last;
  }

  async settled(): Promise<void> {
    await this.#last.catch(() => undefined);
  }

  #path(key: string): string {
    return join(this.#folder, `${key}.json`);
  }
}
