/**
 * `@TREE`: a decision diagram that asks the neighbours first. Each line is a node: its depth and a branch for each state, to a node
 * above it, or at depth 1 to the cell's next state. The last node is the root.
 *
 * (Golly's format: RuleTree, by Tom Rokicki.)
 */

import { shorten } from "../../core/errors.ts";
import { grouped } from "../../core/integers.ts";
import type { Level } from "../diagram.ts";
import { CELLS, checkBranches, diagramOf } from "../diagram.ts";
import type { DiagramForm } from "../rule.ts";
import type { FileLine, FileWord } from "./file-lines.ts";
import { complain, emptySpaceLit, stateOf, statesOf, wordsOf } from "./file-lines.ts";

/** The order of questions, as places in the square. */
const ASKED: Readonly<Record<string, readonly number[]>> = {
  "4": [1, 3, 5, 7, 4],
  "8": [0, 2, 6, 8, 1, 3, 5, 7, 4],
};

export interface RuleTree {
  readonly states: number;
  readonly neighbours: 4 | 8;
  readonly form: DiagramForm;
}

/** Errors: `syntax` with line and column, `too-large`, `unsupported-rule` where empty space lights up. */
export function readTree(lines: Iterable<FileLine>, at: FileLine): RuleTree {
  const facts = new Map<string, { readonly word: FileWord | undefined; readonly line: FileLine }>();
  const nodes: FileLine[] = [];
  for (const line of lines) {
    const head = /^\s*(num_\w+)\s*=\s*/.exec(line.text);
    if (head) facts.set(head[1] as string, { word: wordsOf(line, /\s+/, head[0].length)[0], line });
    else if (line.text.trim() !== "" && !line.text.trimStart().startsWith("#")) nodes.push(line);
  }
  const fact = (name: string): { readonly word: FileWord | undefined; readonly line: FileLine } =>
    facts.get(name) ??
    complain(
      at,
      `The tree does not say its ${name}.`,
      "It begins with num_states=, num_neighbors= and num_nodes=.",
    );
  const told = fact("num_states");
  const states = statesOf(told.word, told.line);
  const around = fact("num_neighbors");
  const cells = ASKED[around.word?.text ?? ""];
  if (!cells) return complain(around.word ?? around.line, "A tree has 4 or 8 neighbours (num_neighbors).");
  const count = fact("num_nodes");
  if (Number(count.word?.text) !== nodes.length)
    complain(
      count.word ?? count.line,
      `The tree has ${grouped(nodes.length)} nodes and not ${shorten(count.word?.text ?? "")}.`,
      "Is the file complete?",
    );
  checkBranches(nodes.length * states);
  const levels = levelsOf(nodes, states, cells);
  const empty = emptySpaceOf(nodes);
  if (states > 2 && Number(empty.text) !== 0) throw emptySpaceLit(Number(empty.text), empty);
  return { states, neighbours: cells.length === CELLS ? 8 : 4, form: diagramOf(levels) };
}

/** Where a tree without faults says what an empty cell among empty ones becomes: the first branch of each node from the root on. */
function emptySpaceOf(nodes: readonly FileLine[]): FileWord {
  let node = nodes.length - 1;
  for (;;) {
    const [depth, first] = wordsOf(nodes[node] as FileLine, /\s+/) as [FileWord, FileWord];
    if (Number(depth.text) === 1) return first;
    node = Number(first.text);
  }
}

function levelsOf(nodes: readonly FileLine[], states: number, cells: readonly number[]): Level[] {
  /** Of each depth, its nodes' branches. */
  const branches: number[][] = cells.map(() => []);
  /** Of each node, its depth and number among those of that depth. */
  const places: { readonly depth: number; readonly id: number }[] = [];
  const childOf = (word: FileWord, at: number, depth: number): number => {
    const place = /^\d+$/.test(word.text) ? places[Number(word.text)] : undefined;
    if (!place || Number(word.text) >= at)
      return complain(word, `Node ${at} leads to "${shorten(word.text)}", which is no node above it.`);
    if (place.depth !== depth - 1)
      return complain(
        word,
        `Node ${at} has depth ${depth} and leads to node ${word.text} of depth ${place.depth}; it should be ${depth - 1}.`,
      );
    return place.id;
  };
  nodes.forEach((line, at) => {
    const [first, ...children] = wordsOf(line, /\s+/) as [FileWord, ...FileWord[]];
    const depth = /^\d+$/.test(first.text) ? Number(first.text) : 0;
    if (!(depth >= 1 && depth <= cells.length))
      complain(first, `A node's depth is 1 to ${cells.length}, not ${shorten(first.text)}.`);
    if (children.length !== states)
      complain(line, `The node has ${children.length} branches and not one for each of ${states} states.`);
    const own = branches[depth - 1] as number[];
    places.push({ depth, id: own.length / states });
    for (const word of children) own.push(depth === 1 ? stateOf(word, states) : childOf(word, at, depth));
  });
  const root = places.at(-1);
  const line = nodes.at(-1);
  if (!line || !root || root.depth !== cells.length)
    return complain(line ?? { line: 1 }, `The last node is the root and has depth ${cells.length}.`);
  const kinds = Uint8Array.from({ length: states }, (_, state) => state);
  const asked = cells.map((cell, i): Level => {
    const own = branches[cells.length - 1 - i] as number[];
    // Only the root of that depth counts.
    return { cell, kinds, branches: Int32Array.from(i === 0 ? own.slice(root.id * states) : own) };
  });
  const silent = Array.from({ length: CELLS }, (_, cell) => cell)
    .filter((cell) => !cells.includes(cell))
    .map((cell): Level => ({ cell, kinds: new Uint8Array(states), branches: new Int32Array(1) }));
  return [...silent, ...asked];
}
