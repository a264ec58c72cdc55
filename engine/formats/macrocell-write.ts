/** Writes Macrocell as Golly does, a node a line; in pieces, as a file may be hundreds of megabytes. */

import type { PatternFacts } from "../core/pattern.ts";
import type { QuadTree } from "../core/quad-tree.ts";
import { LEAF_LEVEL } from "../core/quad-tree.ts";
import { recentreTree } from "../core/tree-recentre.ts";
import { ByteSink, DOT, LF, SPACE, STAR } from "./bytes.ts";
import { commentLines, oneLine } from "./notes.ts";

const DOLLAR = 36;
/** Size of the text pieces. */
export const PIECE = 2 ** 20;

/** Errors: `too-large` if the tree has to be divided elsewhere and does not fit then. */
export function* macrocellText(facts: PatternFacts, tree: QuadTree): Generator<Uint8Array> {
  const { root, levels, nodes } = recentreTree(tree);
  const out = new ByteSink();
  putHead(out, facts);
  for (let node = 1; node <= root; node++) {
    putNode(out, levels[node], nodes.subarray(node * 4, node * 4 + 4));
    if (out.length >= PIECE) yield out.take();
  }
  yield out.finish();
}

/** The first line, and the facts besides the cells. */
export function putHead(out: ByteSink, facts: PatternFacts): void {
  out.text("[M2] (tessella)\n");
  if (facts.rule !== null) out.text(`#R ${facts.rule}\n`);
  if (facts.generation !== 0n) out.text(`#G ${facts.generation}\n`);
  if (facts.name) out.text(`#N ${oneLine(facts.name)}\n`);
  if (facts.author) out.text(`#O ${oneLine(facts.author)}\n`);
  for (const line of commentLines(facts.comments)) out.text(line === "" ? "#C\n" : `#C ${line}\n`);
}

/** The line of a node with its four words (core/quad-tree.ts). */
export function putNode(out: ByteSink, level: number, words: ArrayLike<number>): void {
  if (level === LEAF_LEVEL) putLeaf(out, words[0], words[1]);
  else {
    putNumber(out, level);
    for (let q = 0; q < 4; q++) {
      out.push(SPACE);
      putNumber(out, words[q]);
    }
  }
  out.push(LF);
}

/** Dead cells at a row's end and empty rows at the end are left out. */
function putLeaf(out: ByteSink, low: number, high: number): void {
  for (let row = 0; row < 8; row++) {
    const rest = row < 4 ? (low >>> (8 * row)) | high : high >>> (8 * row - 32);
    if (rest === 0) return;
    for (let bits = (row < 4 ? low >>> (8 * row) : rest) & 255; bits !== 0; bits >>= 1) {
      out.push(bits & 1 ? STAR : DOT);
    }
    out.push(DOLLAR);
  }
}

function putNumber(out: ByteSink, value: number): void {
  let unit = 1;
  while (unit * 10 <= value) unit *= 10;
  for (let rest = value; unit >= 1; unit /= 10) {
    const digit = Math.floor(rest / unit);
    out.push(48 + digit);
    rest -= digit * unit;
  }
}
