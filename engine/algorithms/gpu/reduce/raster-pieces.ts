/**
 * Large rasters are counted and read piece by piece: their squares might not fit into one binding of a small device,
 * and need not lie on the GPU all at once.
 */

import { MOST_A_SIDE, MOST_SQUARES } from "./raster-levels.ts";

/** Squares of a raster, counted from its first one. */
export interface RasterPiece {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/** `columns` x `rows` squares of `words` words each, row after row, of pieces that `count` counts one after the other. */
export async function countInPieces(
  columns: number,
  rows: number,
  count: (piece: RasterPiece) => Promise<Uint32Array>,
  words = 1,
): Promise<Uint32Array> {
  const counts = new Uint32Array(columns * rows * words);
  for (const piece of piecesOf(columns, rows)) {
    const counted = await count(piece);
    const across = piece.columns * words;
    for (let j = 0; j < piece.rows; j++) {
      const from = counted.subarray(j * across, (j + 1) * across);
      counts.set(from, ((piece.row + j) * columns + piece.column) * words);
    }
  }
  return counts;
}

function* piecesOf(columns: number, rows: number): Generator<RasterPiece> {
  if (columns === 0) return;
  const widest = Math.min(columns, MOST_A_SIDE);
  const highest = Math.min(MOST_A_SIDE, Math.floor(MOST_SQUARES / widest));
  for (let row = 0; row < rows; row += highest) {
    for (let column = 0; column < columns; column += widest) {
      const [right, bottom] = [Math.min(columns, column + widest), Math.min(rows, row + highest)];
      yield { column, row, columns: right - column, rows: bottom - row };
    }
  }
}
