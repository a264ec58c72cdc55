/** Rows of a universe for those that pass them on (algorithm.ts, `RowPort`). */

import type { RowPort, Universe } from "../algorithms/algorithm.ts";
import { blockStride } from "../core/block.ts";
import { gridLeft, gridTop, gridWidth } from "../core/topology.ts";

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
