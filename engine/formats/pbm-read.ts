/**
 * Reads PBM: `P1` or `P4`, width, height, then the pixels row by row; 1 is black and stands for a live cell. Comments
 * from `#` to the line's end may stand in the header, and in P1's pixels too, whose digits need no blanks between them.
 * Rows of P4 are padded to whole bytes, the leftmost pixel in the highest bit. (Source: netpbm's pbm(5).)
 */

import { grouped, groupedSize } from "../core/integers.ts";
import type { Pattern } from "../core/pattern.ts";
import { patternOf } from "../core/pattern.ts";
import type { RunsBuilder } from "../core/runs.ts";
import {
  HASH,
  isBlank,
  isDigit,
  isLineBreak,
  lineEnd,
  nameByte,
  placingErrors,
  syntaxError,
  tooLarge,
} from "./bytes.ts";
import { CellCollector } from "./cell-collector.ts";
import type { ReadOptions } from "./format.ts";
import { Notes } from "./notes.ts";

interface Header {
  readonly width: number;
  readonly height: number;
  /** Start of the width: the place of errors about the size. */
  readonly sizeAt: number;
  /** The first byte of the pixels. */
  readonly pixels: number;
}

export function isSpace(byte: number | undefined): boolean {
  return isBlank(byte) || isLineBreak(byte) || byte === 11 || byte === 12;
}

/** Behind white space and comments. */
function skipSpace(bytes: Uint8Array, from: number, notes: Notes): number {
  let i = from;
  for (;;) {
    while (isSpace(bytes[i])) i++;
    if (bytes[i] !== HASH) return i;
    const end = lineEnd(bytes, i);
    notes.comment(i + 1, end);
    i = end;
  }
}

function readSize(
  bytes: Uint8Array,
  at: number,
  what: string,
): { readonly value: number; readonly end: number } {
  let value = 0;
  let i = at;
  for (; isDigit(bytes[i]); i++) value = value * 10 + (bytes[i] - 48);
  if (i === at) {
    const found = at < bytes.length ? `not ${nameByte(bytes[at])}` : "but the file ends";
    throw syntaxError(bytes, at, `Here the picture's ${what} is expected, ${found}.`);
  }
  if (value > Number.MAX_SAFE_INTEGER)
    throw tooLarge(bytes, at, `The picture's ${what} is larger than 2^53.`);
  if (value === 0) throw syntaxError(bytes, at, `The picture's ${what} is 0.`);
  return { value, end: i };
}

function readHeader(bytes: Uint8Array, notes: Notes): Header {
  if (bytes[0] !== 80 || (bytes[1] !== 49 && bytes[1] !== 52)) {
    throw syntaxError(bytes, 0, "A PBM picture begins with P1 or P4.");
  }
  const sizeAt = skipSpace(bytes, 2, notes);
  const width = readSize(bytes, sizeAt, "width");
  const height = readSize(bytes, skipSpace(bytes, width.end, notes), "height");
  if (bytes[1] === 49) return { width: width.value, height: height.value, sizeAt, pixels: height.end };
  if (!isSpace(bytes[height.end])) {
    throw syntaxError(bytes, height.end, "After the height one white space is expected before the pixels.");
  }
  return { width: width.value, height: height.value, sizeAt, pixels: height.end + 1 };
}

export function readPbm(bytes: Uint8Array, options: ReadOptions = {}): Pattern {
  const notes = new Notes(bytes);
  const header = readHeader(bytes, notes);
  const out = new CellCollector(options.maxBytes);
  placingErrors(
    bytes,
    () => header.sizeAt,
    () => (bytes[1] === 49 ? readDigits(bytes, header, notes, out) : readPacked(bytes, header, notes, out)),
  );
  const cells = out.build(0n, 0n);
  const box = { x: 0n, y: 0n, w: BigInt(header.width), h: BigInt(header.height) };
  return patternOf(cells, { box, comments: notes.comments, warnings: notes.warnings });
}

function readDigits(bytes: Uint8Array, header: Header, notes: Notes, out: CellCollector): void {
  const { width, height } = header;
  let i = header.pixels;
  let x = 0;
  let y = 0;
  while (y < height) {
    const c = bytes[i];
    if (c === 49) out.runs.add(x, y, 1);
    if (c === 49 || c === 48) {
      i++;
      if (++x === width) {
        x = 0;
        y++;
        out.endRow();
      }
      continue;
    }
    if (isSpace(c) || c === HASH) {
      i = skipSpace(bytes, i, notes);
      continue;
    }
    if (i >= bytes.length) {
      throw syntaxError(
        bytes,
        i,
        `The picture ends in row ${grouped(y + 1)} of ${grouped(height)}; the file was probably cut off.`,
      );
    }
    throw syntaxError(bytes, i, `A pixel is 0 or 1, not ${nameByte(c as number)}.`);
  }
  const rest = skipSpace(bytes, i, notes);
  if (rest < bytes.length) notes.warn(rest, "What follows the picture was passed over.");
}

function readPacked(bytes: Uint8Array, header: Header, notes: Notes, out: CellCollector): void {
  const { width, height, pixels } = header;
  const rowBytes = Math.ceil(width / 8);
  const present = bytes.length - pixels;
  if (rowBytes * height > present) {
    throw syntaxError(
      bytes,
      header.sizeAt,
      `A packed picture of ${groupedSize(width, height)} takes ${grouped(rowBytes * height)} bytes, but only ${grouped(present)} follow the header.`,
      "The file was probably cut off.",
    );
  }
  for (let y = 0; y < height; y++) {
    readPackedRow(bytes, pixels + y * rowBytes, width, y, out.runs);
    out.endRow();
  }
  const rest = pixels + rowBytes * height;
  if (rest < bytes.length) notes.warn(header.sizeAt, "What follows the picture was passed over.");
}

/** Whole bytes of one colour are taken at once; in others clz32 finds where the colour changes. */
function readPackedRow(bytes: Uint8Array, from: number, width: number, y: number, out: RunsBuilder): void {
  let start = -1;
  for (let x = 0; x < width; x += 8) {
    let byte = bytes[from + (x >>> 3)];
    const count = Math.min(8, width - x);
    if (count < 8) byte &= 0xff00 >> count;
    if (start < 0 ? byte === 0 : byte === 255) continue;
    let at = 0;
    while (at < count) {
      const wanted = (start < 0 ? byte : ~byte) & (0xff >> at);
      at = Math.clz32(wanted) - 24;
      if (at >= count) break;
      if (start < 0) {
        start = x + at;
      } else {
        out.add(start, y, x + at - start);
        start = -1;
      }
    }
  }
  if (start >= 0) out.add(start, y, width - start);
}
