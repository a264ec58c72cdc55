// Plane: nothing lives outside the grid.

fn load_row(column: u32, row: u32) -> BitRow {
  let start = row * grid.stride;
  let here = seen_at(start + column);
  var before = 0u;
  if (column > 0u) {
    before = seen_at(start + column - 1u) >> 31u;
  }
  var after = 0u;
  if (column + 1u < grid.columns) {
    after = seen_at(start + column + 1u) & 1u;
  }
  // In a row's last word `after` is zero, so its last cell may lie below bit 31.
  return bit_row(before, here, after, 31u);
}

fn load_above(column: u32, row: u32) -> BitRow {
  if (row == 0u) {
    return dead_row;
  }
  return load_row(column, row - 1u);
}

fn load_below(column: u32, row: u32) -> BitRow {
  if (row == grid.height - 1u) {
    return dead_row;
  }
  return load_row(column, row + 1u);
}
