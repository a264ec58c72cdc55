// Plane: nothing lives outside the grid.

fn has_row(row: i32) -> bool {
  return row >= 0 && row < i32(grid.height);
}

fn row_of(row: i32) -> u32 {
  return u32(row);
}

fn word_of(start: u32, column: i32) -> u32 {
  if (column < 0 || column >= i32(grid.columns)) {
    return 0u;
  }
  return seen_at(start + u32(column));
}

// 32 cells of the row whose words begin at `start`, from one on.
fn cells_from(start: u32, x: i32) -> u32 {
  let column = x >> 5u;
  let by = u32(x & 31);
  let low = word_of(start, column);
  if (by == 0u) {
    return low;
  }
  return (low >> by) | (word_of(start, column + 1) << (32u - by));
}
