/**
 * MCell, the format of Mirek Wójtowicz's program: lines that begin with a word behind `#`. `#GAME` names a family of rules, and
 * `#RULE` (on several lines if it is long) the rule in that family's spelling; `#GOLLY` names it for Golly, and wins. `#BOARD 80x60`
 * is a grid, joined to a torus by `#WRAP 1`, with the pattern in its middle. `#L` lines hold runs as RLE has them, but for the
 * prefixes `a`..`j`, which add 24 to 240 to the letter behind them. `#D` is a comment; `#SPEED`, `#CCOLORS` and the like, which say
 * how MCell shows it, are passed over. As in MCell and Golly a state that the rule does not have becomes 1.
 */

import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { Pattern } from "../core/pattern.ts";
import { patternOf } from "../core/pattern.ts";
import type { Runs } from "../core/runs.ts";
import { forEachRun, highestState, RunsBuilder, runsBounds, translateRuns } from "../core/runs.ts";
import type { Topology } from "../core/topology.ts";
import { gridLeft, gridTop, parseTopology, UNBOUNDED } from "../core/topology.ts";
import type { UniverseRule } from "../rules/universe-rule.ts";
import { LIFE, ruleFacts } from "../rules/universe-rule.ts";
import {
  DIGIT_0,
  DOT,
  decodeText,
  forEachLine,
  HASH,
  isBlank,
  isDigit,
  isLineBreak,
  nameByte,
  placeOf,
  skipBlanks,
  standsAt,
  syntaxError,
  tooLarge,
  trimEnd,
} from "./bytes.ts";
import type { PatternFormat, ReadOptions } from "./format.ts";
import { runsWithin } from "./format.ts";
import { mcellRule } from "./mcell-games.ts";
import { Notes } from "./notes.ts";
import { parseRuleAt } from "./rule-text.ts";

const DOLLAR = 36;
const MAX = Number.MAX_SAFE_INTEGER;
/** Longer than any rule: a table of 25 states. */
const MAX_RULE_BYTES = 4000;

/** A stretch of the file's text. */
interface Stretch {
  readonly from: number;
  readonly end: number;
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #options: ReadOptions;
  readonly #notes: Notes;
  readonly #out: RunsBuilder;
  #game: Stretch | null = null;
  #rule: Stretch[] = [];
  #golly: Stretch | null = null;
  #board: Stretch | null = null;
  #wraps = false;
  #x = 0;
  #y = 0;
  #count = 0;

  constructor(bytes: Uint8Array, options: ReadOptions) {
    this.#bytes = bytes;
    this.#options = options;
    this.#notes = new Notes(bytes);
    this.#out = new RunsBuilder(runsWithin(options.maxBytes));
  }

  line(start: number, lineEnd: number): void {
    const bytes = this.#bytes;
    const from = skipBlanks(bytes, start, lineEnd);
    const end = trimEnd(bytes, from, lineEnd);
    if (from === end) return;
    if (bytes[from] !== HASH) {
      this.#notes.warn(from, "Lines without # at their beginning were passed over.");
      return;
    }
    let behind = from + 1;
    while (behind < end && !isBlank(bytes[behind]) && behind - from < 20) behind++;
    const value = { from: skipBlanks(bytes, behind, end), end };
    const word = decodeText(bytes.subarray(from + 1, behind)).toUpperCase();
    switch (word) {
      case "L":
        this.#cells(value);
        break;
      case "GAME":
        this.#game = value;
        break;
      case "RULE":
        this.#rule.push(value);
        break;
      case "GOLLY":
        this.#golly = value;
        break;
      case "BOARD":
        this.#board = value;
        break;
      case "WRAP":
        this.#wraps = bytes[value.from] === DIGIT_0 + 1;
        break;
      case "N":
        this.#notes.title("name", value.from, end);
        break;
      case "O":
        this.#notes.title("author", value.from, end);
        break;
      case "D":
      case "C":
        this.#notes.comment(behind, end);
        break;
      case "DIV":
        this.#notes.warn(from, "What #DIV adds while the pattern runs in MCell is not added here.");
        break;
      case "MCELL":
      case "MCLIFE":
      case "SPEED":
      case "CCOLORS":
      case "COLORING":
      case "PALETTE":
        break;
      default:
        this.#notes.comment(from + 1, end);
    }
  }

  #cells({ from, end }: Stretch): void {
    const bytes = this.#bytes;
    for (let i = from; i < end; i++) {
      const c = bytes[i] as number;
      if (isBlank(c)) continue;
      if (isDigit(c)) {
        this.#count = this.#count * 10 + (c - DIGIT_0);
        if (this.#count > MAX) throw tooLarge(bytes, i, "This count is larger than 2^53.");
        continue;
      }
      const length = this.#count || 1;
      this.#count = 0;
      if (c === DOLLAR) {
        this.#x = 0;
        this.#y += length;
        if (this.#y > MAX) throw tooLarge(bytes, i, "The pattern is higher than 2^53 cells.");
        continue;
      }
      if (c !== DOT) {
        const prefixed = c >= 0x61 && c <= 0x6a;
        const state = this.#state(i, prefixed ? 24 * (c - 0x60) : 0);
        this.#out.add(this.#x, this.#y, length, state);
        if (prefixed) i++;
      }
      this.#x += length;
      if (this.#x > MAX) throw tooLarge(bytes, i, "The pattern is wider than 2^53 cells.");
    }
  }

  /** The state of the token at `at`, whose prefix adds `more`. Errors: `syntax`. */
  #state(at: number, more: number): number {
    const bytes = this.#bytes;
    const letter = bytes[at + (more > 0 ? 1 : 0)] ?? 0;
    if (letter < 0x41 || letter > 0x58)
      throw more > 0
        ? syntaxError(bytes, at, `After ${nameByte(bytes[at] as number)} there must be a letter from A to X.`)
        : syntaxError(
            bytes,
            at,
            `A pattern of MCell cannot hold ${nameByte(letter)}.`,
            "Its cells are ., A to X, and those with a to j before them; $ ends a row.",
          );
    const state = more + letter - 0x40;
    if (state > 255) throw syntaxError(bytes, at, `This token is state ${state}; the last one is 255 (jO).`);
    return state;
  }

  finish(): Pattern {
    const bytes = this.#bytes;
    if (this.#count > 0)
      throw syntaxError(bytes, bytes.length, "The pattern ends with a count; the file was cut off.");
    const read = this.#universeRule();
    const topology = read?.topology ?? UNBOUNDED;
    const cells = this.#settled(this.#out.build(0n, 0n), read);
    const { name, author, comments, warnings } = this.#notes;
    return patternOf(centred(cells, topology), {
      ...(read && ruleFacts(read)),
      name,
      author,
      comments,
      warnings,
    });
  }

  #universeRule(): UniverseRule | null {
    try {
      const rule = this.#golly ? this.#namedRule(this.#golly) : this.#gamesRule();
      return rule.topology.kind === "unbounded" ? { ...rule, topology: this.#grid() } : rule;
    } catch (error) {
      if (!this.#options.anyRule || !(error instanceof TessellaError)) throw error;
      const at = this.#golly ?? this.#rule[0] ?? this.#board;
      this.#notes.warn(
        at?.from ?? 0,
        `${error.message.replace(/\.$/, "")}; the rule and its grid were passed over.`,
      );
      return null;
    }
  }

  #namedRule({ from, end }: Stretch): UniverseRule {
    return parseRuleAt(this.#bytes, from, end, this.#options.files);
  }

  /** Errors: those of `mcellRule`, at the character of `#RULE` or at the game. */
  #gamesRule(): UniverseRule {
    const bytes = this.#bytes;
    const game = this.#game ? this.#textOf(this.#game) : "Life";
    const text = this.#rule.map((line) => this.#textOf(line)).join("");
    const [first] = this.#rule;
    if (text.length > MAX_RULE_BYTES)
      throw syntaxError(
        bytes,
        first?.from ?? 0,
        `The rule is longer than ${grouped(MAX_RULE_BYTES)} characters.`,
      );
    if (!first && game.toLowerCase() === "life") return { rule: LIFE, topology: UNBOUNDED };
    try {
      return { rule: mcellRule(game, text, this.#options.files), topology: UNBOUNDED };
    } catch (error) {
      if (!(error instanceof TessellaError)) throw error;
      const at =
        error.column === undefined ? (this.#game ?? first)?.from : this.#placeInRule(error.column - 1);
      const { code, message, hint } = error;
      throw new TessellaError(code, message, { ...placeOf(bytes, at ?? 0), hint, cause: error });
    }
  }

  /** The byte at that offset of the text that the `#RULE` lines make together. */
  #placeInRule(offset: number): number {
    let rest = offset;
    for (const { from, end } of this.#rule) {
      if (rest < end - from) return from + rest;
      rest -= end - from;
    }
    return this.#rule.at(-1)?.end ?? this.#game?.end ?? 0;
  }

  /** The board. Errors: `syntax`. */
  #grid(): Topology {
    if (!this.#board) return UNBOUNDED;
    const { from, end } = this.#board;
    const text = decodeText(this.#bytes.subarray(from, Math.min(end, from + 100)));
    const [, width, height] = /^(\d{1,10})\s*x\s*(\d{1,10})$/i.exec(text) ?? [];
    if (!width)
      throw syntaxError(this.#bytes, from, "The board's size cannot be read here.", "It looks like 80x60.");
    try {
      return parseTopology(`${this.#wraps ? "T" : "P"}${width},${height}`);
    } catch (error) {
      if (!(error instanceof TessellaError)) throw error;
      throw syntaxError(this.#bytes, from, error.message, error.hint);
    }
  }

  /** The cells with states that the rule has. */
  #settled(cells: Runs, read: UniverseRule | null): Runs {
    if (!read || highestState(cells) < read.rule.states) return cells;
    const { states, text } = read.rule;
    this.#notes.warn(0, `States that ${text} does not have became 1, as in MCell.`);
    const out = new RunsBuilder();
    forEachRun(cells, (x, y, length, state) => out.add(x, y, length, state < states ? state : 1));
    return out.build(cells.x, cells.y);
  }

  #textOf({ from, end }: Stretch): string {
    return decodeText(this.#bytes.subarray(from, end));
  }
}

/** In the middle of the board, where MCell and Golly put it: their halves are rounded towards the lower right corner. */
function centred(cells: Runs, topology: Topology): Runs {
  const bounds = runsBounds(cells);
  if (!bounds || topology.kind === "unbounded") return cells;
  const shift = (side: number, size: bigint): bigint => (BigInt(side) + 1n - size) / 2n;
  const [dx, dy] = [shift(topology.width, bounds.w), shift(topology.height, bounds.h)];
  const moves = dx > 0n || dy > 0n;
  return translateRuns(
    cells,
    BigInt(gridLeft(topology)) + (moves ? dx : 0n),
    BigInt(gridTop(topology)) + (moves ? dy : 0n),
  );
}

function readMcell(bytes: Uint8Array, options: ReadOptions = {}): Pattern {
  const reader = new Reader(bytes, options);
  forEachLine(bytes, 0, (from, end) => reader.line(from, end));
  return reader.finish();
}

export const MCELL: PatternFormat = {
  id: "mcell",
  name: "MCell",
  extensions: [".mcl"],
  carries: ["rule", "states", "notes"],
  sniff: (bytes) => {
    let i = 0;
    while (isBlank(bytes[i]) || isLineBreak(bytes[i])) i++;
    return standsAt(bytes, i, "#MCell") || standsAt(bytes, i, "#MCLife");
  },
  read: readMcell,
};
