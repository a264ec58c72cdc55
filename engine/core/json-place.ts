/** JSON files that people write or keep, read so that every error names its line and column. */

import type { Node, ParseError } from "jsonc-parser";
import { findNodeAtLocation, parseTree, printParseErrorCode } from "jsonc-parser";
import { TessellaError } from "./errors.ts";
import { nearest } from "./nearest.ts";

const COMPLAINTS: Readonly<Record<ReturnType<typeof printParseErrorCode>, string>> = {
  InvalidSymbol: "this is no value",
  InvalidNumberFormat: "this is no number",
  PropertyNameExpected: "a name in double quotes is expected here",
  ValueExpected: "a value is expected here",
  ColonExpected: "a colon is expected here",
  CommaExpected: "a comma is expected here",
  CloseBraceExpected: "a closing brace is expected here",
  CloseBracketExpected: "a closing bracket is expected here",
  EndOfFileExpected: "nothing more is expected here",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfComment: "JSON has no comments",
  UnexpectedEndOfString: "this text has no closing quote",
  UnexpectedEndOfNumber: "this number has no end",
  InvalidUnicode: "this text has an escape that is none",
  InvalidEscapeCharacter: "this text has an escape that is none",
  InvalidCharacter: "this text has a character that must be escaped",
  "<unknown ParseErrorCode>": "this is not understood",
};

/** What a JSON file says of itself at its head. */
export interface FileFormat {
  readonly format: string;
  readonly version: number;
  readonly name: string;
  /** The sentence about a file of none or another. */
  readonly otherwise: string;
}

/** A value in a JSON file and its place there. What it is called begins every sentence about it: "The camera file". */
export class JsonPlace {
  readonly what: string;
  readonly #text: string;
  readonly #node: Node;

  private constructor(text: string, node: Node, what: string) {
    this.#text = text;
    this.#node = node;
    this.what = what;
  }

  /** The whole file. `form` is the hint where the text is no JSON at all. Errors: `syntax`, as everywhere here. */
  static read(text: string, what: string, form?: string): JsonPlace {
    const errors: ParseError[] = [];
    let root: Node | undefined;
    try {
      root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
    } catch (error) {
      // The parser recurses into brackets.
      if (!(error instanceof RangeError)) throw error;
      throw new TessellaError("syntax", `${what} has too many brackets in one another.`, { hint: form });
    }
    if (errors.length === 0 && root) return new JsonPlace(text, root, what);
    const [{ error, offset }] = errors;
    // Something missing at the end is reported behind the last character that is not blank.
    const at = Math.min(offset, text.trimEnd().length);
    throw wrongAt(text, at, `${what} is no JSON: ${COMPLAINTS[printParseErrorCode(error)]}.`, form);
  }

  /** A text, number, boolean or null; undefined for an object or a list. */
  get value(): unknown {
    return this.#node.value;
  }

  /** Its error: a sentence about it, with its place. */
  wrong(sentence: string, hint?: string): TessellaError {
    return wrongAt(this.#text, this.#node.offset, sentence, hint);
  }

  /** Refuses a file that is not of this format and version. `name` is the file's: "The record"; `form` the hint. */
  checkFormat({ format, version, name, otherwise }: FileFormat, form: string): void {
    const found = this.field("format");
    if (found?.value !== format) throw (found ?? this).wrong(otherwise, form);
    const given = this.whole("version", 1);
    if (given === version) return;
    throw (this.field("version") ?? this).wrong(
      `${name} has version ${given}; this program reads version ${version}.`,
    );
  }

  /** Refuses what is no object, and a field of another name: a misspelt one must not pass for one that was left out. */
  checkFields(known: readonly string[], form?: string): void {
    if (this.#node.type !== "object") throw this.wrong(`${this.what} is no object.`, form);
    const seen = new Set<string>();
    for (const { children = [] } of this.#node.children ?? []) {
      const [key] = children;
      const name = String(key.value);
      const place = new JsonPlace(this.#text, key, this.what);
      if (!known.includes(name)) {
        const meant = nearest(name, known);
        const hint = meant ? `Did you mean "${meant}"?` : `There are: ${known.join(", ")}.`;
        throw place.wrong(`${this.what} has a field that is not known, "${name}".`, hint);
      }
      if (seen.has(name)) throw place.wrong(`${this.what} has two fields "${name}".`);
      seen.add(name);
    }
  }

  /** Names of an object's fields; none of what is no object. */
  names(): readonly string[] {
    if (this.#node.type !== "object") return [];
    return (this.#node.children ?? []).map(({ children = [] }) => String(children[0].value));
  }

  /** A field of an object; undefined where there is none. */
  field(name: string, what: string = this.what): JsonPlace | undefined {
    const node = this.#node.type === "object" ? findNodeAtLocation(this.#node, [name]) : undefined;
    return node && new JsonPlace(this.#text, node, what);
  }

  /** The items of a list, called by their number; undefined for what is no list. */
  items(what: (number: number) => string): readonly JsonPlace[] | undefined {
    if (this.#node.type !== "array") return undefined;
    return (this.#node.children ?? []).map((node, i) => new JsonPlace(this.#text, node, what(i + 1)));
  }

  /** A field that is a whole number in a range. */
  whole(name: string, least: number, most: number = Number.MAX_SAFE_INTEGER): number {
    const place = this.field(name);
    const value = place?.value;
    if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most) return Number(value);
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
    throw (place ?? this).wrong(`${this.what} has no "${name}" that is a whole number ${range}.`);
  }

  /** A field that is a number from 0 on. */
  amount(name: string): number {
    const place = this.field(name);
    const value = place?.value;
    if (typeof value === "number" && value >= 0 && Number.isFinite(value)) return value;
    throw (place ?? this).wrong(`${this.what} has no "${name}" that is a number from 0 on.`);
  }

  /** The same, or null, also where there is no such field. */
  amountOrNull(name: string): number | null {
    const field = this.field(name);
    return field === undefined || field.value === null ? null : this.amount(name);
  }

  /** A field that is a text. */
  text(name: string): string {
    const place = this.field(name);
    if (typeof place?.value === "string") return place.value;
    throw (place ?? this).wrong(`${this.what} has no text "${name}".`);
  }

  /** A field that is a whole number of any size, as a text of digits. */
  digits(name: string): bigint {
    const text = this.text(name);
    if (/^\d+$/.test(text)) return BigInt(text);
    throw (this.field(name) ?? this).wrong(`${this.what} has no "${name}" of digits.`);
  }

  /** A field that is one of a few words. */
  word<T extends string>(name: string, words: readonly T[]): T {
    const place = this.field(name);
    const found = words.find((word) => word === place?.value);
    if (found !== undefined) return found;
    throw (place ?? this).wrong(`${this.what} has no "${name}" that is one of ${words.join(", ")}.`);
  }

  /** A field that is a list, its items called by their number. */
  list(name: string, what: (number: number) => string): readonly JsonPlace[] {
    const place = this.field(name);
    const items = place?.items(what);
    if (items) return items;
    throw (place ?? this).wrong(`${this.what} has no list "${name}".`);
  }
}

function wrongAt(text: string, offset: number, sentence: string, hint?: string): TessellaError {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  const column = [...lines[lines.length - 1]].length + 1;
  return new TessellaError("syntax", sentence, { line: lines.length, column, hint });
}
