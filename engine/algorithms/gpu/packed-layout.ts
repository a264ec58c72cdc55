/**
 * How a grid lies in a GPU buffer: rows from the top down, 32 cells a word, lowest bit = lowest x, ceil(width / 32) words
 * a row, bits beyond the width zero. The same packing as core/block.ts, so that whole rows travel as they are.
 */

import { TessellaError } from "../../core/errors.ts";
import type { BoundedTopology } from "../../core/topology.ts";
import { nameGrid } from "../support.ts";

export interface PackedLayout {
  /** Cells in a row. */
  readonly width: number;
  readonly height: number;
  /** Words in a row. */
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
  const stride = Math.ceil(width / 32);
  return { width, height, stride, bytes: stride * height * 4 };
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

/** The side of the largest square grid whose generation takes at most that many bytes. */
export function largestSquare(bytes: number): number {
  let side = Math.floor(Math.sqrt(bytes * 8));
  while (side > 0 && packedLayout(side, side).bytes > bytes) side--;
  return side;
}

/** Throws `too-large`, with the largest square that fits, when the device cannot bind one generation of the grid. */
export function checkFits(topology: BoundedTopology, limits: GPUSupportedLimits, adapter: string): void {
  const { bytes } = packedLayout(topology.width, topology.height);
  const offered = bytesOffered(limits);
  if (bytes <= offered) return;
  const side = largestSquare(offered).toLocaleString("en");
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
