// The lowest state above 0 of a square's cells.
fn lowest_in(square: vec2i) -> u32 {
  let box = cells_of(square);
  var lowest = 0u;
  for (var y = box.y; y < box.w; y++) {
    lowest = lower_of(lowest, lowest_between(y * density.stride, box.x, box.z));
  }
  return lowest;
}
