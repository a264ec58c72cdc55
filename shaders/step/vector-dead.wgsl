// Plane and frozen border: nothing lives beyond the edges. Where the border is frozen (`frozen_cells`: 1, else 0), the outermost
// cells keep the state they have.

fn beyond_west(row: u32) -> u32 {
  return 0u;
}

fn beyond_east(row: u32) -> u32 {
  return 0u;
}

fn load_row_at(edges: Edges, column: u32, row: i32) -> Row {
  if (row < 0 || row >= i32(grid.height)) {
    return row_of(Cells(), Cells(), Cells());
  }
  return load_row(edges, column, u32(row));
}

fn settle(edges: Edges, column: u32, row: u32, before: Cells, after: Cells) -> Cells {
  let follows = row >= frozen_cells && row + frozen_cells < grid.height;
  if (follows && !edges.first && !edges.last) {
    return after;
  }
  let end = max(grid.width, frozen_cells) - frozen_cells;
  let free = select(Cells(), places(column * 128u, frozen_cells, end), follows);
  return (after & free) | (before & ~free);
}
