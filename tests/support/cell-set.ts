/** Cells as a set of "x,y": the slowest and most obvious model there is, for checking what universes read and write. */

import { expect } from "vitest";
import type { Block } from "../../engine/core/block.ts";
import { blockCell } from "../../engine/core/block.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { rectContains } from "../../engine/core/rect.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { forEachRun } from "../../engine/core/runs.ts";

export type CellSet = ReadonlySet<string>;

const key = (x: bigint, y: bigint): string => `${x},${y}`;

export function placeOf(cell: string): readonly [x: bigint, y: bigint] {
  const [x, y] = cell.split(",");
  return [BigInt(x), BigInt(y)];
}

export function setOfBlock(block: Block): CellSet {
  const cells = new Set<string>();
  for (let j = 0; j < block.h; j++) {
    for (let i = 0; i < block.w; i++) {
      if (blockCell(block, i, j)) cells.add(key(block.x + BigInt(i), block.y + BigInt(j)));
    }
  }
  return cells;
}

export function setOfRuns(runs: Runs): CellSet {
  const cells = new Set<string>();
  forEachRun(runs, (x, y, length) => {
    for (let i = 0; i < length; i++) cells.add(key(runs.x + BigInt(x + i), runs.y + BigInt(y)));
  });
  return cells;
}

/** Those inside the box. */
export function inside(cells: CellSet, box: Rect): CellSet {
  return new Set([...cells].filter((cell) => rectContains(box, ...placeOf(cell))));
}

export function outside(cells: CellSet, box: Rect): CellSet {
  return new Set([...cells].filter((cell) => !rectContains(box, ...placeOf(cell))));
}

export function union(a: CellSet, b: CellSet): CellSet {
  return new Set([...a, ...b]);
}

export function minus(a: CellSet, b: CellSet): CellSet {
  return new Set([...a].filter((cell) => !b.has(cell)));
}

/** In the order in which failing tests are read: by row, then by column. */
export function listed(cells: CellSet): string[] {
  return [...cells]
    .map(placeOf)
    .sort(([ax, ay], [bx, by]) => Number(ay - by) || Number(ax - bx))
    .map(([x, y]) => key(x, y));
}

/** Sets are compared first, and only those that differ are listed. */
export function expectSameCells(found: CellSet, expected: CellSet, where?: string): void {
  const isSame = found.size === expected.size && minus(found, expected).size === 0;
  if (!isSame) expect(listed(found), where).toEqual(listed(expected));
}
