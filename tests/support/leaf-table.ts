/**
 * The base case as the HashLife papers have it: nothing but a table. A 4 x 4 square's 2 x 2 middle one generation later is
 * looked up (engine/rules/tables.ts), and a square of any even side is covered by 4 x 4 squares two cells apart, whose
 * middles tile the next generation of all but its outermost cells. Eight times that takes a 32 x 32 square to its 16 x 16
 * centre. Slow and plain: both base cases of the core (SIMD and bit-sliced) are measured against it.
 */

/** The tables (`blockTable`) for steps from even and from odd generations; the same one twice without phases. */
export type LeafTables = readonly [Uint8Array, Uint8Array];

const SIDE = 32;
const LEAF_SIDE = 16;

/**
 * Steps 32 rows of 32 cells (lowest bit = westernmost) by 0 to 8 generations, the first from a generation of parity
 * `parity`. Answers the 16 rows of 16 cells of the centre.
 */
export function stepByTable(
  tables: LeafTables,
  rows: Uint32Array,
  generations: number,
  parity: number,
): Uint16Array {
  let square: Square = { side: SIDE, cells: rows };
  for (let g = 0; g < generations; g++) square = shrink(tables[(parity + g) & 1 ? 1 : 0], square);
  const border = (square.side - LEAF_SIDE) / 2;
  return Uint16Array.from({ length: LEAF_SIDE }, (_, y) => square.cells[border + y] >>> border);
}

interface Square {
  readonly side: number;
  /** Rows; only the lowest `side` bits of each count. */
  readonly cells: Uint32Array;
}

/** One generation of all but the border. */
function shrink(table: Uint8Array, { side, cells }: Square): Square {
  const inner = new Uint32Array(side - 2);
  for (let y = 0; y < side - 2; y += 2) {
    for (let x = 0; x < side - 2; x += 2) {
      let block = 0;
      for (let r = 0; r < 4; r++) block |= ((cells[y + r] >>> x) & 15) << (4 * r);
      const middle = table[block];
      inner[y] |= (middle & 3) << x;
      inner[y + 1] |= (middle >>> 2) << x;
    }
  }
  return { side: side - 2, cells: inner };
}
