// Four neighbours, those that share an edge.
fn next_state(above: BitRow, middle: BitRow, below: BitRow) -> u32 {
  let first = full_add(above.here, middle.west, middle.east);
  let ones = half_add(first.ones, below.here);
  let twos = half_add(first.twos, ones.twos);
  return next_up_to_4(Count(ones.ones, twos.ones, twos.twos, 0u), middle.here);
}
