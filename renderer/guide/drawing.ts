/**
 * A drawing of who computes what. First its caption, then frames with an empty line before each:
 *
 *     caption: A thread a cell.
 *
 *     0 1 2 3 | vector 0        a row of squares, and a word about it
 *     _ a*2 .                   a gap, a square two wide, a plain one
 *
 * Squares with the same text have the same colour.
 */

import { readKeyLines } from "./key-lines.ts";

export interface DrawnSquare {
  /** Empty for a gap. */
  readonly text: string;
  readonly wide: number;
  /** Which of the colours; null for a plain square and a gap. */
  readonly tone: number | null;
}

export interface DrawnRow {
  readonly squares: readonly DrawnSquare[];
  readonly label: string;
}

export interface GuideDrawing {
  readonly frames: readonly (readonly DrawnRow[])[];
  readonly caption: string;
}

const KEYS = ["caption"] as const;
/** Colours that are told apart at a glance. */
export const TONES = 8;
const GAP = "_";
const PLAIN = ".";

/** Errors: a plain one that names the mistake. */
export function readDrawing(text: string): GuideDrawing {
  const [head = "", ...rest] = text.split(/\n\s*\n/);
  const values = readKeyLines(head.split("\n"), KEYS, "A drawing");
  if (rest.length === 0) throw new Error("A drawing has no frame.");
  const tones = new Map<string, number>();
  const square = (word: string): DrawnSquare => {
    const [, name = "", wide = "1"] = /^([^*]+)(?:\*(\d+))?$/.exec(word) ?? [];
    if (name === "") throw new Error(`A drawing has a square "${word}".`);
    if (name === GAP || name === PLAIN)
      return { text: name === GAP ? "" : name, wide: Number(wide), tone: null };
    if (!tones.has(name)) tones.set(name, tones.size % TONES);
    return { text: name, wide: Number(wide), tone: tones.get(name) ?? null };
  };
  const row = (line: string): DrawnRow => {
    const [squares = "", label = ""] = line.split("|").map((part) => part.trim());
    return { squares: squares.split(/\s+/).map(square), label };
  };
  return {
    frames: rest.map((frame) => frame.trim().split("\n").map(row)),
    caption: values.get("caption") ?? "",
  };
}
