/**
 * Whole rows of a bounded grid, out of and into its present generation: what ranks pass to each other. Rows are packed as those of a
 * block (core/block.ts): `blockStride(width)` words each, bits beyond the width zero, and are counted from the grid's top.
 */

import { blockStride } from "../core/block.ts";
import { gridLeft, gridTop, gridWidth } from "../core/topology.ts";
import type { Universe } from "./algorithm.ts";

export interface RowPort {
  /** The words of rows first .. first + count - 1, row by row. Errors: those of `Universe.readBlock`. */
  read(first: number, count: number): Promise<Uint32Array<ArrayBuffer>>;
  /** Replaces the cells of as many rows as the words are. Errors: those of `Universe.writeBlock`. */
  write(first: number, words: Uint32Array<ArrayBuffer>): Promise<void>;
}

/** The universe's own port, or one that reads and writes blocks, which costs little where cells lie in the CPU's memory. */
export function rowPortOf(universe: Universe): RowPort {
  if (universe.rows) return universe.rows;
  const { topology } = universe;
  const w = gridWidth(topology);
  const x = BigInt(gridLeft(topology));
  const top = gridTop(topology);
  return {
    async read(first, count) {
      const region = { x, y: BigInt(top + first), w: BigInt(w), h: BigInt(count) };
      return (await universe.readBlock(region)).words;
    },
    write: (first, words) =>
      universe.writeBlock({ x, y: BigInt(top + first), w, h: words.length / blockStride(w), words }, "copy"),
  };
}
