/** What a ring starts from, and its text: `single`, `vector:SEED:INDEX`, or `x` and a state in hexadecimal. */

import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { randomState } from "./random-state.ts";
import { formatState, parseState, ringWords } from "./ring.ts";

export type RingStart =
  /** One live cell in the middle. */
  | { readonly kind: "single" }
  /** Random vector `index` of `seed`, both 0 .. 2^32 - 1. */
  | { readonly kind: "vector"; readonly seed: number; readonly index: number }
  | { readonly kind: "state"; readonly state: Uint32Array };

const MOST = 0xffffffff;

/** Reads a start for a ring of so many cells; `random:SEED` is `vector:SEED:0`. Errors: `syntax`, which tells the column in a state. */
export function parseStart(text: string, cells: number): RingStart {
  const typed = text.trim();
  if (/^x/i.test(typed)) return { kind: "state", state: stateAfterX(typed, cells) };
  const [kind, ...numbers] = typed.split(":");
  if (kind === "single" && numbers.length === 0) return { kind };
  if (kind === "random" && numbers.length === 1)
    return { kind: "vector", seed: wordIn(numbers[0], typed), index: 0 };
  if (kind === "vector" && numbers.length === 2)
    return { kind, seed: wordIn(numbers[0], typed), index: wordIn(numbers[1], typed) };
  throw new TessellaError("syntax", `"${typed}" is no start of a ring.`, {
    hint: "It is single, random:SEED, vector:SEED:INDEX, or x and a state in hexadecimal.",
  });
}

function stateAfterX(typed: string, cells: number): Uint32Array {
  try {
    return parseState(typed.slice(1), cells);
  } catch (error) {
    if (!(error instanceof TessellaError) || error.column === undefined) throw error;
    throw new TessellaError(error.code, error.message, { line: 1, column: error.column + 1 });
  }
}

function wordIn(digits: string, text: string): number {
  const value = /^\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN;
  if (value <= MOST) return value;
  throw new TessellaError(
    "syntax",
    `"${digits}" in "${text}" is no whole number from 0 to ${grouped(MOST)}.`,
  );
}

/** What `parseStart` reads. */
export function formatStart(start: RingStart, cells: number): string {
  if (start.kind === "single") return "single";
  if (start.kind === "vector") return `vector:${start.seed}:${start.index}`;
  return `x${formatState(start.state, cells)}`;
}

/** The packed state, on memory of its own. */
export function startState(start: RingStart, cells: number): Uint32Array<ArrayBuffer> {
  if (start.kind === "vector") return randomState(cells, start.seed, start.index);
  const state = new Uint32Array(ringWords(cells));
  if (start.kind === "state") state.set(start.state);
  else {
    const middle = Math.floor(cells / 2);
    state[middle >>> 5] = 2 ** (middle & 31);
  }
  return state;
}
