// Torus: each edge is joined to the opposite one.
const frozen_cells = 0u;

fn beyond_west(row: u32) -> u32 {
  let last = grid.width - 1u;
  return (word_at(row, last / 32u) >> (last & 31u)) & 1u;
}

fn beyond_east(row: u32) -> u32 {
  return word_at(row, 0u) & 1u;
}

fn load_above(edges: Edges, column: u32, row: u32) -> Row {
  return load_row(edges, column, select(row - 1u, grid.height - 1u, row == 0u));
}

fn load_below(edges: Edges, column: u32, row: u32) -> Row {
  return load_row(edges, column, select(row + 1u, 0u, row == grid.height - 1u));
}

fn settle(edges: Edges, row: u32, before: Cells, after: Cells) -> Cells {
  return after & edges.inside;
}
