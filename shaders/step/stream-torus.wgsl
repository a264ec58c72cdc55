// Torus: the rows go round, and all cells follow the rule. Where a row fills its strips (its width a multiple of 128), the last
// strip joins the first one, and what belongs into a margin is the word at the strips' other ends with its bits rotated by one
// strip. That is done while loading: nobody has to write margins.

// The row that many rows above another one.
fn row_above(row: u32, rows: u32) -> i32 {
  let height = strips.height;
  return i32((row + height - rows % height) % height);
}

fn row_after(row: i32) -> i32 {
  return select(row + 1, 0, row + 1 == i32(strips.height));
}

// Where a lane's vector is read, and by how much it is rotated.
struct Source {
  column: u32,
  rotation: u32,
}

fn source_of(column: u32) -> Source {
  let inner = strips.columns / 4u;
  if (!full_strips) {
    return Source(column, 0u);
  }
  if (column < margin / 4u) {
    return Source(column + inner, 1u);
  }
  if (column >= inner + margin / 4u) {
    return Source(column - inner, 31u);
  }
  return Source(column, 0u);
}

fn load_row(row: i32, lane: Source) -> Cells {
  let words = cells[u32(row) * (strips.stride / 4u) + lane.column];
  if (!full_strips) {
    return words;
  }
  return (words << vec4u(lane.rotation)) | ((words >> vec4u(1u)) >> vec4u(31u - lane.rotation));
}

struct Edges {
  unused: u32,
}

fn edges_at(column: u32) -> Edges {
  return Edges(0u);
}

fn settle(edges: Edges, row: i32, before: Cells, after: Cells) -> Cells {
  return after;
}
