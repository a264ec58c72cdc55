// The same for a source that is itself a raster: a word is a square's count.
fn live_between(row: u32, left: u32, right: u32) -> u32 {
  var live = 0u;
  for (var x = left; x < right; x++) {
    live += min(cells[row + x], 0xffffffffu - live);
  }
  return live;
}
