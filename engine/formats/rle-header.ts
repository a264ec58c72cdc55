/**
 * The lines of an RLE file that hold no cells: the header `x = W, y = H, rule = R`, `#CXRLE Pos=X,Y Gen=N`, `#r rule`
 * and the comments. Each may stand anywhere before the `!` (Golly wants #CXRLE first; people do not always).
 */

import { grouped } from "../core/integers.ts";
import type { Rect } from "../core/rect.ts";
import type { FindRuleFile } from "../core/rule-file.ts";
import { placedOrigin, UNBOUNDED } from "../core/topology.ts";
import {
  COMMA,
  decodeText,
  EQUALS,
  isBlank,
  LOWER_X,
  LOWER_Y,
  skipBlanks,
  syntaxError,
  trimEnd,
} from "./bytes.ts";
import { FileHead } from "./file-head.ts";
import { ruleBlock } from "./rule-blocks.ts";

/** Longest header, #r or #CXRLE line: a noise file may be one line of megabytes. */
const MAX_HEADER = 20_000;

interface RleOrigin {
  readonly x: bigint;
  readonly y: bigint;
}

/**
 * Whether a header line begins at `at`: `x =` (or `y =`), which no cells can look like: as a token's first half an x goes
 * on with a letter.
 */
export function startsHeader(bytes: Uint8Array, at: number): boolean {
  const letter = (bytes[at] ?? 0) | 0x20;
  if (letter !== LOWER_X && letter !== LOWER_Y) return false;
  return bytes[skipBlanks(bytes, at + 1, bytes.length)] === EQUALS;
}

export class RleHead extends FileHead {
  #size: { readonly w: bigint; readonly h: bigint } | null = null;
  #headerSeen = false;
  #origin: RleOrigin = { x: 0n, y: 0n };
  #position: RleOrigin | null = null;

  protected override get files(): FindRuleFile {
    const elsewhere = super.files;
    return (name) => ruleBlock(this.bytes, name) ?? elsewhere?.(name);
  }

  get positioned(): boolean {
    return this.#position !== null;
  }

  get origin(): RleOrigin {
    return this.#position ?? this.#origin;
  }

  /** The paste box that the header's size makes at the origin. */
  get box(): Rect | null {
    return this.#size && { ...this.origin, ...this.#size };
  }

  /** Takes the header line at..end. `keys = values` in any order, commas and blanks free; the rule goes on to the end. */
  header(at: number, end: number): void {
    const bytes = this.bytes;
    this.#checkLength(at, end, "header");
    if (this.#headerSeen) {
      throw syntaxError(
        bytes,
        at,
        "This is a second header line.",
        "Is there a `!` missing at the end of the first pattern?",
      );
    }
    this.#headerSeen = true;
    const sizes = new Map<string, bigint>();
    let i = at;
    for (;;) {
      while (i < end && (isBlank(bytes[i]) || bytes[i] === COMMA)) i++;
      if (i >= end) break;
      const keyAt = i;
      while (i < end && isLetter(bytes[i])) i++;
      const key = decodeText(bytes.subarray(keyAt, i)).toLowerCase();
      i = skipBlanks(bytes, i, end);
      const equals = bytes[i] === EQUALS && i < end;
      if (key === "" || !(equals || key === "rule")) {
        throw syntaxError(
          bytes,
          keyAt,
          "The header cannot be read here.",
          "It should look like: x = 3, y = 2, rule = B3/S23",
        );
      }
      i = skipBlanks(bytes, equals ? i + 1 : i, end);
      if (key === "rule") {
        this.#ruleText(i, end);
        break;
      }
      const valueAt = i;
      while (i < end && bytes[i] !== COMMA && !isBlank(bytes[i])) i++;
      if (key === "x" || key === "y") sizes.set(key, this.#sizeAt(key, valueAt, i));
      else this.notes.warn(keyAt, "The header says more than x, y and rule; that was passed over.");
    }
    const w = sizes.get("x") ?? 0n;
    const h = sizes.get("y") ?? 0n;
    if (w > 0n && h > 0n) this.#size = { w, h };
    this.#origin = placedOrigin(this.universeRule?.topology ?? UNBOUNDED, w, h);
  }

  /** Takes a line that begins with `#`. */
  comment(at: number, end: number): void {
    const bytes = this.bytes;
    const marker = String.fromCharCode(bytes[at + 1] ?? 32);
    const after = Math.min(at + 2, end);
    const { notes } = this;
    switch (marker) {
      case "C":
        if (isXrle(bytes, at, end)) this.#xrle(at, end);
        else notes.comment(after, end);
        break;
      case "c":
      case "D":
        notes.comment(after, end);
        break;
      case "N":
        notes.title("name", after, end);
        break;
      case "O":
        notes.title("author", after, end);
        break;
      case "r":
        this.#checkLength(at, end, "rule line");
        this.#ruleText(skipBlanks(bytes, after, end), end);
        break;
      case "P":
      case "R":
        if (
          /^[ \t]*-?\d+[ \t]+-?\d+[ \t]*$/.test(decodeText(bytes.subarray(after, Math.min(end, after + 100))))
        ) {
          notes.warn(
            at,
            `The position in #${marker} is kept as a comment and not used (no more than in Golly).`,
          );
        }
        notes.comment(at, end);
        break;
      default:
        notes.comment(at + 1, end);
    }
  }

  #ruleText(at: number, lineEnd: number): void {
    const bytes = this.bytes;
    let end = trimEnd(bytes, at, lineEnd);
    while (end > at && bytes[end - 1] === COMMA) end = trimEnd(bytes, at, end - 1);
    if (end === at) return;
    this.takeRule(at, end, this.#wholeOrFirstWord);
  }

  /** The whole rest of the line is the rule (names may hold blanks); if that is none, its first word may be. */
  #wholeOrFirstWord(at: number, end: number): number {
    const bytes = this.bytes;
    let word = at;
    while (word < end && !isBlank(bytes[word])) word++;
    try {
      return this.parseRule(at, end);
    } catch (error) {
      if (word === end) throw error;
      const short = bytes[word - 1] === COMMA ? word - 1 : word;
      try {
        this.parseRule(at, short);
      } catch {
        throw error;
      }
      this.notes.warn(at, "What follows the rule and its grid were passed over.");
      return short;
    }
  }

  #sizeAt(key: string, at: number, end: number): bigint {
    const text = decodeText(this.bytes.subarray(at, end));
    if (!/^[+-]?\d{1,1000}$/.test(text)) {
      throw syntaxError(
        this.bytes,
        at,
        `The header's ${key} is not a whole number.`,
        "It should look like: x = 3, y = 2",
      );
    }
    const value = BigInt(text.replace("+", ""));
    if (value < 0n) this.notes.warn(at, "The header's size is negative and was passed over.");
    return value < 0n ? 0n : value;
  }

  #xrle(at: number, end: number): void {
    this.#checkLength(at, end, "#CXRLE line");
    const text = decodeText(this.bytes.subarray(at + 6, end));
    const position = /Pos\s*=\s*([+-]?\d+)\s*,\s*([+-]?\d+)/i.exec(text);
    const generation = /Gen\s*=\s*(\d+)/i.exec(text);
    if (position) this.#position = { x: toBigInt(position[1]), y: toBigInt(position[2]) };
    if (generation) this.generation = toBigInt(generation[1]);
    if (!position && /Pos/i.test(text))
      this.notes.warn(at, "The position in #CXRLE cannot be read and was passed over.");
    if (!generation && /Gen/i.test(text)) {
      this.notes.warn(at, "The generation in #CXRLE cannot be read and was passed over.");
    }
  }

  #checkLength(at: number, end: number, what: string): void {
    if (end - at > MAX_HEADER)
      throw syntaxError(this.bytes, at, `The ${what} is longer than ${grouped(MAX_HEADER)} bytes.`);
  }
}

function isXrle(bytes: Uint8Array, at: number, end: number): boolean {
  return end - at >= 6 && decodeText(bytes.subarray(at + 1, at + 6)) === "CXRLE";
}

function isLetter(byte: number): boolean {
  return (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
}

function toBigInt(text: string): bigint {
  return BigInt(text.replace("+", ""));
}
