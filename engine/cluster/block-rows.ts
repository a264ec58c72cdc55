/** Rows of a universe for those that pass them on (algorithm.ts, `RowPort`). */

import type { RowPort, Universe } from "../algorithms/algorithm.ts";
import { countRows } from "../algorithms/support.ts";
import { blockStride } from "../core/block.ts";
import { gridLeft, gridTop, gridWidth } from "../core/topology.ts";

/** The universe's own port, or one that reads and writes blocks, which costs little where cells lie in the CPU's memory. */
export function rowPortOf(universe: Universe): RowPort {
  if (universe.rows) return universe.rows;
  const { topology } = universe;
  const w = gridWidth(topology);
  const x = BigInt(gridLeft(topology));
  const top = gridTop(topology);
  const stride = blockStride(w);
  return {
    async read(ranges, into) {
      const words = into ?? new Uint32Array(stride * countRows(ranges));
      let at = 0;
      for (const { first, rows } of ranges) {
        const region = { x, y: BigInt(top + first), w: BigInt(w), h: BigInt(rows) };
        words.set((await universe.readBlock(region)).words, at);
        at += rows * stride;
      }
      return words;
    },
    async write(ranges, words) {
      let at = 0;
      for (const { first, rows: h } of ranges) {
        const rows = words.subarray(at, at + h * stride);
        await universe.writeBlock({ x, y: BigInt(top + first), w, h, words: rows }, "copy");
        at += h * stride;
      }
    },
  };
}
