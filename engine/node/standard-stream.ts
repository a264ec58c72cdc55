/**
 * Standard output and error without Node's streams, which take longer to load than a small pattern to run: text is written at
 * once, and the stream is opened only for who asks for it.
 */

import { writeSync } from "node:fs";

export class StandardStream {
  readonly #number: 1 | 2;
  readonly #failed: (error: NodeJS.ErrnoException) => void;
  /** null until somebody needs it. Consoles of Windows take text from it alone. */
  #stream: NodeJS.WriteStream | null = null;

  /** `number`: of the file, 1 for output and 2 for errors. `failed` hears of every write that did not succeed. */
  constructor(number: 1 | 2, failed: (error: NodeJS.ErrnoException) => void) {
    this.#number = number;
    this.#failed = failed;
  }

  get stream(): NodeJS.WriteStream {
    if (this.#stream) return this.#stream;
    this.#stream = this.#number === 1 ? process.stdout : process.stderr;
    this.#stream.on("error", this.#failed);
    return this.#stream;
  }

  /** Whether the stream is in use, which may still have something to write. */
  get isOpen(): boolean {
    return this.#stream !== null;
  }

  get isTTY(): boolean {
    return this.stream.isTTY;
  }

  get columns(): number {
    return this.stream.columns;
  }

  write(text: string): void {
    if (this.#stream || process.platform === "win32") {
      this.stream.write(text);
      return;
    }
    let rest = Buffer.from(text);
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(this.#number, rest));
    } catch (cause) {
      const error = cause as NodeJS.ErrnoException;
      // A pipe or terminal that another program has set so takes only what it has room for; the stream waits.
      if (error.code === "EAGAIN") this.stream.write(rest);
      else this.#failed(error);
    }
  }
}
