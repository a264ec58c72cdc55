// Triangles: the box around cell (x, y), which is 2 wide and a row high, has its middle at (x, y * row). The cells of a row
// point down and up by turns.

fn points_up(cell: vec2i) -> bool {
  return (u32(cell.x + cell.y) & 1u) != lattice.up;
}

// Between the middles of two cells a side runs from the upper left to the lower right or the other way.
fn cell_of(unit: vec2f) -> vec2i {
  let down = unit.y / lattice.row + 0.5;
  let corner = floor(vec2f(unit.x, down));
  let left = vec2i(corner);
  let depth = down - corner.y;
  let reach = select(1.0 - depth, depth, points_up(left));
  return select(left + vec2i(1, 0), left, unit.x - corner.x < reach);
}

// Of the cells that a line of points crosses by turns, those that point down come first.
fn course_of(cell: vec2i) -> i32 {
  return i32(points_up(cell));
}

// The side nearest to a point of a cell, as far away as the point lies from where all sides are as far.
fn side_at(unit: vec2f, cell: vec2i) -> Side {
  let up = points_up(cell);
  let inner = lattice.row / 3.0;
  let from_middle = unit - vec2f(f32(cell.x), f32(cell.y) * lattice.row);
  let depth = select(from_middle.y, -from_middle.y, up) / lattice.row + 0.5;
  let flat_side = inner - depth * lattice.row;
  let slanted = inner - (1.0 - depth - abs(from_middle.x)) * lattice.row / 2.0;
  if (slanted >= flat_side) {
    return Side(slanted, cell + vec2i(select(1, -1, from_middle.x < 0.0), 0));
  }
  return Side(flat_side, cell + vec2i(0, select(-1, 1, up)));
}
