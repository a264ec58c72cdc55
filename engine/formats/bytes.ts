/**
 * Text as bytes. Readers walk the file's bytes and never build strings of it (a 10 MB pattern would be millions of
 * them); lines and columns are computed only for messages.
 */

import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";

export const LF = 10;
const CR = 13;
export const SPACE = 32;
const TAB = 9;
export const HASH = 35;
export const STAR = 42;
export const DOT = 46;
export const BANG = 33;
export const COMMA = 44;
export const EQUALS = 61;
export const LOWER_B = 98;
export const LOWER_X = 120;
export const LOWER_Y = 121;
export const DIGIT_0 = 48;
const DIGIT_9 = 57;

export function isLineBreak(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}

export function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB;
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= DIGIT_0 && byte <= DIGIT_9;
}

/** Index of the line break that ends the line holding `at`, or the length. */
export function lineEnd(bytes: Uint8Array, at: number): number {
  let i = at;
  while (i < bytes.length && bytes[i] !== LF && bytes[i] !== CR) i++;
  return i;
}

/** Where the next line begins, given where this one ends: LF, CR and CRLF are one break each. */
export function nextLine(bytes: Uint8Array, end: number): number {
  return bytes[end] === CR && bytes[end + 1] === LF ? end + 2 : Math.min(end + 1, bytes.length);
}

export function skipBlanks(bytes: Uint8Array, from: number, end: number): number {
  let i = from;
  while (i < end && isBlank(bytes[i])) i++;
  return i;
}

/** Where the text of from..end ends when the blanks behind it are left off. */
export function trimEnd(bytes: Uint8Array, from: number, end: number): number {
  let i = end;
  while (i > from && isBlank(bytes[i - 1])) i--;
  return i;
}

/** Whether `text` (ASCII) stands at `at`, upper and lower case alike. */
export function standsAt(bytes: Uint8Array, at: number, text: string): boolean {
  if (at + text.length > bytes.length) return false;
  for (let i = 0; i < text.length; i++) {
    if (lower(bytes[at + i]) !== lower(text.charCodeAt(i))) return false;
  }
  return true;
}

function lower(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
}

/** 1-based line and column of a byte; columns count characters of UTF-8, and the byte behind the last is a place too. */
export function placeOf(bytes: Uint8Array, at: number): { readonly line: number; readonly column: number } {
  const before = bytes.subarray(0, at);
  let line = 1;
  let start = 0;
  // The engine's own search is many times faster than a loop, and most files know one kind of line break only.
  for (let i = before.indexOf(LF); i >= 0; i = before.indexOf(LF, start)) {
    line++;
    start = i + 1;
  }
  for (let i = before.indexOf(CR); i >= 0; i = before.indexOf(CR, i + 1)) {
    if (bytes[i + 1] === LF) continue;
    line++;
    if (i >= start) start = i + 1;
  }
  let column = 1;
  for (let i = start; i < at; i++) if ((bytes[i] & 0xc0) !== 0x80) column++;
  return { line, column };
}

export function syntaxError(bytes: Uint8Array, at: number, message: string, hint?: string): TessellaError {
  return new TessellaError("syntax", message, { ...placeOf(bytes, at), hint });
}

/** A `too-large` with its place: for numbers and sizes that the text names. */
export function tooLarge(bytes: Uint8Array, at: number, message: string): TessellaError {
  return new TessellaError("too-large", message, placeOf(bytes, at));
}

/** Runs `work`; a TessellaError without a place gets the one of `at`. */
export function placingErrors<T>(bytes: Uint8Array, at: () => number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TessellaError) || error.line !== undefined) throw error;
    throw new TessellaError(error.code, error.message, {
      ...placeOf(bytes, at()),
      hint: error.hint,
      cause: error,
    });
  }
}

/** Reads line after line, each from..end without its break, from `start` on. Errors get the place of their line. */
export function forEachLine(
  bytes: Uint8Array,
  start: number,
  read: (from: number, end: number) => void,
): void {
  let from = start;
  placingErrors(
    bytes,
    () => from,
    () => {
      while (from < bytes.length) {
        const end = lineEnd(bytes, from);
        read(from, end);
        from = nextLine(bytes, end);
      }
    },
  );
}

/** A byte as a sentence names it: `"z"`, `a tab`, `the byte 0x03`. */
export function nameByte(byte: number): string {
  if (byte > SPACE && byte < 127) return byte === 34 ? "a quotation mark" : `"${String.fromCharCode(byte)}"`;
  if (byte === SPACE) return "a blank";
  if (byte === TAB) return "a tab";
  return `the byte 0x${byte.toString(16).padStart(2, "0")}`;
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });
const WINDOWS = new TextDecoder("windows-1252");
const ENCODER = new TextEncoder();

/** Text of the bytes: UTF-8, or, where they are not, the Windows code page that older files were written in. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return WINDOWS.decode(bytes);
  }
}

export function encodeText(text: string): Uint8Array {
  return ENCODER.encode(text);
}

const MAX_DIGITS = 10_000;

/**
 * A whole number (sign allowed) that begins at `at`, or null where there is none. Any size up to 10,000 digits.
 * Errors: `too-large` beyond.
 */
export function readInteger(
  bytes: Uint8Array,
  at: number,
): { readonly value: number | bigint; readonly end: number } | null {
  let i = at;
  const sign = bytes[i];
  if (sign === 43 || sign === 45) i++;
  const first = i;
  let value = 0;
  while (isDigit(bytes[i])) {
    value = value * 10 + (bytes[i] - DIGIT_0);
    i++;
  }
  if (i === first) return null;
  if (i - first > MAX_DIGITS) {
    throw tooLarge(bytes, at, `This number has more than ${grouped(MAX_DIGITS)} digits.`);
  }
  if (i - first <= 15) return { value: sign === 45 ? -value || 0 : value, end: i };
  const big = BigInt(decodeText(bytes.subarray(first, i)));
  return { value: sign === 45 ? -big : big, end: i };
}

/** Grows as it is written to: the output buffer of the writers. */
export class ByteSink {
  #bytes = new Uint8Array(4096);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  /** `count` times the same byte. */
  fill(byte: number, count: number): void {
    this.#reserve(count);
    this.#bytes.fill(byte, this.#length, this.#length + count);
    this.#length += count;
  }

  text(text: string): void {
    // Nearly all output is short ASCII; the encoder handles the rest.
    this.#reserve(text.length);
    const start = this.#length;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) {
        this.#length = start;
        const encoded = encodeText(text);
        this.#reserve(encoded.length);
        this.#bytes.set(encoded, start);
        this.#length = start + encoded.length;
        return;
      }
      this.#bytes[this.#length++] = code;
    }
  }

  /** The bytes since the last call; the array is the caller's. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  /** All bytes; the sink must not be used again. */
  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, Math.ceil(this.#bytes.length * 1.6)));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

/** Recognised by its two magic bytes, never by a file's name. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The same of a ZIP archive, one of nothing included. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/** Pieces of a file as one. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0] as Uint8Array;
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
