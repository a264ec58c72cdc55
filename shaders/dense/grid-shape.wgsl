// How a packed grid lies in memory: rows from the top down, 32 cells a word, the lowest bit the lowest x. A row begins every
// `stride` words and has its cells in the first `columns` of them, ceil(width / 32); all bits beyond the grid's width are
// always zero.

struct Grid {
  // Cells in a row, rows, words that hold a row's cells, and words from one row to the next.
  width: u32,
  height: u32,
  columns: u32,
  stride: u32,
  // Workgroups side by side across a row.
  groups_across: u32,
  // A pass computes the rows first_row .. end_row - 1; a large grid takes several passes a generation.
  first_row: u32,
  end_row: u32,
}

@group(0) @binding(0) var<uniform> grid: Grid;
