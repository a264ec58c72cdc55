/**
 * Looking up four cells at a time on packed cells (shaders/comparison/lookup/row.wgsl).
 *
 * The hexagonal work's best program: a bit a cell, a thread for the 8 cells of a byte, and instead of counting two
 * look-ups in a table of 65,536 entries. The 16 cells that decide about four neighbouring ones are its index (4 and
 * the two beside them in their own row, 5 in each of the rows above and below), the four next cells its answer. It
 * ran 67 times as fast as their serial loop at few iterations and 85 times from 1,000 on, 1.6 to 2.2 times their
 * naive kernel; they put the growth down to grids that settle and then find their few windows in the cache.
 *
 * Two things are different here. WGSL stores words, so a thread makes a word, 32 cells by eight look-ups. And it runs
 * every neighbourhood: four cells with eight neighbours each depend on 18 cells, 262,144 entries; with four
 * neighbours on 14, 16,384 entries. An entry is four bits, so the tables take 128, 32 (hex) and 8 KiB. Much depends
 * on whether that fits the cache: the same work tried a table of 2^28 entries for eight cells at once, and cache
 * misses ate the gain.
 *
 * The lesson: with 32 cells a word a generation moves a quarter of a byte a cell, a 32nd of the naive kernel's
 * traffic, so look-ups instead of memory become the bottleneck. Each is a read from an address of its own for every
 * thread, and adding in bit slices (bit-row-kernel.ts) does the same with a few dozen operations that need no table.
 */

import { TessellaError } from "../../../core/errors.ts";
import { packedLayout } from "../../../gpu/packed-layout.ts";
import type { Neighbourhood } from "../../../rules/rule.ts";
import type { DenseKernelType } from "../dense/dense-kernel.ts";
import type { BytesOf } from "../dense/grid-fits.ts";
import { LookUpKernel } from "./look-up-kernel.ts";
import { ROW_SHADERS } from "./seed-shaders.ts";
import { wideWindowBits, wideWindowTable, windowBits, windowTable } from "./window-table.ts";

const packedBytes: BytesOf = (width, height) => packedLayout(width, height).bytes;

export const ROW: DenseKernelType = {
  id: "row",
  bytes: packedBytes,
  create: (place) =>
    new LookUpKernel(place, {
      shaders: ROW_SHADERS,
      threadRows: 1,
      table: windowTable,
      tableBytes: 2 ** windowBits("moore") / 2,
    }),
};

/** The same by eight cells at a time, for one neighbourhood: 2^28 entries of a byte for hexagons, 2^26 for four neighbours. */
export function wideRowKernel(neighbourhood: Neighbourhood): DenseKernelType {
  return {
    id: "row-8",
    bytes: packedBytes,
    create: (place) =>
      new LookUpKernel(place, {
        shaders: ROW_SHADERS,
        threadRows: 1,
        constants: { cells_an_entry: 8 },
        table: (asked, phase) => {
          if (asked === neighbourhood) return wideWindowTable(asked, phase);
          throw new TessellaError(
            "unsupported-rule",
            "The kernel row-8 has a table for one neighbourhood only.",
          );
        },
        tableBytes: 2 ** wideWindowBits(neighbourhood),
      }),
  };
}
