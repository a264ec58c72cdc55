/** A file's facts besides its cells, and the lenient readings, collected by every reader in the same way. */

import { decodeText, placeOf, trimEnd } from "./bytes.ts";

/** Limit of text kept of one file's comments; a file may be all comment, and a megabyte of it helps no reader. */
const MAX_COMMENT_BYTES = 2 ** 20;

export class Notes {
  name: string | null = null;
  author: string | null = null;
  readonly comments: string[] = [];
  readonly warnings: string[] = [];
  readonly #bytes: Uint8Array;
  readonly #warned = new Set<string>();
  #kept = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Text of from..end without the blank before it and those behind it. */
  text(from: number, end: number): string {
    const start = this.#bytes[from] === 32 ? from + 1 : from;
    return decodeText(this.#bytes.subarray(start, trimEnd(this.#bytes, start, Math.max(start, end))));
  }

  /** Keeps one comment line. */
  comment(from: number, end: number): void {
    this.#kept += end - from + 1;
    if (this.#kept > MAX_COMMENT_BYTES) {
      this.warn(from, "The file has more than a megabyte of comments; the rest of them was left out.");
      return;
    }
    this.comments.push(this.text(from, end));
  }

  /** The first name or author counts; a further one is kept as a comment. */
  title(what: "name" | "author", from: number, end: number): void {
    if (this[what] !== null) {
      this.comment(from, end);
      return;
    }
    const text = this.text(from, Math.min(end, from + 2000)).trim();
    if (text !== "") this[what] = text;
  }

  /** Notes a lenient reading at `at`; each sentence appears once, with its first line. */
  warn(at: number, sentence: string): void {
    if (this.#warned.has(sentence)) return;
    this.#warned.add(sentence);
    this.warnings.push(`Line ${placeOf(this.#bytes, at).line}: ${sentence}`);
  }
}

/** One line of text for a file's comment: line breaks inside would end it. */
export function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ");
}

/** The pattern's comments as lines without breaks in them. */
export function commentLines(comments: readonly string[]): readonly string[] {
  return comments.flatMap((comment) => comment.split(/\r\n|\r|\n/));
}
