/**
 * How a grid lies in a GPU buffer: rows from the top down, 32 cells a word, lowest bit = lowest x. A row begins at a
 * multiple of `stride` words, of which the first `columns` hold cells; all bits beyond the width are zero. Where rows
 * are long enough for this to cost little, the stride is a multiple of four words, and kernels can load four at a
 * time.
 *
 * Cells in more than two states take a plane for each bit of a state, one after the other, each laid out like that. A plane has
 * some more rows than the grid, which stay zero, so that each begins where a binding may.
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
  readonly planes: number;
  /** Rows from one plane to the next. */
  readonly planeRows: number;
  /** Bytes of one generation, in all planes. */
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

export function packedLayout(width: number, height: number, planes = 1): PackedLayout {
  const columns = Math.ceil(width / 32);
  const stride = columns < LEAST_PADDED ? columns : Math.ceil(columns / 4) * 4;
  const planeRows = planes === 1 ? height : rowsOfPlane(stride, height);
  return { width, height, columns, stride, planes, planeRows, bytes: stride * planeRows * planes * 4 };
}

/** Bindings begin at multiples of so many words (256 bytes). */
const BINDING_WORDS = 64;

function rowsOfPlane(stride: number, height: number): number {
  // The power of two in the stride, at most all of a binding's words.
  const grain = BINDING_WORDS / Math.min(BINDING_WORDS, stride & -stride);
  return Math.ceil(height / grain) * grain;
}

/** The words that hold the cells left .. left + width - 1 of some rows. */
export function wordsOf(left: number, top: number, width: number, height: number): WordBox {
  const column = Math.floor(left / 32);
  return { column, row: top, columns: Math.floor((left + width - 1) / 32) - column + 1, rows: height };
}

/** The bytes that a device offers one generation, which is one storage binding. */
export function bytesOffered(
  limits: Pick<GPUSupportedLimits, "maxBufferSize" | "maxStorageBufferBindingSize">,
): number {
  return Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize);
}
