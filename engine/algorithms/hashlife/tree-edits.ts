/** Edits of a universe's root. `last` is the last state of its rule, which all higher ones become. */

import type { Block } from "../../core/block.ts";
import { livingBlock } from "../../core/block.ts";
import type { QuadTree } from "../../core/quad-tree.ts";
import type { Rect } from "../../core/rect.ts";
import { intersectRects } from "../../core/rect.ts";
import type { Runs } from "../../core/runs.ts";
import { blockToRuns, clampRuns } from "../../core/runs.ts";
import type { WriteMode } from "../algorithm.ts";
import { LEAF_LEVEL } from "./layout.ts";
import { fitSquare, readSquare } from "./leaf-planes.ts";
import { squareOfStates, squareOfTree } from "./tree-exchange.ts";
import { blockToSquare } from "./tree-from-block.ts";
import { runsToSquare } from "./tree-from-runs.ts";
import type { Square } from "./tree-visit.ts";
import { rootRect } from "./tree-visit.ts";
import type { Builder } from "./tree-write.ts";
import { checkLevel, combine, cutTree } from "./tree-write.ts";

/** A root with another written over it. Errors: `too-large`. */
export function rootOver(
  builder: Builder,
  root: Square,
  written: Square,
  mode: WriteMode,
  last: number,
): Square {
  const level = Math.max(root.level, written.level);
  checkLevel(level);
  const { square } = builder.grown(root, level);
  const over = builder.grown(written, level).square;
  return { square: combine(builder, square, over, level, mode, last), level };
}

/** The cells of a block as a tree. Errors: `too-large`. */
export function squareOfBlock(builder: Builder, block: Block, last: number): Square {
  return last === 1
    ? blockToSquare(builder, livingBlock(block))
    : runsToSquare(builder, clampRuns(blockToRuns(block), last));
}

/** A root with runs written over it. Errors: `too-large`. */
export function runsOver(builder: Builder, root: Square, cells: Runs, mode: WriteMode, last: number): Square {
  return rootOver(builder, root, runsToSquare(builder, clampRuns(cells, last)), mode, last);
}

/** A root without the cells of a region. */
export function without(builder: Builder, root: Square, region: Rect): Square {
  if (!intersectRects(rootRect(root.level), region)) return root;
  return { square: cutTree(builder, root, region, false), level: root.level };
}

/** A tree as a root. Errors: `too-large`. */
export function rootOfTree(builder: Builder, tree: QuadTree, last: number): Square {
  return builder.core.planes > 1 ? squareOfStates(builder, tree, last) : squareOfTree(builder, tree);
}

/**
 * The same cells kept in `planes` bits, where they are kept in `from` (default: as the core keeps them), those in states above `last`
 * in that one.
 */
export function refit(
  builder: Builder,
  { square, level }: Square,
  planes: number,
  last: number,
  from = builder.core.planes,
): number {
  const known = new Map<number, number>();
  const fit = (node: number, l: number): number => {
    if (node === 0) return 0;
    const found = known.get(node);
    if (found !== undefined) return found;
    const child = (k: number): number => fit(builder.child(node, k), l - 1);
    const made =
      l > LEAF_LEVEL
        ? builder.node(child(0), child(1), child(2), child(3))
        : builder.cells(
            fitSquare(readSquare({ words: builder.core.words, planes: from }, node), planes, last),
            planes,
          );
    known.set(node, made);
    return made;
  };
  return fit(square, level);
}
