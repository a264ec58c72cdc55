// Plane and frozen border: no cell beyond the edges lives, for the whole pass. Where the border is frozen
// (`frozen_cells`: 1, else 0) the outermost cells keep their state.

fn load_cells(x: i32, y: i32, plane: u32) -> u32 {
  if (y < 0 || y >= i32(grid.height) || x < 0 || x >= i32(grid.width)) {
    return 0u;
  }
  return cells[plane + u32(y) * grid.stride + u32(x >> 5u)];
}

// The ones of the 32 cells that follow the rule, as far as their place in the row decides.
struct Edges {
  free: u32,
}

fn edges_at(x: i32) -> Edges {
  let low = bits_below(frozen_cells - x);
  let high = bits_below(i32(grid.width) - frozen_cells - x);
  return Edges(high & ~low);
}

fn settle(edges: Edges, row: i32, before: u32, after: u32) -> u32 {
  let follows = row >= frozen_cells && row < i32(grid.height) - frozen_cells;
  let free = select(0u, edges.free, follows);
  return (after & free) | (before & ~free);
}
