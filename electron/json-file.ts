/** Small files of the shell's own: read leniently (a damaged one counts as absent), written atomically and in order. */

import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { GenericSchema } from "valibot";
import { safeParse } from "valibot";
import { writeWhole } from "./atomic-file.ts";

export class JsonFile<T> {
  readonly #path: string;
  readonly #schema: GenericSchema<unknown, T>;
  #last: Promise<void> = Promise.resolve();

  constructor(path: string, schema: GenericSchema<unknown, T>) {
    this.#path = path;
    this.#schema = schema;
  }

  /** Synchronous, because the first window waits for it; the files are tiny. null if there is none that can be parsed. */
  read(): T | null {
    let value: unknown;
    try {
      value = JSON.parse(readFileSync(this.#path, "utf8"));
    } catch {
      return null;
    }
    const parsed = safeParse(this.#schema, value);
    return parsed.success ? parsed.output : null;
  }

  /** One write after the other; the last one counts. Errors: `io`. */
  write(value: T): Promise<void> {
    const bytes = new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
    this.#last = this.#last
      .catch(() => undefined)
      .then(async () => {
        await mkdir(dirname(this.#path), { recursive: true });
        await writeWhole(this.#path, bytes, { durable: false });
      });
    return this.#last;
  }

  /** Settles when everything is written; for the end of the program. */
  async settled(): Promise<void> {
    await this.#last.catch(() => undefined);
  }
}
