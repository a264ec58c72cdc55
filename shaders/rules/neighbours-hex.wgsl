// Six neighbours: a hexagonal grid on square storage, where the north-eastern and south-western cells do not count.
// They are added three by three, then sums of equal weight.
fn next_state(above: BitRow, middle: BitRow, below: BitRow) -> u32 {
  let first = full_add(above.west, above.here, middle.west);
  let second = full_add(middle.east, below.here, below.east);
  let ones = half_add(first.ones, second.ones);
  let twos = full_add(first.twos, second.twos, ones.twos);
  return next_up_to_7(Count(ones.ones, twos.ones, twos.twos, 0u), middle.here);
}
