// The next state of a cell, straight from memory: the work of a thread per cell.

fn cell(x: u32, y: u32) -> u32 {
  return load_cell(x, y);
}

fn next_at(x: u32, y: u32) -> u32 {
  let alive = load_cell(x, y);
  if (is_fixed(x, y)) {
    return alive;
  }
  let at = Place(west_of(x), x, east_of(x), north_of(y), y, south_of(y));
  return next_cell(live_around(at), alive);
}
