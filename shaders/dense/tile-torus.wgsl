// Torus, its edges joined straight or shifted along each other: coordinates that leave the grid come back in on the
// other side, as often as necessary.

fn turns(value: i32, size: i32) -> i32 {
  // Division rounds towards zero; this one down.
  return select(value / size, -((size - 1 - value) / size), value < 0);
}

// 32 cells from (x, y) on eastwards, of the plane that begins at that word.
fn load_cells(x: i32, y: i32, plane: u32) -> u32 {
  let width = i32(grid.width);
  let height = i32(grid.height);
  let turns_y = turns(y, height);
  var row = y - turns_y * height;
  var column = x + grid.shift_x * turns_y;
  let turns_x = turns(column, width);
  column -= turns_x * width;
  row = wrapped_row(row + grid.shift_y * turns_x);

  var bits = 0u;
  for (var got = 0; got < 32;) {
    let place = column & 31;
    let count = min(32 - place, width - column);
    let word = cells[plane + u32(row) * grid.stride + u32(column >> 5u)];
    bits |= ((word >> u32(place)) & bits_below(count)) << u32(got);
    got += count;
    column += count;
    if (column == width) {
      column = 0;
      row = wrapped_row(row + grid.shift_y);
    }
  }
  return bits;
}

fn wrapped_row(row: i32) -> i32 {
  let height = i32(grid.height);
  return row - turns(row, height) * height;
}

struct Edges {
  unused: u32,
}

fn edges_at(x: i32) -> Edges {
  return Edges(0u);
}

fn settle(edges: Edges, row: i32, before: u32, after: u32) -> u32 {
  return after;
}
