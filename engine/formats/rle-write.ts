/**
 * Writes RLE as Golly does: lines of at most 70 characters with no token split over two, counts of one left out, dead
 * cells at a row's end and rows below the last left out, `b` and `o` for two states and `.` and letters for more. The
 * first line says where the pattern lies (and its generation), as Golly wants it.
 */

import type { Pattern } from "../core/pattern.ts";
import { forEachRun } from "../core/runs.ts";
import { UNBOUNDED } from "../core/topology.ts";
import { parseUniverseRule } from "../rules/universe-rule.ts";
import { ByteSink, LF } from "./bytes.ts";
import { frameOf } from "./frame.ts";
import { commentLines, oneLine } from "./notes.ts";
import { defaultOrigin } from "./rle-header.ts";

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

/** Errors: none for a pattern whose runs are canonical. */
export function writeRle(pattern: Pattern): Uint8Array {
  const out = new ByteSink();
  const frame = frameOf(pattern);
  const topology = pattern.rule === null ? UNBOUNDED : parseUniverseRule(pattern.rule).topology;
  writeHead(out, pattern, frame.x, frame.y, defaultOrigin(topology, frame.w, frame.h));
  out.text(`x = ${frame.w}, y = ${frame.h}${pattern.rule === null ? "" : `, rule = ${pattern.rule}`}\n`);

  // Under a rule with two states every state from 1 on is alive, and the file must not say more than the rule allows.
  const many = pattern.cells.states !== null && pattern.rule === null;
  const tokens = new Tokens(out);
  const dead = many ? "." : "b";
  let x = Number(frame.x - pattern.cells.x);
  let y = Number(frame.y - pattern.cells.y);
  const left = x;
  // The run that may still grow: neighbours in different states are one run where there are two states.
  let held = 0;
  let heldState = 1;
  forEachRun(pattern.cells, (runX, runY, length, runState) => {
    const state = many ? runState : 1;
    if (held > 0 && runY === y && runX === x && state === heldState) {
      held += length;
      x += length;
      return;
    }
    if (held > 0) tokens.put(held, many ? (STATE_TOKENS[heldState] as string) : "o");
    if (runY > y) {
      tokens.put(runY - y, "$");
      x = left;
      y = runY;
    }
    if (runX > x) tokens.put(runX - x, dead);
    held = length;
    heldState = state;
    x = runX + length;
  });
  if (held > 0) tokens.put(held, many ? (STATE_TOKENS[heldState] as string) : "o");
  tokens.put(1, "!");
  out.push(LF);
  return out.finish();
}

function writeHead(
  out: ByteSink,
  pattern: Pattern,
  x: bigint,
  y: bigint,
  placed: { readonly x: bigint; readonly y: bigint },
): void {
  const facts: string[] = [];
  // A pattern that says nothing about its place stays one, as long as a reader puts it where it is.
  if (pattern.positioned || x !== placed.x || y !== placed.y) facts.push(`Pos=${x},${y}`);
  if (pattern.generation !== 0n) facts.push(`Gen=${pattern.generation}`);
  if (facts.length > 0) out.text(`#CXRLE ${facts.join(" ")}\n`);
  if (pattern.name) out.text(`#N ${oneLine(pattern.name)}\n`);
  if (pattern.author) out.text(`#O ${oneLine(pattern.author)}\n`);
  for (const line of commentLines(pattern.comments)) out.text(line === "" ? "#C\n" : `#C ${line}\n`);
}
