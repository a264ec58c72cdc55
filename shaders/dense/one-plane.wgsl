// Cells in two states: a bit each. Neighbours see the cells themselves, and the rule says what they become.

fn seen_at(at: u32) -> u32 {
  return cells[at];
}

// Stores a word: `lives` is what the rule says of its cells, `inside` its bits that are cells of the grid.
fn store_cells(column: u32, row: u32, inside: u32, here: u32, lives: u32) {
  next_cells[row * grid.stride + column] = settle_border(column, row, here, lives) & inside;
}
