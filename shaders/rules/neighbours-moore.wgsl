// All eight neighbours. They are added three by three, and then sums of equal weight until one word of each weight is
// left. North is up: `above` is the row with the smaller y.
fn next_state(above: BitRow, middle: BitRow, below: BitRow) -> u32 {
  let north = full_add(above.west, above.here, above.east);
  let sides = half_add(middle.west, middle.east);
  let south = full_add(below.west, below.here, below.east);
  let ones = full_add(north.ones, sides.ones, south.ones);
  // Four words of weight two: three of them first, then their sum and the fourth.
  let pairs = full_add(north.twos, sides.twos, south.twos);
  let twos = half_add(pairs.ones, ones.twos);
  // Two words of weight four. Both are set only where all eight neighbours live.
  let fours = half_add(pairs.twos, twos.twos);
  return next_up_to_8(Count(ones.ones, twos.ones, fours.ones, fours.twos), middle.here);
}
