/** Lines of a rule file, with their places for complaints. */

import { shorten, TessellaError } from "../../core/errors.ts";
import { MOST_STATES } from "../rule.ts";

export interface FileLine {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** A word and where it begins. */
export interface FileWord {
  readonly text: string;
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

export function complain(
  { line, column = 1 }: { readonly line: number; readonly column?: number },
  sentence: string,
  hint?: string,
): never {
  throw new TessellaError("syntax", sentence, { line, column, ...(hint ? { hint } : {}) });
}

/** The words of a line between separators. */
export function wordsOf({ text, line }: FileLine, separators: RegExp, from = 0): FileWord[] {
  const words: FileWord[] = [];
  let at = from;
  for (const word of text.slice(from).split(separators)) {
    if (word.length > 0) {
      at = text.indexOf(word, at);
      words.push({ text: word, line, column: at + 1 });
      at += word.length;
    }
  }
  return words;
}

/** Errors: `syntax`. */
export function stateOf(word: FileWord, states: number): number {
  const state = /^\d+$/.test(word.text) ? Number(word.text) : Number.NaN;
  if (!(state < states))
    complain(
      word,
      Number.isNaN(state)
        ? `"${shorten(word.text)}" is no state.`
        : `State ${word.text} is none of this rule; the last one is ${states - 1}.`,
    );
  return state;
}

/** The number of states. Errors: `syntax`. */
export function statesOf(word: FileWord | undefined, place: FileLine): number {
  const states = word && /^\d+$/.test(word.text) ? Number(word.text) : Number.NaN;
  if (!(states >= 2 && states <= MOST_STATES))
    complain(
      word ?? place,
      `A rule has 2 to ${MOST_STATES} states${word ? `, not ${shorten(word.text)}` : ""}.`,
    );
  return states;
}

/** Of a rule of more than two states in which an empty cell among empty ones becomes another. */
export function emptySpaceLit(state: number, at?: FileWord): TessellaError {
  return new TessellaError(
    "unsupported-rule",
    `Empty space becomes state ${state}: a rule of more than two states that lights empty space is one that no program runs.`,
    {
      hint: "An empty cell among empty ones has to stay empty.",
      ...(at && { line: at.line, column: at.column }),
    },
  );
}
