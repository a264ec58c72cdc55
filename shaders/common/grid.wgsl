// The grid as it lies in memory: rows from the top down, 32 cells a word, the lowest bit the lowest x. A row begins every
// `stride` words and has its cells in the first `columns` of them, ceil(width / 32); all bits beyond the grid's width are
// always zero. One generation is read from `cells`, the next one is written to `next_cells`, and the two change places.

struct Grid {
  // Cells in a row, rows, words that hold a row's cells, and words from one row to the next.
  width: u32,
  height: u32,
  columns: u32,
  stride: u32,
  // Workgroups that stand side by side across a row.
  groups_across: u32,
  // A pass computes the rows first_row .. end_row - 1; a large grid takes several passes a generation.
  first_row: u32,
  end_row: u32,
}

@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(2) var<storage, read> cells: array<u32>;
@group(0) @binding(3) var<storage, read_write> next_cells: array<u32>;

// The bit that holds the last cell of the word in that column: 31 but in a row's last word.
fn last_bit(column: u32) -> u32 {
  return select(31u, (grid.width - 1u) & 31u, column == grid.columns - 1u);
}

// The bits of a word that are cells of the grid. A shift by all 32 places leaves 2u << 31u = 0, and 0 - 1 is all ones.
fn cell_bits(column: u32) -> u32 {
  return (2u << last_bit(column)) - 1u;
}
