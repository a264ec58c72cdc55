// Torus: beyond an edge lies the opposite one. No cell sees farther than the grid is long.

fn has_row(row: i32) -> bool {
  return true;
}

fn row_of(row: i32) -> u32 {
  let height = i32(grid.height);
  return u32(select(select(row, row - height, row >= height), row + height, row < 0));
}

// The same where a row holds fewer cells, some of which are seen again and again.
fn cells_around(start: u32, x: i32) -> u32 {
  let width = i32(grid.width);
  let row = seen_at(start);
  var found = 0u;
  var at = u32(((x % width) + width) % width);
  for (var i = 0u; i < 32u; i++) {
    found |= ((row >> at) & 1u) << i;
    at = select(at + 1u, 0u, at + 1u == grid.width);
  }
  return found;
}

// 32 cells of the row whose words begin at `start`, from one on, which lies less than a row beyond its ends.
fn cells_from(start: u32, x: i32) -> u32 {
  let width = i32(grid.width);
  if (width < 32) {
    return cells_around(start, x);
  }
  let at = u32(select(select(x, x - width, x >= width), x + width, x < 0));
  let column = at >> 5u;
  let by = at & 31u;
  var found = seen_at(start + column) >> by;
  if (by > 0u && column + 1u < grid.columns) {
    found |= seen_at(start + column + 1u) << (32u - by);
  }
  let left = grid.width - at;
  if (left < 32u) {
    found |= seen_at(start) << left;
  }
  return found;
}
