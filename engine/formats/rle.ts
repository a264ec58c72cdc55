/**
 * RLE, the format that nearly every pattern travels in. Rows of runs: `3o` is three live cells, `b` a dead one, `$`
 * ends a row, `!` the pattern; a count before a token repeats it (`5$` ends the row and leaves four empty). Patterns
 * with more than two states use `.` for dead, `A`..`X` for states 1..24 and a prefix `p`..`y` for the rest: state = 24
 * * (prefix - 'p' + 1) + letter, `pA` = 25 up to `yO` = 255.
 *
 * The reader accepts, with a warning, because files like that exist: counts with a leading zero, of zero (one cell, as
 * in Golly 3), split by a line break, or set apart from their token, and cells without the final `!`. It refuses a blank
 * inside a count, as readers disagree on its meaning, and a file that ends inside a token or before the first one: that
 * file was cut off.
 */

import type { Cells } from "../core/cells.ts";
import type { Pattern } from "../core/pattern.ts";
import {
  HASH,
  isBlank,
  isLineBreak,
  LOWER_B,
  lineEnd,
  nextLine,
  placingErrors,
  skipBlanks,
  standsAt,
  syntaxError,
} from "./bytes.ts";
import type { PatternFormat, ReadOptions } from "./format.ts";
import { PROGRESS_BYTES } from "./format.ts";
import { Notes } from "./notes.ts";
import { END, KIND, OTHER, RleCells, ROW } from "./rle-cells.ts";
import { RleHead, startsHeader } from "./rle-header.ts";
import { readPacked } from "./rle-packed.ts";
import { RleWriter, writeRle } from "./rle-write.ts";
import { RULE_MARK } from "./rule-blocks.ts";

function readRle(bytes: Uint8Array, options: ReadOptions = {}): Pattern {
  const notes = new Notes(bytes);
  const head = new RleHead(bytes, notes, options);
  const cells = new RleCells(bytes, notes, options.maxBytes);
  let packed: Cells | null = null;
  let begun = false;
  let i = 0;
  let tell = PROGRESS_BYTES;
  placingErrors(
    bytes,
    () => Math.max(i, cells.at),
    () => {
      while (!cells.ended) {
        i = skipBlanks(bytes, i, bytes.length);
        if (i >= bytes.length) {
          if (!cells.complete) throw truncated(bytes);
          notes.warn(i, "The pattern ends without `!`; the file may have been cut off.");
          break;
        }
        const isComment = bytes[i] === HASH;
        if (isComment || startsHeader(bytes, i)) {
          const end = lineEnd(bytes, i);
          if (isComment) head.comment(i, end);
          else head.header(i, end);
          i = nextLine(bytes, end);
          continue;
        }
        if (i >= tell) {
          tell = i + PROGRESS_BYTES;
          options.onProgress?.(i / bytes.length);
        }
        const dense = begun ? null : readPacked(bytes, i, head.box, options);
        begun = true;
        if (dense) {
          packed = dense.block;
          i = dense.end;
          break;
        }
        i = cells.line(i);
        if (!cells.ended) i = nextLine(bytes, i);
      }
    },
  );
  takeAfterword(bytes, i, notes);
  return {
    cells: packed ?? settleStates(bytes, head, cells),
    ...head.named,
    generation: head.generation,
    name: notes.name,
    author: notes.author,
    comments: notes.comments,
    positioned: head.positioned,
    box: head.box,
    warnings: notes.warnings,
  };
}

function truncated(bytes: Uint8Array): Error {
  return syntaxError(
    bytes,
    bytes.length,
    "The pattern ends without `!`; the file was cut off.",
    "Look for a complete copy of it.",
  );
}

/** Text after the `!` is comment, up to a rule (@RULE); markers that people put before it are dropped. */
function takeAfterword(bytes: Uint8Array, from: number, notes: Notes): void {
  for (let i = from; i < bytes.length; ) {
    if (standsAt(bytes, i, RULE_MARK)) return;
    const end = lineEnd(bytes, i);
    const start = standsAt(bytes, i, "#C") || standsAt(bytes, i, "#D") ? i + 2 : i;
    if (skipBlanks(bytes, start, end) < end) notes.comment(start, end);
    i = nextLine(bytes, end);
  }
}

/**
 * States against the rule: one that it does not have is a mistake in the file (Golly refuses it too). A file that names no rule keeps its states.
 */
function settleStates(bytes: Uint8Array, head: RleHead, read: RleCells): Cells {
  const cells = read.cells.build(head.origin.x, head.origin.y);
  const last = head.states - 1;
  const beyond = read.firstAbove(last);
  if (beyond >= 0) {
    throw syntaxError(
      bytes,
      beyond,
      `${head.rule} has the states 0 to ${last}; this token is none of them.`,
      "Name the rule that the pattern was made for.",
    );
  }
  const above = read.firstAbove(1);
  if (above >= 0 && head.rule === null)
    head.notes.warn(above, "The cells have more than two states, but no rule is named.");
  return cells;
}

/** `#` or `x =` to begin with, or nothing but tokens up to the first `$` or `!` (a `b` tells as well). */
function sniffRle(bytes: Uint8Array): boolean {
  let i = 0;
  while (isBlank(bytes[i]) || isLineBreak(bytes[i])) i++;
  if (bytes[i] === HASH || startsHeader(bytes, i)) return true;
  let telling = false;
  for (const end = Math.min(bytes.length, i + 4096); i < end; i++) {
    const kind = KIND[bytes[i]];
    if (kind === OTHER) return false;
    if (kind === END || kind === ROW) return true;
    if (bytes[i] === LOWER_B) telling = true;
  }
  return telling;
}

export const RLE: PatternFormat = {
  id: "rle",
  name: "RLE",
  extensions: [".rle"],
  carries: ["rule", "rule file", "position", "generation", "states", "notes"],
  sniff: sniffRle,
  read: readRle,
  write: writeRle,
  writer: (facts, frame) => new RleWriter(facts, frame),
};
