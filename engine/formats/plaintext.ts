/**
 * Plaintext (.cells): a picture of the pattern, `.` for dead and `O` (or `*`) for live, one row a line; lines that begin
 * with `!` are comments, among them `!Name: ` and `!Author: `. An empty line is an empty row. Counts before a cell
 * (`23.O`), which the older dblife writes, are read. The format has no place for a rule, a position or a generation.
 */

import type { Pattern, RunsPattern } from "../core/pattern.ts";
import { patternOf } from "../core/pattern.ts";
import { rect } from "../core/rect.ts";
import type { RunsBuilder } from "../core/runs.ts";
import { forEachRun, runsBounds } from "../core/runs.ts";
import {
  BANG,
  ByteSink,
  DOT,
  forEachLine,
  isBlank,
  isDigit,
  isLineBreak,
  LF,
  nameByte,
  SPACE,
  STAR,
  standsAt,
  syntaxError,
  tooLarge,
  trimEnd,
} from "./bytes.ts";
import { CellCollector } from "./cell-collector.ts";
import type { PatternFormat, ReadOptions } from "./format.ts";
import { drawnBox } from "./frame.ts";
import { commentLines, Notes, oneLine } from "./notes.ts";

const UPPER_O = 79;
const LOWER_O = 111;

function readPlaintext(bytes: Uint8Array, options: ReadOptions = {}): Pattern {
  const notes = new Notes(bytes);
  const out = new CellCollector(options.maxBytes);
  let rows = 0;
  let width = 0;
  let height = 0;
  // Leading empty lines come from copying and are no rows.
  forEachLine(bytes, startOfText(bytes), (from, end) => {
    if (bytes[from] === BANG) readComment(bytes, from + 1, end, notes);
    else {
      const length = readRow(bytes, from, end, rows++, out.runs, notes);
      width = Math.max(width, length);
      if (length > 0) height = rows;
      out.endRow();
    }
  });
  const { name, author, comments, warnings } = notes;
  const box = height > 0 ? rect(0, 0, width, height) : null;
  return patternOf(out.build(0n, 0n), { box, name, author, comments, warnings });
}

/** Start of the first non-empty line. */
function startOfText(bytes: Uint8Array): number {
  let i = 0;
  for (let k = 0; isBlank(bytes[k]) || isLineBreak(bytes[k]); k++) if (isLineBreak(bytes[k])) i = k + 1;
  return i;
}

function readComment(bytes: Uint8Array, at: number, end: number, notes: Notes): void {
  const text = bytes[at] === SPACE ? at + 1 : at;
  if (standsAt(bytes, text, "name:")) notes.title("name", text + 5, end);
  else if (standsAt(bytes, text, "author:")) notes.title("author", text + 7, end);
  else notes.comment(at, end);
}

/** Returns the number of cells in the row, dead ones too. */
function readRow(
  bytes: Uint8Array,
  at: number,
  lineEnd: number,
  y: number,
  out: RunsBuilder,
  notes: Notes,
): number {
  const end = trimEnd(bytes, at, lineEnd);
  let x = 0;
  for (let i = at; i < end; i++) {
    let n = 1;
    if (isDigit(bytes[i])) {
      const countAt = i;
      n = 0;
      for (; isDigit(bytes[i]); i++) n = n * 10 + (bytes[i] - 48);
      if (n > Number.MAX_SAFE_INTEGER) throw tooLarge(bytes, countAt, "This count is larger than 2^53.");
      if (i >= end) throw syntaxError(bytes, countAt, "After this count a cell is missing.");
    }
    const c = bytes[i];
    if (c === UPPER_O || c === STAR || c === LOWER_O) {
      out.add(x, y, n);
    } else if (c === SPACE) {
      notes.warn(i, "A blank was read as a dead cell.");
    } else if (c !== DOT) {
      throw syntaxError(
        bytes,
        i,
        `A row of cells cannot hold ${nameByte(c)}.`,
        "Dead cells are . and live ones O or *.",
      );
    }
    x += n;
    if (x > Number.MAX_SAFE_INTEGER) throw tooLarge(bytes, i, "The pattern is wider than 2^53 cells.");
  }
  return x;
}

/** Errors: `too-large` for a pattern with too large a picture. */
function writePlaintext(pattern: RunsPattern): Uint8Array {
  const out = new ByteSink();
  if (pattern.name) out.text(`!Name: ${oneLine(pattern.name)}\n`);
  if (pattern.author) out.text(`!Author: ${oneLine(pattern.author)}\n`);
  for (const line of commentLines(pattern.comments)) out.text(line === "" ? "!\n" : `!${line}\n`);
  const bounds = runsBounds(pattern.cells);
  if (!bounds) {
    out.text(".\n");
    return out.finish();
  }
  const box = drawnBox(pattern, "Plaintext");
  let x = Number(box.x - pattern.cells.x);
  let y = Number(box.y - pattern.cells.y);
  const left = x;
  forEachRun(pattern.cells, (runX, runY, length) => {
    for (; y < runY; y++) {
      if (x === left) out.push(DOT);
      out.push(LF);
      x = left;
    }
    out.fill(DOT, runX - x);
    out.fill(UPPER_O, length);
    x = runX + length;
  });
  out.push(LF);
  return out.finish();
}

export const PLAINTEXT: PatternFormat = {
  id: "plaintext",
  name: "Plaintext",
  extensions: [".cells", ".txt"],
  carries: ["notes"],
  sniff: (bytes) => bytes[startOfText(bytes)] === BANG,
  read: readPlaintext,
  write: writePlaintext,
};
