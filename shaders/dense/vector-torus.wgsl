// Torus: each edge is joined to the opposite one.

fn beyond_west(place: Beside, cell: u32) -> u32 {
  return cell;
}

fn beyond_east(place: Beside, cell: u32) -> u32 {
  return cell;
}

fn load_row_at(place: Beside, row: i32) -> Row {
  let height = i32(grid.height);
  let wrapped = select(select(row, row - height, row >= height), row + height, row < 0);
  return load_row(place, u32(wrapped));
}

fn settle(place: Beside, row: u32, before: Cells, after: Cells) -> Cells {
  if (place.last) {
    return after & places(place.column * 128u, 0u, grid.width);
  }
  return after;
}
