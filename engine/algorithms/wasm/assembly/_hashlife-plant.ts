/*
 * Squares from the cells of a file: those of one block, which is a square of level 4 to 8, come as parts of rows, a word each, and
 * become the squares of level 3 that they lie in, then those above. For cells in more than two states.
 */

import { DESK, planesAt } from "./_hashlife-memory";
import { squareOfMiddles } from "./_hashlife-planes";
import { node } from "./_hashlife-table";

/** Squares of level 3 in a row of the largest block. */
const ACROSS: u32 = 32;
const ROW_OF_SQUARES: u32 = ACROSS << 2;
/** The block's squares, row by row. */
const SQUARES: u32 = DESK;
/** Eight rows of cells: of each column of squares up to eight planes of eight bytes. */
const CELLS: u32 = SQUARES + ACROSS * ROW_OF_SQUARES;
const COLUMN_BYTES: u32 = 64;
/** Where the host puts the parts (engine/algorithms/hashlife/layout.ts). */
const PARTS: u32 = CELLS + ACROSS * COLUMN_BYTES;

/**
 * The square of `level` with these cells: `count` words at PARTS, downward by eights of rows. A word is a row, the first and the last
 * column of cells in one state, and that state, a byte each from the lowest on. Needs room for all squares of the block.
 */
export function plant(count: u32, level: u32): u32 {
  let side: u32 = 1 << (level - 3);
  memory.fill(SQUARES, 0, side * ROW_OF_SQUARES);
  memory.fill(CELLS, 0, side * COLUMN_BYTES);
  const end = PARTS + (count << 2);
  let touched: u32 = 0;
  for (let at = PARTS; at < end; at += 4) {
    const row: u32 = load<u8>(at), last: u32 = load<u8>(at, 2), state: u32 = load<u8>(at, 3);
    let from: u32 = load<u8>(at, 1);
    while (true) {
      const column = from >> 3, to = min(last, from | 7);
      setCells(CELLS + column * COLUMN_BYTES + (row & 7), (0xff << (from & 7)) & (0xff >> (7 - (to & 7))), state);
      touched |= 1 << column;
      if (to == last) break;
      from = to + 1;
    }
    if (at + 4 == end || load<u8>(at, 4) >> 3 != u8(row >> 3)) {
      putRow(SQUARES + (row >> 3) * ROW_OF_SQUARES, touched);
      touched = 0;
    }
  }
  for (; side > 1; side >>= 1) joinSquares(side);
  return load<u32>(SQUARES);
}

@inline
function setCells(at: u32, mask: u32, state: u32): void {
  for (let rest = state; rest; rest &= rest - 1) {
    const plane = at + (u32(ctz(rest)) << 3);
    store<u8>(plane, load<u8>(plane) | mask);
  }
}

/** Makes the squares of the columns that have cells, and takes the cells away. */
function putRow(row: u32, touched: u32): void {
  for (let rest = touched; rest; rest &= rest - 1) {
    const column = u32(ctz(rest));
    const cells = CELLS + column * COLUMN_BYTES;
    memory.copy(planesAt(), cells, COLUMN_BYTES);
    memory.fill(cells, 0, COLUMN_BYTES);
    store<u32>(row + (column << 2), squareOfMiddles());
  }
}

/** Four squares become one in the place of a quarter as many. What is read lies at or behind what is written. */
function joinSquares(side: u32): void {
  const bytes = side << 2;
  for (let row: u32 = 0; row < side; row += 2) {
    const from = SQUARES + row * ROW_OF_SQUARES, to = SQUARES + (row >> 1) * ROW_OF_SQUARES;
    for (let at: u32 = 0; at < bytes; at += 8) {
      const north = from + at, south = north + ROW_OF_SQUARES;
      store<u32>(to + (at >> 1), node(load<u32>(north), load<u32>(north, 4), load<u32>(south), load<u32>(south, 4)));
    }
  }
}
