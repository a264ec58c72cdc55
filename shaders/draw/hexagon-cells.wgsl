// Hexagons: cell (x, y) has its centre at (x - y / 2, y * row).

// The nearest centre. Rounding the three axes (they sum to zero) may break the sum; the axis rounded furthest gives
// way.
fn cell_of(unit: vec2f) -> vec2i {
  let fy = unit.y / lattice.row;
  let fx = unit.x + fy / 2.0;
  var x = floor(fx + 0.5);
  var y = ceil(fy - 0.5);
  let z = floor(fy - fx + 0.5);
  let off = abs(vec3f(x - fx, y - fy, z - (fy - fx)));
  if (off.x > off.y && off.x > off.z) {
    x = y - z;
  } else if (off.y > off.z) {
    y = x + z;
  }
  return vec2i(i32(x), i32(y));
}

// Of the cells that a line of points crosses by turns, those of the upper row come first.
fn course_of(cell: vec2i) -> i32 {
  return cell.y;
}

// The side nearest to a point of a cell. Along one of the three directions of its neighbours a hexagon is 1 wide, so the
// largest of the three distances from its centre tells how near the border a point lies, and its direction names the
// neighbour beyond.
fn side_at(unit: vec2f, cell: vec2i) -> Side {
  let from_centre = unit - vec2f(f32(cell.x) - f32(cell.y) / 2.0, f32(cell.y) * lattice.row);
  let east = from_centre.x;
  let south_east = from_centre.x / 2.0 + from_centre.y * lattice.row;
  let south = -from_centre.x / 2.0 + from_centre.y * lattice.row;
  let away = max(abs(east), max(abs(south_east), abs(south)));
  var step = vec2i(0, 1);
  var toward = south;
  if (away == abs(east)) {
    step = vec2i(1, 0);
    toward = east;
  } else if (away == abs(south_east)) {
    step = vec2i(1, 1);
    toward = south_east;
  }
  return Side(away, cell + select(step, -step, toward < 0.0));
}
