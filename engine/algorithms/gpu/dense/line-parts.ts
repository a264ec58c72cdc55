/**
 * How a grid is cut into parts for sums along lines (shaders/dense/lines/part.wgsl): strips of columns of bands of rows, one after the other
 * in the same memory. Sums have 16 bits, so a part is at most so wide and high, and each has the cells around it besides.
 */

import type { PackedLayout } from "../../../gpu/packed-layout.ts";
import type { LineShape } from "./line-plan.ts";

/** Words of cells in a row of a part, and its rows: running sums stay below 2^16. */
const MOST_WORDS = 1024;
const MOST_ROWS = 2 ** 15;
/** Rows of a block that a thread walks down: parts end with a whole one. */
const BLOCK_ROWS = 16;
/** Rows of a stretch of diagonals, as in shaders/dense/lines/diagonals.wgsl. */
export const STRETCH_ROWS = 64;
/** Reads in a dispatch: a GPU that others wait for is not to be taken for a second. */
const MOST_READS = 2 ** 36;
const MOST_SOFTWARE_READS = 2 ** 27;
/** Threads that keep a large GPU busy. */
const WANTED_THREADS = 2 ** 17;
/** What the first sums of a walk may cost beside the rest. */
const START_SHARE = 1 / 4;

export interface LineParts {
  readonly parts: readonly LinePart[];
  /** Rows of a part, but for the last. */
  readonly bandRows: number;
  readonly walkRows: number;
  /** Of a row of the widest part, and of its sums. */
  readonly cellWords: number;
  readonly pitch: number;
  /** Words of all sums of a kind. */
  readonly keptWords: number;
  /** Cells to the left of a part that have sums. */
  readonly padding: number;
  readonly bytes: number;
}

/** Rows and columns of words of a part: those that are computed, and the first row and column of cells with sums. */
export interface LinePart {
  readonly left: number;
  readonly top: number;
  readonly rows: number;
  readonly cellWords: number;
  readonly column: number;
  readonly endColumn: number;
  readonly firstRow: number;
  readonly endRow: number;
}

const wholes = (count: number, of: number): number => Math.ceil(count / of) * of;

/** `room`: bytes for sums; they take more where a part of the least size does. */
export function layParts(
  shape: LineShape,
  { columns, height }: Pick<PackedLayout, "columns" | "height">,
  room: number,
  software: boolean,
): LineParts {
  const { kept, above, below } = shape;
  const padding = wholes(shape.left, 32);
  const beside = (padding + wholes(shape.right + 4, 32)) / 32;
  const around = above + below;
  const leans = kept.includes("down") || kept.includes("up");
  const reads = 1 + shape.changes.flat().length;
  const cellWordsOf = (words: number): number => words + beside;
  const pitchOf = (words: number): number => wholes(cellWordsOf(words) * 16 + 1, 32);
  const bytesOf = (words: number, rows: number): number => {
    const all = wholes(rows, BLOCK_ROWS) + around;
    const stretches = Math.ceil(all / STRETCH_ROWS) * (cellWordsOf(words) * 16 + all / 2 + 2);
    return 4 * (kept.length * all * pitchOf(words) + (leans ? Math.ceil(stretches) : 0));
  };
  const rowsFor = (words: number): number => {
    const byReads = (software ? MOST_SOFTWARE_READS : MOST_READS) / (32 * words * reads);
    let rows = Math.min(height, MOST_ROWS, wholes(byReads, BLOCK_ROWS));
    while (rows > BLOCK_ROWS && bytesOf(words, rows) > room) rows = wholes(rows / 2, BLOCK_ROWS);
    // As near to the room as that comes.
    while (rows < height && rows < byReads && bytesOf(words, rows + BLOCK_ROWS) <= room) rows += BLOCK_ROWS;
    return Math.min(height, rows);
  };
  let words = Math.min(columns, MOST_WORDS);
  // Flat bands mostly sum up what lies around them.
  while (words > 32 && bytesOf(words, rowsFor(words)) > room) words = Math.ceil(words / 2);
  // Bands of one height: the first ones are not to leave a strip over.
  const bands = Math.ceil(height / rowsFor(words));
  const bandRows = Math.min(height, wholes(Math.ceil(height / bands), BLOCK_ROWS));
  const threads = (16 * words * bandRows) / WANTED_THREADS;
  const spare = software ? Number.POSITIVE_INFINITY : threads;
  const wanted = shape.whole.length / (START_SHARE * reads);
  const walkRows = wholes(Math.max(1, Math.min(wanted, spare, bandRows)), BLOCK_ROWS);
  const parts: LinePart[] = [];
  for (let firstRow = 0; firstRow < height; firstRow += bandRows) {
    const endRow = Math.min(height, firstRow + bandRows);
    for (let column = 0; column < columns; column += words) {
      const endColumn = Math.min(columns, column + words);
      parts.push({
        left: 32 * column - padding,
        top: firstRow - above,
        rows: endRow - firstRow + around,
        cellWords: cellWordsOf(endColumn - column),
        ...{ column, endColumn, firstRow, endRow },
      });
    }
  }
  const pitch = pitchOf(words);
  return {
    parts,
    bandRows,
    walkRows,
    cellWords: cellWordsOf(words),
    pitch,
    keptWords: (wholes(bandRows, BLOCK_ROWS) + around) * pitch,
    padding,
    bytes: bytesOf(words, bandRows),
  };
}
