// Plane and frozen border: no cell beyond the edges lives. Where the border is frozen (`frozen_cells`: 1, else 0),
// the outermost cells keep their state.

fn beyond_west(place: Beside, cell: u32) -> u32 {
  return select(cell, 0u, place.first);
}

fn beyond_east(place: Beside, cell: u32) -> u32 {
  return select(cell, 0u, place.last);
}

fn load_row_at(place: Beside, row: i32) -> Row {
  let inside = row >= 0 && row < i32(grid.height);
  let loaded = load_row(place, u32(clamp(row, 0, i32(grid.height) - 1)));
  if (inside) {
    return loaded;
  }
  return row_of(Cells(), Cells(), Cells());
}

fn settle(place: Beside, row: u32, before: Cells, after: Cells) -> Cells {
  let follows = row >= frozen_cells && row + frozen_cells < grid.height;
  if (follows && !place.first && !place.last) {
    return after;
  }
  let end = max(grid.width, frozen_cells) - frozen_cells;
  let free = select(Cells(), places(place.column * 128u, frozen_cells, end), follows);
  return (after & free) | (before & ~free);
}
