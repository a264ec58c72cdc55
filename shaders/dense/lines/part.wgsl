// Running sums of the cells of a part of the grid and of those around it that its cells see: 16 bits each, two in a word, a row after
// the other. What is kept of them (line-plan.ts) lies one after the other.

struct Part {
  // The first cell with sums, in the grid's columns and rows; less than 0 before the grid's first.
  left: i32,
  top: i32,
  // Rows with sums, words of cells in one, and words of sums from one row to the next.
  rows: u32,
  cell_words: u32,
  pitch: u32,
  // Words of all sums of a kind.
  kept_words: u32,
  // Words of cells that are computed: the first column, the last one's end, and rows.
  column: u32,
  end_column: u32,
  first_row: u32,
  end_row: u32,
  // Rows of a walk, and workgroups side by side across the part.
  walk_rows: u32,
  groups_across: u32,
}

@group(0) @binding(1) var<uniform> part: Part;
