// Plane: nothing lives outside the grid. West of column 0 lies column 2^32 - 1, which is beyond the width like the one
// east of the last.

fn west_of(x: u32) -> u32 {
  return x - 1u;
}

fn east_of(x: u32) -> u32 {
  return x + 1u;
}

fn north_of(y: u32) -> u32 {
  return y - 1u;
}

fn south_of(y: u32) -> u32 {
  return y + 1u;
}

fn load_cell(x: u32, y: u32) -> u32 {
  if (x >= grid.width || y >= grid.height) {
    return 0u;
  }
  return stored_cell(index_of(x, y));
}
