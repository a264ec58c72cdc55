/**
 * How a grid lies in a GPU buffer: rows from the top down, 32 cells a word, lowest bit = lowest x. A row begins at a
 * multiple of `stride` words, of which the first `columns` hold cells; all bits beyond the width are zero. Where rows are
 * long enough for it to cost little, the stride is a multiple of four words, so that kernels can load four at a time.
 */

import { TessellaError } from "../../core/errors.ts";
import type { BoundedTopology } from "../../core/topology.ts";
import { nameGrid } from "../support.ts";

/** Shorter rows are not padded. */
const LEAST_PADDED = 8;

export interface PackedLayout {
  /** Cells in a row. */
  readonly width: number;
  readonly height: number;
  /** Words that hold the cells of a row. */
  readonly columns: number;
  /** Words from one row to the next. */
  readonly stride: number;
  /** Bytes of one generation. */
  readonly bytes: number;
}

/** A box of words in the packed grid. */
export interface WordBox {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

export function packedLayout(width: number, height: number): PackedLayout {
  const columns = Math.ceil(width / 32);
  const stride = columns < LEAST_PADDED ? columns : Math.ceil(columns / 4) * 4;
  return { width, height, columns, stride, bytes: stride * height * 4 };
}

/** The words that hold the cells left .. left + width - 1 of some rows. */
export function wordsOf(left: number, top: number, width: number, height: number): WordBox {
  const column = Math.floor(left / 32);
  return { column, row: top, columns: Math.floor((left + width - 1) / 32) - column + 1, rows: height };
}

/** What a device offers one generation: it is one storage binding. */
export function bytesOffered(limits: GPUSupportedLimits): number {
  return Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize);
}

/** Bytes of one generation of a grid, in whatever form it is kept. */
export type BytesOf = (width: number, height: number) => number;

const packedBytes: BytesOf = (width, height) => packedLayout(width, height).bytes;

/** The side of the largest square grid whose generation takes at most that many bytes. `bytesOf` grows with the side. */
export function largestSquare(bytes: number, bytesOf: BytesOf = packedBytes): number {
  let fits = 0;
  // No form takes less than a bit a cell.
  let tooLarge = Math.floor(Math.sqrt(bytes * 8)) + 1;
  while (tooLarge - fits > 1) {
    const side = Math.floor((fits + tooLarge) / 2);
    if (bytesOf(side, side) <= bytes) fits = side;
    else tooLarge = side;
  }
  return fits;
}

/** Throws `too-large`, with the largest square that fits, when the device cannot bind one generation of the grid. */
export function checkFits(
  topology: BoundedTopology,
  bytesOf: BytesOf,
  limits: GPUSupportedLimits,
  adapter: string,
): void {
  const bytes = bytesOf(topology.width, topology.height);
  const offered = bytesOffered(limits);
  if (bytes <= offered) return;
  const side = largestSquare(offered, bytesOf).toLocaleString("en");
  const mb = (n: number): string => Math.ceil(n / 2 ** 20).toLocaleString("en");
  throw new TessellaError(
    "too-large",
    `${capital(nameGrid(topology))} needs ${mb(bytes)} MB in one piece, but ${adapter} binds at most ${mb(offered)} MB: ` +
      `the largest square that fits is ${side} x ${side} cells.`,
    {
      hint:
        topology.kind === "frozen"
          ? "Run a smaller grid."
          : "The algorithm `bitwise` stores only the parts of a grid that live.",
    },
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
