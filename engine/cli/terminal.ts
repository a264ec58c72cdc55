/**
 * The command's output: results on stdout, everything else on stderr, so that a result can be piped while progress and
 * warnings stay visible. Progress is drawn only if stderr is a terminal, and only for work that takes a while.
 */

import type { Writable } from "node:stream";
import { now } from "../core/clock.ts";

interface TerminalStream {
  write(text: string): unknown;
  /** For bytes; the process's own by default. */
  readonly stream?: Writable;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

interface TerminalOptions {
  readonly quiet: boolean;
  readonly verbose: boolean;
}

/** Shorter work shows no progress, in milliseconds. */
const PROGRESS_AFTER = 400;
const PROGRESS_EVERY = 100;

/**
 * What a terminal would act on instead of showing it: control characters but line ends and tabs, and signs that turn the direction of what
 * follows. Names and comments come from strangers, and a sequence in one could rewrite the screen or answer for the person.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced.
const ACTED_ON = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The text with a sign in place of each of them: "␛" or, as JSON spells it too, "\u009b". */
export function harmless(text: string): string {
  return text.replace(ACTED_ON, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

export class Terminal {
  readonly #out: TerminalStream;
  readonly #err: TerminalStream;
  #options: TerminalOptions = { quiet: false, verbose: false };
  #shown = false;
  #failed = false;
  #started = 0;
  #drawn = 0;

  constructor(out: TerminalStream, err: TerminalStream) {
    this.#out = out;
    this.#err = err;
  }

  configure(options: TerminalOptions): void {
    this.#options = options;
  }

  /** The result, with a line end after it. */
  print(text: string): void {
    this.clearProgress();
    this.#out.write(`${harmless(text)}\n`);
  }

  /** Standard output for results that are no text. */
  get stream(): Writable {
    return this.#out.stream ?? process.stdout;
  }

  /** Whether a person looks at standard output, and no file or program takes it. */
  get isScreen(): boolean {
    return this.#out.isTTY === true;
  }

  /** Characters in a line of the screen; undefined where standard output is none. */
  get width(): number | undefined {
    return this.#out.isTTY ? this.#out.columns : undefined;
  }

  /** Requested output that is not the result, such as the lines of -i beside --json. */
  say(text: string): void {
    this.clearProgress();
    this.#err.write(`${harmless(text)}\n`);
  }

  /** A warning. */
  warn(sentence: string): void {
    if (!this.#options.quiet) this.say(`tessella: ${sentence}`);
  }

  /** A sentence for -v only. */
  note(sentence: string): void {
    if (this.#options.verbose) this.say(`tessella: ${sentence}`);
  }

  /** The error of the command. Printed once: of two reports of one failure the first is more precise. */
  fail(sentence: string): void {
    if (this.#failed) return;
    this.#failed = true;
    this.say(`tessella: ${sentence}`);
  }

  /** The error of the command as one JSON object, on standard error. Printed once. */
  failWith(facts: object): void {
    if (this.#failed) return;
    this.#failed = true;
    this.say(JSON.stringify(facts));
  }

  /** Begins a piece of work that may take long. */
  startProgress(): void {
    this.#started = now();
  }

  /** Redraws the one progress line; `line` is called only when it is drawn. */
  progress(line: (seconds: number) => string): void {
    if (this.#options.quiet) return;
    const time = now();
    if (time - this.#started < PROGRESS_AFTER || time - this.#drawn < PROGRESS_EVERY) return;
    if (!this.#err.isTTY) return;
    this.#drawn = time;
    const text = harmless(line((time - this.#started) / 1000)).slice(0, (this.#err.columns || 80) - 1);
    this.#err.write(`\r${text}\u001b[K`);
    this.#shown = true;
  }

  clearProgress(): void {
    if (this.#shown) this.#err.write("\r\u001b[K");
    this.#shown = false;
  }
}

/** Lines of a label and a value, values aligned. A null value leaves its line out. */
export function table(rows: readonly (readonly [string, string | null])[]): string {
  const kept = rows.filter((row): row is readonly [string, string] => row[1] !== null);
  const width = Math.max(...kept.map(([label]) => label.length));
  return kept
    .map(
      ([label, value]) => `${label.padEnd(width)}  ${value.replaceAll("\n", `\n${" ".repeat(width + 2)}`)}`,
    )
    .join("\n");
}
