/** The lines of a Macrocell file that begin with `#`: rule, generation, timeline and comments. */

import { decodeText, skipBlanks, standsAt, syntaxError, trimEnd } from "./bytes.ts";
import { FileHead } from "./file-head.ts";

const MAX_DIGITS = 10_000;

/** The callbacks of a `#` line to the nodes above it. */
interface NodesAbove {
  readonly count: number;
  /** Byte of the first cell in a state above 1, or -1. */
  readonly firstAbove1: number;
}

export class MacrocellHead extends FileHead {
  /** Node of a timeline's first frame; null for a file without a timeline. */
  firstFrame: number | null = null;

  /** Takes the line at..end. Errors: `syntax`, `unsupported-rule`. */
  comment(at: number, end: number, nodes: NodesAbove): void {
    const bytes = this.bytes;
    const { notes } = this;
    if (standsAt(bytes, at, "#FRAME")) {
      this.#frame(at, end, nodes);
      return;
    }
    const after = Math.min(at + 2, end);
    switch (String.fromCharCode(bytes[at + 1] ?? 32)) {
      case "R":
        this.#ruleLine(at, skipBlanks(bytes, after, end), end, nodes);
        break;
      case "G":
        this.#generationLine(at, after, end);
        break;
      case "N":
        notes.title("name", after, end);
        break;
      case "O":
        notes.title("author", after, end);
        break;
      case "C":
      case "D":
        notes.comment(after, end);
        break;
      default:
        notes.comment(at + 1, end);
    }
  }

  #ruleLine(line: number, at: number, lineEnd: number, nodes: NodesAbove): void {
    const bytes = this.bytes;
    if (nodes.firstAbove1 >= 0) throw syntaxError(bytes, line, "The rule must stand above the cells.");
    const end = trimEnd(bytes, at, lineEnd);
    if (end === at) return;
    this.takeRule(at, end);
  }

  /** Golly's numbers may be grouped by commas. */
  #generationLine(line: number, at: number, end: number): void {
    const generation = this.#number(at, end);
    if (generation === null)
      this.notes.warn(line, "The generation in #G cannot be read and was passed over.");
    else this.generation = generation;
  }

  /**
   * `#FRAMES count start increment`, then `#FRAME i node` behind the nodes of each: a timeline. Its frames are universes of
   * their own; the first is read.
   */
  #frame(line: number, end: number, nodes: NodesAbove): void {
    const words = decodeText(this.bytes.subarray(line, Math.min(end, line + 3 * MAX_DIGITS))).split(/[ \t]+/);
    this.notes.warn(line, "The file is a timeline; its first frame was read.");
    if (/^#FRAMES$/i.test(words[0])) {
      if (/^\d{1,10000}$/.test(words[2] ?? "")) this.generation = BigInt(words[2]);
      return;
    }
    const node = Number(words[2]);
    if (this.firstFrame !== null) return;
    if (!/^\d{1,10}$/.test(words[2] ?? "") || node > nodes.count) {
      throw syntaxError(this.bytes, line, "This frame names no node that stands above it.");
    }
    this.firstFrame = node;
  }

  #number(at: number, end: number): bigint | null {
    if (end - at > MAX_DIGITS) return null;
    const digits = decodeText(this.bytes.subarray(at, end)).replace(/[, \t]/g, "");
    return /^\d+$/.test(digits) ? BigInt(digits) : null;
  }
}
