/**
 * The tokens of an RLE pattern: one pass over the bytes through a table that sorts each byte into a kind. A run becomes
 * one entry of the builder whatever its length, so `999999999o!` costs what `o!` does. Counts, columns and rows are
 * doubles and stay below 2^53, where every whole number is exact.
 */

import type { RunsBuilder } from "../core/runs.ts";
import { nameByte, syntaxError, tooLarge } from "./bytes.ts";
import { CellCollector } from "./cell-collector.ts";
import type { Notes } from "./notes.ts";

export const OTHER = 0;
const DIGIT = 1;
const DEAD = 2;
const LIVE = 3;
/** B..X: a state above 1. */
const LETTER = 4;
/** p..y: the first half of a two-character token. */
const PREFIX = 5;
export const ROW = 6;
export const END = 7;
/** The two that may stand between tokens; the greater one wins where both do. */
const BLANK = 8;
const BREAK = 9;

/** The kind of each byte. */
export const KIND = new Uint8Array(256);
for (let c = 0x30; c <= 0x39; c++) KIND[c] = DIGIT;
for (let c = 0x42; c <= 0x58; c++) KIND[c] = LETTER;
for (let c = 0x70; c <= 0x79; c++) KIND[c] = PREFIX;
for (const [text, kind] of [
  ["b.", DEAD],
  ["oA", LIVE],
  ["$", ROW],
  ["!", END],
  ["\n\r", BREAK],
  [" \t", BLANK],
] as const) {
  for (const c of text) KIND[c.charCodeAt(0)] = kind;
}

const SPLIT = "A count and its token stand on different lines; newer versions of Golly refuse that.";
const APART = "A blank stands between a count and its token; versions of Golly disagree on that.";

/** Of soups: a run of live cells and the dead ones before it, one digit in two counts. */
const BYTES_A_RUN = 3;

const MAX = Number.MAX_SAFE_INTEGER;
const NO_COUNT = -1;

export class RleCells {
  readonly #bytes: Uint8Array;
  readonly #notes: Notes;
  readonly cells: CellCollector;
  /** Where the first token of each state above 1 stands, or -1. */
  readonly #firstOf = new Float64Array(256).fill(-1);
  ended = false;
  /** Whether there were tokens and the last one is whole: the pattern may end here. */
  get complete(): boolean {
    return this.#count === NO_COUNT && (this.#x > 0 || this.#y > 0);
  }

  /** The byte that is being read: where an error without a place belongs. */
  at = 0;
  #x = 0;
  #y = 0;
  #count = NO_COUNT;
  #countAt = 0;
  /** Found after the count so far: 0 nothing, or BLANK, or BREAK. */
  #gap = 0;

  constructor(bytes: Uint8Array, notes: Notes, maxBytes: number | undefined) {
    this.#bytes = bytes;
    this.#notes = notes;
    this.cells = new CellCollector(maxBytes, undefined, Math.floor(bytes.length / BYTES_A_RUN));
  }

  /** Reads from `at` to the end of the line or past the `!`; returns the place where it stopped. */
  line(at: number): number {
    const bytes = this.#bytes;
    let out: RunsBuilder = this.cells.runs;
    const { length } = bytes;
    // The hot loop of the most used reader: its state is in locals, and rare cases are calls.
    let count = this.#count;
    let x = this.#x;
    let y = this.#y;
    let i = at;
    for (; i < length; i++) {
      const c = bytes[i];
      const kind = KIND[c];
      if (kind === DIGIT) {
        if (count === NO_COUNT || this.#gap !== 0) count = this.#beginCount(i, count);
        count = count * 10 + (c - 0x30);
        if (count > MAX) throw tooLarge(bytes, this.#countAt, "This count is larger than 2^53.");
        continue;
      }
      if (kind >= BLANK) {
        if (count !== NO_COUNT) this.#gap = Math.max(this.#gap, kind);
        if (kind === BREAK) break;
        continue;
      }
      let n = 1;
      if (count !== NO_COUNT) {
        n = this.#gap === 0 && count > 0 ? count : this.#oddCount(i, count);
        count = NO_COUNT;
      }
      if (kind === DEAD) {
        x += n;
      } else if (kind === LIVE) {
        this.at = i;
        out.add(x, y, n);
        x += n;
      } else if (kind === ROW) {
        y += n;
        x = 0;
        if (y > MAX) throw tooLarge(bytes, i, "The pattern is higher than 2^53 cells.");
        this.at = i;
        this.cells.endRow();
        out = this.cells.runs;
      } else if (kind === END) {
        this.ended = true;
        i++;
        break;
      } else {
        this.at = i;
        out.add(x, y, n, this.#state(i, kind));
        x += n;
        if (kind === PREFIX) i++;
      }
      if (x > MAX) throw tooLarge(bytes, i, "The pattern is wider than 2^53 cells.");
    }
    this.#x = x;
    this.#y = y;
    this.#count = count;
    return i;
  }

  /** The first digit of a count, or one after a blank or line break: returns the value of the digits so far. */
  #beginCount(at: number, count: number): number {
    const gap = this.#gap;
    this.#gap = 0;
    if (count === NO_COUNT) {
      this.#countAt = at;
      if (this.#bytes[at] === 0x30) {
        this.#notes.warn(at, "A count begins with a zero; newer versions of Golly refuse that.");
      }
      return 0;
    }
    if (gap === BLANK) throw syntaxError(this.#bytes, at, "A count has a blank inside it.");
    this.#notes.warn(this.#countAt, SPLIT);
    return count;
  }

  /** A count that is zero or apart from its token: returns its lenient reading. */
  #oddCount(at: number, count: number): number {
    const gap = this.#gap;
    this.#gap = 0;
    if (gap !== 0) this.#notes.warn(this.#countAt, gap === BREAK ? SPLIT : APART);
    if (count > 0) return count;
    this.#notes.warn(at, "A count of zero was read as one, as Golly does.");
    return 1;
  }

  /** The state above 1 that the token at `at` means. Errors: `syntax` for a byte that begins no token. */
  #state(at: number, kind: number): number {
    const bytes = this.#bytes;
    const c = bytes[at];
    if (kind === LETTER) return this.#noteState(at, c - 0x40);
    if (kind !== PREFIX) {
      throw syntaxError(
        bytes,
        at,
        `A pattern in RLE cannot hold ${nameByte(c)}.`,
        "Its tokens are counts, b and o (or ., A to X, pA to yO for more states), $ and the final !",
      );
    }
    const letter = at + 1 < bytes.length ? bytes[at + 1] : 0;
    if (letter < 0x41 || letter > 0x58) {
      throw syntaxError(bytes, at, `After ${nameByte(c)} there must be a letter from A to X.`);
    }
    const state = 24 * (c - 0x6f) + letter - 0x40;
    if (state > 255) throw syntaxError(bytes, at, `This token is state ${state}; the last one is 255 (yO).`);
    return this.#noteState(at, state);
  }

  #noteState(at: number, state: number): number {
    if (this.#firstOf[state] < 0) this.#firstOf[state] = at;
    if (state > 1) this.cells.keepStates();
    return state;
  }

  /** Where the first token of a state above that one (at least 1) stands, or -1. */
  firstAbove(state: number): number {
    const places = this.#firstOf.subarray(state + 1).filter((at) => at >= 0);
    return places.length === 0 ? -1 : Math.min(...places);
  }
}
