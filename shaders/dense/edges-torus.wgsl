// Torus: each edge is joined to the opposite one. A grid of one column or row is its own neighbour on both sides.

fn load_row(column: u32, row: u32) -> BitRow {
  let start = row * grid.stride;
  let last = grid.columns - 1u;
  let here = seen_at(start + column);
  // West of a row's first word lies the row's last cell, which need not be in bit 31. No bit is set above it, so the
  // shift leaves just that bit.
  let west = select(column - 1u, last, column == 0u);
  let before = seen_at(start + west) >> last_bit(west);
  let east = select(column + 1u, 0u, column == last);
  let after = seen_at(start + east) & 1u;
  return bit_row(before, here, after, last_bit(column));
}

fn load_above(column: u32, row: u32) -> BitRow {
  return load_row(column, select(row - 1u, grid.height - 1u, row == 0u));
}

fn load_below(column: u32, row: u32) -> BitRow {
  return load_row(column, select(row + 1u, 0u, row == grid.height - 1u));
}
