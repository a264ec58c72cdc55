// One generation on a packed grid, four words at a time, the rule written out as an expression. A thread owns a vector of four
// words in `thread_rows` rows. It loads those rows and the two around them, all before the first is stored, so that memory
// answers to all of them at once; each row is added up once and counts three times. Registers cannot be indexed, so
// engine/algorithms/gpu/vector-row-kernel.ts writes out one line a row.
//
// What stands beyond an edge is known to `load_row_at` (step/vector-torus.wgsl, vector-dead.wgsl), and what becomes of the cells
// on the border to `settle`.

// The words of a thread: a vector's place in a row and the rows first .. end - 1, none where it has nothing to do.
struct Work {
  column: u32,
  first: u32,
  end: u32,
}

// Workgroups are numbered through in both directions of the dispatch, since one direction alone is limited to 65,535 of
// them, and laid out row by row over the grid.
fn work_of(group: u32, place: vec3u) -> Work {
  let down = group / grid.groups_across;
  let across = group - down * grid.groups_across;
  let column = across * group_width + place.x;
  let first = grid.first_row + (down * group_height + place.y) * thread_rows;
  let end = min(first + thread_rows, grid.end_row);
  return Work(column, first, select(first, end, column < grid.stride / 4u));
}

fn store_row(work: Work, place: Beside, row: u32, above: Row, middle: Row, below: Row) {
  if (row < work.end) {
    let after = settle(place, row, middle.here, next_cells(odd_generation, above, middle, below));
    next_grid[row * (grid.stride / 4u) + work.column] = after;
  }
}
