// One generation on a packed grid, four words at a time, the rule written out as an expression. A thread owns a
// vector of four words in `thread_rows` rows. It loads those rows and the two around them, all before it stores the
// first, so that memory answers all of them at once; each row is added up once and counts three times. Registers
// cannot be indexed, so engine/algorithms/gpu/dense/vector-row-kernel.ts writes out one line a row.
//
// `load_row_at` (dense/vector-torus.wgsl, vector-dead.wgsl) loads the cells beyond an edge, and `settle` decides
// about the cells on the border.

fn store_row(work: Work, place: Beside, row: u32, above: Row, middle: Row, below: Row) {
  if (row < work.end) {
    let after = settle(place, row, middle.here, next_cells(odd_generation, above, middle, below));
    next_grid[row * (grid.stride / 4u) + work.column] = after;
  }
}
