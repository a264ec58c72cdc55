/** The lines of a Macrocell file that begin with `#`: rule, generation, timeline and comments. */

import { TessellaError } from "../core/errors.ts";
import type { FileStates, UniverseRule } from "../rules/universe-rule.ts";
import { fileStatesOf, formatUniverseRule } from "../rules/universe-rule.ts";
import { decodeText, skipBlanks, standsAt, syntaxError, trimEnd } from "./bytes.ts";
import type { Notes } from "./notes.ts";
import { parseRuleAt } from "./rule-text.ts";

const MAX_DIGITS = 10_000;

/** The callbacks of a `#` line to the nodes above it. */
interface NodesAbove {
  readonly count: number;
  /** Byte of the first cell in a state above 1, or -1. */
  readonly firstAbove1: number;
}

export class MacrocellHead {
  readonly notes: Notes;
  readonly #bytes: Uint8Array;
  readonly #anyRule: boolean;
  #rule: UniverseRule | null = null;
  generation = 0n;
  /** Node of a timeline's first frame; null for a file without a timeline. */
  firstFrame: number | null = null;

  /** With `anyRule` an unreadable rule causes a warning and is skipped. */
  constructor(bytes: Uint8Array, notes: Notes, anyRule = false) {
    this.#bytes = bytes;
    this.notes = notes;
    this.#anyRule = anyRule;
  }

  /** Canonical, or null if the file names none. */
  get rule(): string | null {
    return this.#rule && formatUniverseRule(this.#rule);
  }

  /** The meaning of the file's states if another rule runs instead of the file's. */
  fileStates: FileStates | null = null;

  /** Takes the line at..end. Errors: `syntax`, `unsupported-rule`. */
  comment(at: number, end: number, nodes: NodesAbove): void {
    const bytes = this.#bytes;
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
    const bytes = this.#bytes;
    if (nodes.firstAbove1 >= 0) throw syntaxError(bytes, line, "The rule must stand above the cells.");
    const end = trimEnd(bytes, at, lineEnd);
    if (end === at) return;
    try {
      this.#rule = parseRuleAt(bytes, at, end);
      this.fileStates = fileStatesOf(decodeText(bytes.subarray(at, end)));
    } catch (error) {
      if (!this.#anyRule || !(error instanceof TessellaError)) throw error;
      this.notes.warn(at, `${error.message.replace(/\.$/, "")}; the rule and its grid were passed over.`);
    }
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
    const words = decodeText(this.#bytes.subarray(line, Math.min(end, line + 3 * MAX_DIGITS))).split(
      /[ \t]+/,
    );
    this.notes.warn(line, "The file is a timeline; its first frame was read.");
    if (/^#FRAMES$/i.test(words[0])) {
      if (/^\d{1,10000}$/.test(words[2] ?? "")) this.generation = BigInt(words[2]);
      return;
    }
    const node = Number(words[2]);
    if (this.firstFrame !== null) return;
    if (!/^\d{1,10}$/.test(words[2] ?? "") || node > nodes.count) {
      throw syntaxError(this.#bytes, line, "This frame names no node that stands above it.");
    }
    this.firstFrame = node;
  }

  #number(at: number, end: number): bigint | null {
    if (end - at > MAX_DIGITS) return null;
    const digits = decodeText(this.#bytes.subarray(at, end)).replace(/[, \t]/g, "");
    return /^\d+$/.test(digits) ? BigInt(digits) : null;
  }
}
