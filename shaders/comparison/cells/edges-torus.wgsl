// Torus: each edge is joined to the opposite one. A grid of one column or row is its own neighbour on both sides.

fn west_of(x: u32) -> u32 {
  return select(x - 1u, grid.width - 1u, x == 0u);
}

fn east_of(x: u32) -> u32 {
  return select(x + 1u, 0u, x == grid.width - 1u);
}

fn north_of(y: u32) -> u32 {
  return select(y - 1u, grid.height - 1u, y == 0u);
}

fn south_of(y: u32) -> u32 {
  return select(y + 1u, 0u, y == grid.height - 1u);
}

fn load_cell(x: u32, y: u32) -> u32 {
  return stored_cell(index_of(x, y));
}
