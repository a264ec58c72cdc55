// The same for a source that is itself a raster: two words are a square's count and its lowest state above 0.
fn live_between(row: u32, left: u32, right: u32) -> u32 {
  var live = 0u;
  for (var x = left; x < right; x++) {
    live += min(cells[2u * (row + x)], 0xffffffffu - live);
  }
  return live;
}

fn lowest_between(row: u32, left: u32, right: u32) -> u32 {
  var lowest = 0u;
  for (var x = left; x < right; x++) {
    lowest = lower_of(lowest, cells[2u * (row + x) + 1u]);
  }
  return lowest;
}

// The lower one of two states, of which 0 is none.
fn lower_of(a: u32, b: u32) -> u32 {
  return min(a - 1u, b - 1u) + 1u;
}
