/** Writes Macrocell as Golly does, a node a line; in pieces, as a file may be hundreds of megabytes. */

import type { PatternFacts } from "../core/pattern.ts";
import type { QuadTree } from "../core/quad-tree.ts";
import { LEAF_LEVEL, QuadTreeBuilder } from "../core/quad-tree.ts";
import { recentreTree } from "../core/tree-recentre.ts";
import { statedRule } from "../rules/universe-rule.ts";
import { ByteSink, DOT, LF, SPACE, STAR } from "./bytes.ts";
import { commentLines, oneLine } from "./notes.ts";

const DOLLAR = 36;
/** Size of the text pieces. */
export const PIECE = 2 ** 20;

/** Errors: `too-large` if the tree has to be divided elsewhere and does not fit then. */
export function* macrocellText(facts: PatternFacts, tree: QuadTree): Generator<Uint8Array> {
  const centred = recentreTree(tree);
  const named = statedRule(facts);
  const stated = named ? named.rule.states > 2 : centred.planes !== undefined;
  const { root, levels, nodes } = stated ? statedTree(centred) : centred;
  const out = new ByteSink();
  putHead(out, facts);
  for (let node = 1; node <= root; node++) {
    const words = nodes.subarray(node * 4, node * 4 + 4);
    if (stated) putNumbers(out, levels[node], words);
    else putNode(out, levels[node], words);
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
  if (level === LEAF_LEVEL) {
    putLeaf(out, words[0], words[1]);
    out.push(LF);
  } else putNumbers(out, level, words);
}

/** A node as its level and four words. */
export function putNumbers(out: ByteSink, level: number, words: ArrayLike<number>): void {
  putNumber(out, level);
  for (let q = 0; q < 4; q++) {
    out.push(SPACE);
    putNumber(out, words[q]);
  }
  out.push(LF);
}

/** The tree that such files hold of cells in states: down to squares of 2 x 2, whose words are the states of their cells. */
export function statedTree(living: QuadTree): Pick<QuadTree, "root" | "levels" | "nodes"> {
  const planes = living.planes ?? [living];
  const builder = new QuadTreeBuilder();
  const made = new Map<string, number>();
  const leaf = (roots: readonly number[]): number => {
    const cell = (x: number, y: number): number =>
      planes.reduce((state, { nodes }, b) => {
        const word = nodes[(roots[b] as number) * 4 + (y >> 2)] as number;
        return state | (((word >>> (8 * (y & 3) + x)) & 1) << b);
      }, 0);
    const square = (level: number, x: number, y: number): number => {
      if (level === 0) return cell(x, y);
      const half = 1 << (level - 1);
      const part = (dx: number, dy: number): number => square(level - 1, x + dx, y + dy);
      return builder.node(level, part(0, 0), part(half, 0), part(0, half), part(half, half));
    };
    return square(LEAF_LEVEL, 0, 0);
  };
  const node = (level: number, roots: readonly number[]): number => {
    if (roots.every((root) => root === 0)) return 0;
    const key = roots.join(" ");
    const known = made.get(key);
    if (known !== undefined) return known;
    const part = (q: number): number =>
      node(
        level - 1,
        roots.map((root, b) => (planes[b] as QuadTree).nodes[root * 4 + q] as number),
      );
    const id = level === LEAF_LEVEL ? leaf(roots) : builder.node(level, part(0), part(1), part(2), part(3));
    made.set(key, id);
    return id;
  };
  const root = node(
    living.level,
    planes.map((plane) => plane.root),
  );
  return builder.build(root, living.level, living.x, living.y);
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
