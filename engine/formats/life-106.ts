/**
 * Life 1.06: `#Life 1.06`, then the coordinates of one live cell a line, `x y`. They may be of any size; the pattern may
 * span less than 2^53 cells. There is no place for anything else.
 */

import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { Pattern, RunsPattern } from "../core/pattern.ts";
import { patternOf } from "../core/pattern.ts";
import { forEachRun, RunsBuilder, runsPopulation } from "../core/runs.ts";
import {
  ByteSink,
  COMMA,
  forEachLine,
  HASH,
  isBlank,
  isLineBreak,
  nameByte,
  readInteger,
  skipBlanks,
  standsAt,
  syntaxError,
  trimEnd,
} from "./bytes.ts";
import type { PatternFormat, ReadOptions } from "./format.ts";
import { runsWithin } from "./format.ts";
import { Notes } from "./notes.ts";
import { Offsets } from "./offsets.ts";

/** Cells that a file of one line a cell is written for. */
const MAX_CELLS = 2 ** 24;

function readLife106(bytes: Uint8Array, options: ReadOptions = {}): Pattern {
  const notes = new Notes(bytes);
  const out = new RunsBuilder(runsWithin(options.maxBytes));
  const offsets = new Offsets(bytes);
  forEachLine(bytes, 0, (start, end) => {
    const from = skipBlanks(bytes, start, end);
    if (bytes[from] === HASH) {
      if (!standsAt(bytes, from, "#Life")) notes.comment(skipMark(bytes, from, end), end);
    } else if (from < end) readCell(bytes, from, trimEnd(bytes, from, end), offsets, out);
  });
  const { name, author, comments, warnings } = notes;
  return patternOf(out.build(offsets.originX, offsets.originY), {
    positioned: true,
    name,
    author,
    comments,
    warnings,
  });
}

/** Behind `#` and the letter that may follow it (`#D text`). */
function skipMark(bytes: Uint8Array, at: number, end: number): number {
  return Math.min(end, isBlank(bytes[at + 2]) ? at + 2 : at + 1);
}

function readCell(bytes: Uint8Array, at: number, end: number, offsets: Offsets, out: RunsBuilder): void {
  const x = readInteger(bytes, at);
  if (!x)
    throw syntaxError(
      bytes,
      at,
      `Here the column of a cell is expected, not ${nameByte(bytes[at])}.`,
      "A line is x y.",
    );
  let next = skipBlanks(bytes, x.end, end);
  if (bytes[next] === COMMA && next < end) next = skipBlanks(bytes, next + 1, end);
  if (next >= end) throw syntaxError(bytes, next, "Here the row of the cell is missing.", "A line is x y.");
  const y = next === x.end ? null : readInteger(bytes, next);
  if (!y)
    throw syntaxError(
      bytes,
      next,
      `Here the row of a cell is expected, not ${nameByte(bytes[next])}.`,
      "A line is x y.",
    );
  if (y.end < end)
    throw syntaxError(bytes, y.end, "After the two coordinates nothing else may follow.", "A line is x y.");
  out.add(offsets.x(x.value, at), offsets.y(y.value, next), 1);
}

/** Errors: `too-large` for more than 2^24 live cells. */
function writeLife106(pattern: RunsPattern): Uint8Array {
  const { cells } = pattern;
  const population = runsPopulation(cells);
  if (population > BigInt(MAX_CELLS)) {
    throw new TessellaError(
      "too-large",
      `Life 1.06 spends a line on every live cell, and this pattern has ${grouped(population)}.`,
      {
        hint: "RLE writes runs of cells and stays small.",
      },
    );
  }
  const out = new ByteSink();
  out.text("#Life 1.06\n");
  // Doubles hold every coordinate up to 2^53; only farther ones need bigints.
  const near = (v: bigint): boolean => v > -(1n << 51n) && v < 1n << 51n;
  const originX = Number(cells.x);
  const originY = Number(cells.y);
  const exact = near(cells.x) && near(cells.y);
  forEachRun(cells, (x, y, length) => {
    const fast = exact && Math.abs(x) + length < 2 ** 51 && Math.abs(y) < 2 ** 51;
    const row = fast ? originY + y : cells.y + BigInt(y);
    for (let k = 0; k < length; k++) out.text(`${fast ? originX + x + k : cells.x + BigInt(x + k)} ${row}\n`);
  });
  return out.finish();
}

export const LIFE_106: PatternFormat = {
  id: "life-106",
  name: "Life 1.06",
  extensions: [".life"],
  carries: ["position"],
  sniff: (bytes) => {
    let i = 0;
    while (isBlank(bytes[i]) || isLineBreak(bytes[i])) i++;
    return standsAt(bytes, i, "#Life 1.06");
  },
  read: readLife106,
  write: writeLife106,
};
