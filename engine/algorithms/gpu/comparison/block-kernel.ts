/**
 * HashLife's bottom layer on the GPU: the table of all 4 x 4 squares with the 2 x 2 in their middles one generation
 * later, run over the whole grid (shaders/comparison/lookup/block.wgsl).
 *
 * The report on HashLife and GPUs (2010) wanted all of HashLife there and got to this layer. Its table of 65,536
 * squares lay in texture memory and its cells in a byte each. On 22,000 x 22,000 cells a generation took 102 ms on a
 * GTX 280 against 120 by counting, 1.18 times as fast; on the CPU the same table gained 1.53. Three quarters fewer
 * threads (one for each 2 x 2) made no difference, so the authors knew what the program was waiting for: memory.
 *
 * Here the cells are packed, which removes that wait and allows a question that the report could not answer: what is
 * the look-up itself worth? A 4 x 4 square is sixteen cells of which nine count for each answer; the window of a row
 * (row-kernel.ts) is eighteen, with four answers as well, and its table is four times as large. A thread makes two
 * words, one below the other, since an answer belongs to two rows. The CPU's version (cpu/block-universe.ts) stores cells as
 * halves of the index and so never gathers one, at the price of a form of its own. Here gathering is shifts and masks
 * in registers.
 */

import { packedLayout } from "../../../gpu/packed-layout.ts";
import type { DenseKernelType } from "../dense/dense-kernel.ts";
import { LookUpKernel } from "./look-up-kernel.ts";
import { BLOCK_SHADERS } from "./seed-shaders.ts";
import { packedBlockTable } from "./window-table.ts";

/** `threadRows`: an even number of rows, of which a thread makes a word each. */
function blockKernel(id: string, threadRows: number): DenseKernelType {
  return {
    id,
    bytes: (width, height) => packedLayout(width, height).bytes,
    create: (place) =>
      new LookUpKernel(place, {
        shaders: BLOCK_SHADERS,
        threadRows,
        constants: { thread_rows: threadRows },
        table: packedBlockTable,
        tableBytes: 2 ** 15,
      }),
  };
}

export const BLOCK_TABLE = blockKernel("block", 2);

/** With three quarters fewer threads: what the report found to make no difference. */
export const BLOCK_TABLE_FEWER_THREADS = blockKernel("block-8", 8);
