/**
 * Macrocell (.mc): a quad-tree, a node a line, so that a pattern with too many cells to list is a file of kilobytes.
 *
 * Behind the first line (`[M2]` and the name of the program that wrote it) and those that begin with `#` come the nodes, numbered from 1 in the order of
 * their lines; 0 is the empty square of any size. A leaf of 8 x 8 cells is drawn in `.` and `*`, where `$` ends a row and dead
 * cells and rows at the end may be missing. `k nw ne sw se` is a square of side 2^k (k from 4 on) made of four nodes. In
 * files of more than two states the smallest are `1 nw ne sw se` with four states in the place of nodes. Children stand
 * before their parents, and the last node is the whole. Its middle is the corner at x = 0, y = 1: the format counts y upward, and
 * where it begins its south-east quarter with row 0 counted so, rows counted downward have 1.
 */

import type { Pattern } from "../core/pattern.ts";
import type { QuadTree } from "../core/quad-tree.ts";
import { LEAF_LEVEL, TREE_MIDDLE } from "../core/quad-tree.ts";
import { runsToTree } from "../core/tree-from-runs.ts";
import {
  HASH,
  isBlank,
  isLineBreak,
  joined,
  lineEnd,
  nextLine,
  placingErrors,
  standsAt,
  syntaxError,
} from "./bytes.ts";
import type { PatternFormat, ReadOptions } from "./format.ts";
import { nodesWithin } from "./format.ts";
import { MacrocellHead } from "./macrocell-head.ts";
import { MacrocellNodes } from "./macrocell-nodes.ts";
import { macrocellText } from "./macrocell-write.ts";
import { Notes } from "./notes.ts";

const MAGIC = "[M2]";

function readMacrocell(bytes: Uint8Array, options: ReadOptions = {}): Pattern {
  const notes = new Notes(bytes);
  const head = new MacrocellHead(bytes, notes, options);
  const nodes = new MacrocellNodes(bytes, head, nodesWithin(options.maxBytes));
  let i = skipEmptyLines(bytes, 0);
  if (!standsAt(bytes, i, MAGIC)) throw syntaxError(bytes, i, "A Macrocell file begins with [M2].");
  placingErrors(
    bytes,
    () => i,
    () => {
      for (i = nextLine(bytes, lineEnd(bytes, i)); i < bytes.length; ) {
        if (isLineBreak(bytes[i]) || isBlank(bytes[i])) i++;
        else if (bytes[i] === HASH) {
          const end = lineEnd(bytes, i);
          head.comment(i, end, nodes);
          i = nextLine(bytes, end);
        } else i = nodes.line(i);
      }
    },
  );
  nodes.settle();
  return {
    cells: treeOf(nodes, head.firstFrame),
    ...head.named,
    generation: head.generation,
    name: notes.name,
    author: notes.author,
    comments: notes.comments,
    positioned: true,
    box: null,
    warnings: notes.warnings,
  };
}

function skipEmptyLines(bytes: Uint8Array, from: number): number {
  let i = from;
  while (isBlank(bytes[i]) || isLineBreak(bytes[i])) i++;
  return i;
}

/** The last node, or that of a timeline's first frame. A file without nodes holds no cells, which Golly writes and reads too. */
function treeOf(nodes: MacrocellNodes, frame: number | null): QuadTree {
  const line = frame ?? nodes.count;
  const { id, level } = nodes.square(line);
  const radius = 1n << BigInt(id === 0 ? LEAF_LEVEL : level - 1);
  const side = id === 0 ? LEAF_LEVEL + 1 : Math.max(LEAF_LEVEL, level);
  const rooted = (root: number): QuadTree =>
    nodes.builder.build(root, side, TREE_MIDDLE.x - radius, TREE_MIDDLE.y - radius);
  const planes = Array.from({ length: nodes.planes }, (_, plane) => rooted(nodes.square(line, plane).id));
  return { ...rooted(id), ...(planes.length > 0 ? { planes } : {}) };
}

export const MACROCELL: PatternFormat = {
  id: "macrocell",
  name: "Macrocell",
  extensions: [".mc"],
  carries: ["rule", "position", "generation", "states", "notes"],
  sniff: (bytes) => standsAt(bytes, skipEmptyLines(bytes, 0), MAGIC),
  read: readMacrocell,
  write: (pattern) => joined([...macrocellText(pattern, runsToTree(pattern.cells))]),
  writeTree: macrocellText,
};
