// Torus: each edge is joined to the opposite one.
fn beyond_west(row: u32) -> u32 {
  let last = grid.width - 1u;
  return (word_at(row, last / 32u) >> (last & 31u)) & 1u;
}

fn beyond_east(row: u32) -> u32 {
  return word_at(row, 0u) & 1u;
}

fn load_row_at(edges: Edges, column: u32, row: i32) -> Row {
  let height = i32(grid.height);
  var wrapped = row;
  if (height < 8) {
    wrapped = (row + height) % height;
  } else if (row < 0) {
    wrapped = row + height;
  } else if (row >= height) {
    wrapped = row - height;
  }
  return load_row(edges, column, u32(wrapped));
}

fn settle(edges: Edges, column: u32, row: u32, before: Cells, after: Cells) -> Cells {
  if (edges.last) {
    return after & places(column * 128u, 0u, grid.width);
  }
  return after;
}
