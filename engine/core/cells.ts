/**
 * A pattern's cells: runs, a packed block where they are dense, or a quad-tree if they may be too many for both. Code that asks for
 * size, number or position need not know which; code that reads the cells asks for runs, and gets an error if there are too many.
 */

import type { Block } from "./block.ts";
import { blockBounds, blockPopulation } from "./block.ts";
import type { QuadTree } from "./quad-tree.ts";
import type { Rect } from "./rect.ts";
import type { Runs } from "./runs.ts";
import { blockToRuns, clipRuns, runCount, runsBounds, runsPopulation, translateRuns } from "./runs.ts";
import { treeBounds, treePopulation } from "./tree-facts.ts";
import { treeToRuns } from "./tree-to-runs.ts";

export type Cells = Runs | Block | QuadTree;

export function isTree(cells: Cells): cells is QuadTree {
  return "kind" in cells;
}

export function isBlock(cells: Cells): cells is Block {
  return "words" in cells;
}

export function isRuns(cells: Cells): cells is Runs {
  return "spans" in cells;
}

/** The arrays that hold the cells. */
export function cellArrays(cells: Cells): readonly ArrayBufferView[] {
  if (isBlock(cells)) return [cells.words];
  if (isTree(cells)) return [cells.levels, cells.nodes, ...(cells.planes ?? []).flatMap(cellArrays)];
  return [cells.rows, cells.starts, cells.spans, ...(cells.states ? [cells.states] : [])];
}

/** How many pieces they come in: words of a block, nodes of a tree, or runs. */
export function cellPieces(cells: Cells): number {
  if (isBlock(cells)) return cells.words.length;
  return isTree(cells) ? cells.root : runCount(cells);
}

export function cellsBounds(cells: Cells): Rect | null {
  if (isBlock(cells)) return blockBounds(cells);
  return isTree(cells) ? treeBounds(cells) : runsBounds(cells);
}

export function cellsPopulation(cells: Cells): bigint {
  if (isBlock(cells)) return BigInt(blockPopulation(cells));
  return isTree(cells) ? treePopulation(cells) : runsPopulation(cells);
}

/** The same cells moved by (dx, dy); nothing is copied. */
export function translateCells(cells: Cells, dx: bigint, dy: bigint): Cells {
  if (isRuns(cells)) return translateRuns(cells, dx, dy);
  return isTree(cells) ? translateTree(cells, dx, dy) : { ...cells, x: cells.x + dx, y: cells.y + dy };
}

function translateTree(tree: QuadTree, dx: bigint, dy: bigint): QuadTree {
  const planes = tree.planes?.map((plane) => translateTree(plane, dx, dy));
  return { ...tree, x: tree.x + dx, y: tree.y + dy, ...(planes ? { planes } : {}) };
}

/** The part inside the box: the cells themselves if that is all of them, else runs. Errors: `too-large` for those. */
export function clipCells(cells: Cells, box: Rect): Cells {
  if (!isTree(cells) && !isBlock(cells)) return clipRuns(cells, box);
  const bounds = cellsBounds(cells);
  const holds =
    !bounds ||
    (bounds.x >= box.x &&
      bounds.y >= box.y &&
      bounds.x + bounds.w <= box.x + box.w &&
      bounds.y + bounds.h <= box.y + box.h);
  if (holds) return cells;
  return isBlock(cells) ? clipRuns(blockToRuns(cells), box) : treeToRuns(cells, box);
}

/** Errors: `too-large` for a tree or a block that runs cannot hold. */
export function cellsToRuns(cells: Cells): Runs {
  if (isBlock(cells)) return blockToRuns(cells);
  return isTree(cells) ? treeToRuns(cells) : cells;
}

/** Quad-trees of this level and more (side 2^level) are large because they are regular. */
const VAST_LEVEL = 12;

/** Whether cells that came as a quad-tree are worth keeping as one. */
export function isVast(cells: Cells | undefined): boolean {
  return cells !== undefined && isTree(cells) && cells.level >= VAST_LEVEL && !isSoup(cells);
}

/** Cells of a leaf, and how many nodes there may be for each before a tree counts as a soup. */
const LEAF_CELLS = 64n;
const SPARE = 4n;

/** Whether nearly every square of a tree differs from the others, as in a soup: nothing is gained by keeping it as one. */
export function isSoup(tree: QuadTree): boolean {
  const box = treeBounds(tree);
  return box !== null && BigInt(tree.root) * LEAF_CELLS * SPARE > box.w * box.h;
}
