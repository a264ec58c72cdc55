/**
 * Life 1.05: `#Life 1.05`, comments `#D`, the rule (`#N` for Life's own, `#R 23/3` survival first), then blocks: `#P x y`
 * names the top left cell of the rows of `.` and `*` that follow it. Lines were meant for terminals, so the writer
 * keeps rows within 80 columns and starts a new block where it pays. `#P` without numbers goes on where the last block
 * ended and empty lines are no rows, as Golly has it.
 */

import { TessellaError } from "../core/errors.ts";
import type { Pattern, RunsPattern } from "../core/pattern.ts";
import { patternOf } from "../core/pattern.ts";
import { forEachRun, RunsBuilder, runsBounds } from "../core/runs.ts";
import { formatTopology, UNBOUNDED } from "../core/topology.ts";
import { countDigits, NEIGHBOURHOOD_SUFFIX, outerTotalistic } from "../rules/outer-totalistic.ts";
import { sameRule } from "../rules/rule.ts";
import type { UniverseRule } from "../rules/universe-rule.ts";
import { formatUniverseRule, LIFE, ruleFacts, statedRule } from "../rules/universe-rule.ts";
import {
  ByteSink,
  DOT,
  forEachLine,
  HASH,
  isBlank,
  isLineBreak,
  LF,
  lineEnd,
  nameByte,
  nextLine,
  readInteger,
  STAR,
  skipBlanks,
  standsAt,
  syntaxError,
  trimEnd,
} from "./bytes.ts";
import type { PatternFormat, ReadOptions } from "./format.ts";
import { runsWithin } from "./format.ts";
import { Blocks } from "./life-105-blocks.ts";
import { commentLines, Notes, oneLine } from "./notes.ts";
import { Offsets } from "./offsets.ts";
import { parseRuleAt } from "./rule-text.ts";

class Reader {
  readonly #bytes: Uint8Array;
  readonly #options: ReadOptions;
  readonly notes: Notes;
  readonly #out: RunsBuilder;
  readonly offsets: Offsets;
  #rule: UniverseRule | null = null;
  positioned = false;
  /** Left column and present row of the block, absolute. */
  #left: number | bigint = 0;
  #row: number | bigint = 0;

  constructor(bytes: Uint8Array, options: ReadOptions) {
    this.#bytes = bytes;
    this.#options = options;
    this.notes = new Notes(bytes);
    this.#out = new RunsBuilder(runsWithin(options.maxBytes));
    this.offsets = new Offsets(bytes);
  }

  /** A line that begins with `#`. */
  mark(at: number, end: number): void {
    const bytes = this.#bytes;
    const after = Math.min(at + 2, end);
    switch (String.fromCharCode(bytes[at + 1] ?? 32).toUpperCase()) {
      case "P":
        this.#place(after, end);
        break;
      case "N":
        this.#rule = { rule: LIFE, topology: UNBOUNDED };
        break;
      case "R": {
        const from = skipBlanks(bytes, after, end);
        if (from < end) this.#readRule(from, end);
        break;
      }
      case "D":
      case "C":
        this.#comment(after, end);
        break;
      case "O":
        this.notes.title("author", after, end);
        break;
      default:
        if (!standsAt(bytes, at, "#Life")) this.notes.comment(at + 1, end);
    }
  }

  #readRule(from: number, end: number): void {
    try {
      this.#rule = parseRuleAt(this.#bytes, from, end, this.#options.files);
    } catch (error) {
      if (!this.#options.anyRule || !(error instanceof TessellaError)) throw error;
      this.notes.warn(from, `${error.message.replace(/\.$/, "")}; the rule and its grid were passed over.`);
    }
  }

  #comment(at: number, end: number): void {
    const text = skipBlanks(this.#bytes, at, end);
    if (standsAt(this.#bytes, text, "name:")) this.notes.title("name", text + 5, end);
    else if (standsAt(this.#bytes, text, "author:")) this.notes.title("author", text + 7, end);
    else this.notes.comment(at, end);
  }

  #place(at: number, lineEnd: number): void {
    const bytes = this.#bytes;
    const end = trimEnd(bytes, at, lineEnd);
    const from = skipBlanks(bytes, at, end);
    if (from === end) return;
    const x = readInteger(bytes, from);
    if (!x)
      throw syntaxError(bytes, from, "Here the column of a block is missing.", "A block begins with #P x y.");
    const next = skipBlanks(bytes, x.end, end);
    const y = next < end ? readInteger(bytes, next) : null;
    if (!y)
      throw syntaxError(bytes, next, "Here the row of a block is missing.", "A block begins with #P x y.");
    if (skipBlanks(bytes, y.end, end) < end) {
      throw syntaxError(bytes, y.end, "After the place of a block nothing else may follow.");
    }
    this.#left = x.value;
    this.#row = y.value;
    this.positioned = true;
  }

  row(at: number, lineEnd: number): void {
    const bytes = this.#bytes;
    const end = trimEnd(bytes, at, lineEnd);
    let runStart = -1;
    const y = this.offsets.y(this.#row, at);
    const left = this.offsets.x(this.#left, at);
    const first = skipBlanks(bytes, at, end);
    for (let i = first; i <= end; i++) {
      const c = i < end ? bytes[i] : DOT;
      if (c === STAR) {
        if (runStart < 0) runStart = i;
      } else if (c === DOT) {
        if (runStart >= 0) {
          const x = left + (runStart - first);
          this.offsets.reachX(x + (i - runStart - 1), runStart);
          this.#out.add(x, y, i - runStart);
        }
        runStart = -1;
      } else {
        throw syntaxError(
          bytes,
          i,
          `A row of cells cannot hold ${nameByte(c as number)}.`,
          "Dead cells are . and live ones *.",
        );
      }
    }
    this.#row = typeof this.#row === "bigint" ? this.#row + 1n : this.#row + 1;
  }

  finish(): Pattern {
    const { name, author, comments, warnings } = this.notes;
    const cells = this.#out.build(this.offsets.originX, this.offsets.originY);
    return patternOf(cells, {
      ...(this.#rule && ruleFacts(this.#rule)),
      positioned: this.positioned,
      name,
      author,
      comments,
      warnings,
    });
  }
}

function readLife105(bytes: Uint8Array, options: ReadOptions = {}): Pattern {
  const reader = new Reader(bytes, options);
  forEachLine(bytes, 0, (from, end) => {
    if (bytes[from] === HASH) reader.mark(from, end);
    else if (trimEnd(bytes, from, end) > from) reader.row(from, end);
  });
  return reader.finish();
}

/** Errors: `too-large` for a pattern whose rows would be, `unsupported-rule`. */
function writeLife105(pattern: RunsPattern): Uint8Array {
  const out = new ByteSink();
  out.text("#Life 1.05\n");
  if (pattern.name) out.text(`#D Name: ${oneLine(pattern.name)}\n`);
  if (pattern.author) out.text(`#D Author: ${oneLine(pattern.author)}\n`);
  for (const line of commentLines(pattern.comments)) out.text(line === "" ? "#D\n" : `#D ${line}\n`);
  const named = statedRule(pattern);
  if (named) out.text(`${ruleLine(named)}\n`);
  if (runsBounds(pattern.cells)) {
    const blocks = new Blocks();
    forEachRun(pattern.cells, (x, y, length) => blocks.add(x, y, length));
    blocks.write(out, pattern.cells.x, pattern.cells.y);
  } else {
    out.text("#P 0 0\n.");
    out.push(LF);
  }
  return out.finish();
}

/**
 * `#N` for Life, else survival before birth, and rules that do more than count in their own spelling; a suffix and a grid follow as
 * they do in RLE.
 */
function ruleLine(named: UniverseRule): string {
  const { rule, topology } = named;
  if (topology.kind === "unbounded" && sameRule(rule, LIFE)) return "#N";
  const counts = outerTotalistic(rule);
  if (!counts) return `#R ${formatUniverseRule(named)}`;
  const digits = `${countDigits(counts.survival)}/${countDigits(counts.birth)}`;
  return `#R ${digits}${NEIGHBOURHOOD_SUFFIX[counts.neighbourhood]}${formatTopology(topology)}`;
}

/** `#Life 1.05` (or another word after `#Life` but 1.06), or no header and `#P` before rows of `.` and `*`. */
function sniffLife105(bytes: Uint8Array): boolean {
  let i = 0;
  while (isBlank(bytes[i]) || isLineBreak(bytes[i])) i++;
  if (standsAt(bytes, i, "#Life")) return !standsAt(bytes, i, "#Life 1.06");
  let placed = false;
  while (i < bytes.length) {
    const end = lineEnd(bytes, i);
    if (bytes[i] === HASH) {
      placed ||= bytes[i + 1] === 80;
    } else if (trimEnd(bytes, i, end) > i) {
      if (!placed) return false;
      for (let k = i; k < end; k++)
        if (bytes[k] !== DOT && bytes[k] !== STAR && !isBlank(bytes[k])) return false;
      return true;
    }
    i = nextLine(bytes, end);
  }
  return placed;
}

export const LIFE_105: PatternFormat = {
  id: "life-105",
  name: "Life 1.05",
  extensions: [".lif", ".l"],
  carries: ["rule", "position", "notes"],
  sniff: sniffLife105,
  read: readLife105,
  write: writeLife105,
};
