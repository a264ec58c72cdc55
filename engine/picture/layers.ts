/** The layers under the cells of a picture: the ground, the lines of the grid, and the area beyond a bounded one. */

import type { Topology } from "../core/topology.ts";
import { gridHeight, gridLeft, gridTop, gridWidth } from "../core/topology.ts";

/** The layer of a pixel. The higher one wins where a column and a row meet. */
export const GROUND = 0;
export const LINE = 1;
export const LINE_BOLD = 2;
export const EDGE = 3;
export const OUTSIDE = 4;
export const LAYERS = 5;

/** The grid's first cell and the one past its last, counted from a view's cell; infinite where the grid has no end. */
export interface GridSpan {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function gridSpan(topology: Topology, { x, y }: { readonly x: bigint; readonly y: bigint }): GridSpan {
  const width = gridWidth(topology);
  const height = gridHeight(topology);
  const left = Number(BigInt(gridLeft(topology)) - x);
  const top = Number(BigInt(gridTop(topology)) - y);
  return {
    left: width > 0 ? left : Number.NEGATIVE_INFINITY,
    right: width > 0 ? left + width : Number.POSITIVE_INFINITY,
    top: height > 0 ? top : Number.NEGATIVE_INFINITY,
    bottom: height > 0 ? top + height : Number.POSITIVE_INFINITY,
  };
}

/** cell mod `every` for the view's cell; keeps bold lines in place at any distance. */
export function boldPhase(cell: bigint, every: number): number {
  if (every < 1) return 0;
  const period = BigInt(every);
  return Number(((cell % period) + period) % period);
}

/** Whether the line before a cell (counted from the view's, whose phase is given) is bold. */
export function isBold(cell: number, phase: number, every: number): boolean {
  return every > 0 && (cell + phase) % every === 0;
}
