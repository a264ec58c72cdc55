/**
 * How a grid lies in a GPU buffer: rows from the top down, 32 cells a word, lowest bit = lowest x. A row begins at a
 * multiple of `stride` words, of which the first `columns` hold cells; all bits beyond the width are zero. Where rows
 * are long enough for this to cost little, the stride is a multiple of four words, and kernels can load four at a
 * time.
 */

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

/** A box of cells in the grid: column, row, width and height, counted from the grid's top left cell. */
export interface GridBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
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

/** The bytes that a device offers one generation, which is one storage binding. */
export function bytesOffered(limits: GPUSupportedLimits): number {
  return Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize);
}
