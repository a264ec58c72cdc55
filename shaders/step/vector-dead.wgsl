// Plane and frozen border: nothing lives beyond the edges. Where the border is frozen (`frozen_cells`: 1, else 0), the outermost
// cells keep the state they have.

fn beyond_west(row: u32) -> u32 {
  return 0u;
}

fn beyond_east(row: u32) -> u32 {
  return 0u;
}

fn load_above(edges: Edges, column: u32, row: u32) -> Row {
  if (row == 0u) {
    return row_of(Cells(), Cells(), Cells());
  }
  return load_row(edges, column, row - 1u);
}

fn load_below(edges: Edges, column: u32, row: u32) -> Row {
  if (row == grid.height - 1u) {
    return row_of(Cells(), Cells(), Cells());
  }
  return load_row(edges, column, row + 1u);
}

fn settle(edges: Edges, row: u32, before: Cells, after: Cells) -> Cells {
  let follows = row >= frozen_cells && row + frozen_cells < grid.height;
  let free = select(Cells(), edges.free, follows);
  return (after & free) | (before & ~free);
}
