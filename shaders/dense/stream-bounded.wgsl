// Plane and frozen border. In a pass of several generations the cells beyond the edges must not only begin dead but
// stay dead, or those next to them would see births there. `settles` (dense/stream-plane.wgsl and stream-frozen.wgsl)
// tells how far from the edges cells follow the rule.

fn row_above(row: u32, rows: u32) -> i32 {
  return i32(row) - i32(rows);
}

fn row_after(row: i32) -> i32 {
  return row + 1;
}

fn load_row(row: i32, column: u32, plane: u32) -> Cells {
  let last = i32(strips.height) - 1;
  let here = cells[plane + u32(clamp(row, 0, last)) * (strips.stride / 4u) + column];
  return select(Cells(), here, row >= 0 && row <= last);
}

// The cells of a lane's vector that follow the rule, as far as their place in the row decides.
struct Edges {
  inside: Cells,
}

fn inside_of(word: i32) -> u32 {
  var bits = 0u;
  for (var strip = 0; strip < 32; strip++) {
    let cell = strip * i32(strips.columns) + word;
    if (cell >= frozen_cells && cell < i32(strips.width) - frozen_cells) {
      bits |= 1u << u32(strip);
    }
  }
  return bits;
}

fn edges_at(column: u32) -> Edges {
  let word = i32(column * 4u) - i32(margin);
  return Edges(Cells(inside_of(word), inside_of(word + 1), inside_of(word + 2), inside_of(word + 3)));
}

fn settle(edges: Edges, row: i32, before: Cells, after: Cells) -> Cells {
  let follows = row >= frozen_cells && row < i32(strips.height) - frozen_cells;
  let inside = select(Cells(), edges.inside, follows);
  return (after & inside) | kept(before, inside);
}

// Behind the last strip nothing lives.
fn around(cells: Cells) -> Cells {
  return Cells();
}
