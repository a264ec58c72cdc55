/**
 * Writes RLE as Golly does: lines of at most 70 characters with no token split over two, counts of one left out, dead
 * cells at a row's end and rows below the last left out, `b` and `o` for two states and `.` and letters for more. The
 * first line says where the pattern lies (and its generation), as Golly wants it.
 */

import type { PatternFacts, RunsPattern } from "../core/pattern.ts";
import type { Rect } from "../core/rect.ts";
import type { Runs } from "../core/runs.ts";
import { forEachRun } from "../core/runs.ts";
import { placedOrigin, UNBOUNDED } from "../core/topology.ts";
import { statedRule } from "../rules/universe-rule.ts";
import { ByteSink, LF } from "./bytes.ts";
import type { PatternWriter } from "./format.ts";
import { frameOf } from "./frame.ts";
import { commentLines, oneLine } from "./notes.ts";

const LINE = 70;

/** Puts tokens into lines. */
class Tokens {
  readonly #out: ByteSink;
  #column = 0;

  constructor(out: ByteSink) {
    this.#out = out;
  }

  put(count: number, token: string): void {
    const text = count === 1 ? token : count + token;
    if (this.#column + text.length > LINE) {
      this.#out.push(LF);
      this.#column = 0;
    }
    this.#out.text(text);
    this.#column += text.length;
  }
}

const STATE_TOKENS: readonly string[] = Array.from({ length: 256 }, (_, state) => {
  if (state === 0) return ".";
  const letter = String.fromCharCode(0x41 + ((state - 1) % 24));
  return state <= 24 ? letter : String.fromCharCode(0x6f + Math.floor((state - 1) / 24)) + letter;
});

/**
 * Takes the cells in bands of rows, from the top down, so that a file may be larger than the memory. `frame` must hold
 * every cell; its corner is the place that the file names. `many`: without a rule, letters for states and not `o` for all of them.
 * A rule says by itself how many states there are.
 */
export class RleWriter implements PatternWriter {
  readonly #out = new ByteSink();
  readonly #tokens = new Tokens(this.#out);
  readonly #frame: Rect;
  readonly #many: boolean;
  /** The rule that the file brings along. */
  readonly #enclosed: string | null;
  /** Where the next token belongs, counted from the frame's corner. */
  #x = 0;
  #y = 0;
  /** The run that may still grow: neighbours in different states are one run where there are two states. */
  #held = 0;
  #heldState = 1;

  constructor(facts: PatternFacts, frame: Rect, many = false) {
    this.#frame = frame;
    const named = statedRule(facts);
    this.#enclosed = facts.ruleFile?.enclosed ? facts.ruleFile.text : null;
    this.#many = named ? named.rule.states > 2 : many;
    const topology = named?.topology ?? UNBOUNDED;
    writeHead(this.#out, facts, frame, placedOrigin(topology, frame.w, frame.h));
    this.#out.text(`x = ${frame.w}, y = ${frame.h}${facts.rule === null ? "" : `, rule = ${facts.rule}`}\n`);
  }

  get length(): number {
    return this.#out.length;
  }

  add(band: Runs): void {
    const dx = Number(band.x - this.#frame.x);
    const dy = Number(band.y - this.#frame.y);
    const dead = this.#many ? "." : "b";
    forEachRun(band, (runX, runY, length, runState) => {
      const x = runX + dx;
      const y = runY + dy;
      const state = this.#many ? runState : 1;
      if (this.#held > 0 && y === this.#y && x === this.#x && state === this.#heldState) {
        this.#held += length;
        this.#x += length;
        return;
      }
      this.#putHeld();
      if (y > this.#y) {
        this.#tokens.put(y - this.#y, "$");
        this.#x = 0;
        this.#y = y;
      }
      if (x > this.#x) this.#tokens.put(x - this.#x, dead);
      this.#held = length;
      this.#heldState = state;
      this.#x = x + length;
    });
  }

  take(): Uint8Array {
    return this.#out.take();
  }

  end(): Uint8Array {
    this.#putHeld();
    this.#tokens.put(1, "!");
    this.#out.push(LF);
    if (this.#enclosed) this.#out.text(`\n${this.#enclosed.trimEnd()}\n`);
    return this.#out.finish();
  }

  #putHeld(): void {
    if (this.#held === 0) return;
    this.#tokens.put(this.#held, this.#many ? (STATE_TOKENS[this.#heldState] as string) : "o");
    this.#held = 0;
  }
}

/** Errors: none for a pattern whose runs are canonical. */
export function writeRle(pattern: RunsPattern): Uint8Array {
  // Under a rule with two states every state from 1 on is alive, and the file must not use states that the rule does
  // not have.
  const writer = new RleWriter(pattern, frameOf(pattern), pattern.cells.states !== null);
  writer.add(pattern.cells);
  return writer.end();
}

function writeHead(
  out: ByteSink,
  pattern: PatternFacts,
  { x, y }: Rect,
  placed: { readonly x: bigint; readonly y: bigint },
): void {
  const facts: string[] = [];
  // A pattern without a position stays one, as long as readers put it where it is.
  if (pattern.positioned || x !== placed.x || y !== placed.y) facts.push(`Pos=${x},${y}`);
  if (pattern.generation !== 0n) facts.push(`Gen=${pattern.generation}`);
  if (facts.length > 0) out.text(`#CXRLE ${facts.join(" ")}\n`);
  if (pattern.name) out.text(`#N ${oneLine(pattern.name)}\n`);
  if (pattern.author) out.text(`#O ${oneLine(pattern.author)}\n`);
  for (const line of commentLines(pattern.comments)) out.text(line === "" ? "#C\n" : `#C ${line}\n`);
}
