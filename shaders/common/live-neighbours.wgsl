// How many neighbours live, for 32 cells at once. The count stands upright: bit i of `ones`, `twos`, `fours` and
// `eights` together is the binary number for cell i. Neighbours are added three by three; sums of equal weight are added
// on until one word of each weight is left. North is up: `above` is the row with the smaller y.
struct Count {
  ones: u32,
  twos: u32,
  fours: u32,
  eights: u32,
}

// All eight.
fn count_moore(above: BitRow, row: BitRow, below: BitRow) -> Count {
  let north = full_add(above.west, above.here, above.east);
  let sides = half_add(row.west, row.east);
  let south = full_add(below.west, below.here, below.east);
  let ones = full_add(north.ones, sides.ones, south.ones);
  // Four words of weight two: three of them first, then their sum and the fourth.
  let pairs = full_add(north.twos, sides.twos, south.twos);
  let twos = half_add(pairs.ones, ones.twos);
  // Two words of weight four. Both are set only where all eight neighbours live.
  let fours = half_add(pairs.twos, twos.twos);
  return Count(ones.ones, twos.ones, fours.ones, fours.twos);
}

// Six: a hexagonal grid on square storage, where the north-eastern and the south-western cell are no neighbours.
fn count_hex(above: BitRow, row: BitRow, below: BitRow) -> Count {
  let first = full_add(above.west, above.here, row.west);
  let second = full_add(row.east, below.here, below.east);
  let ones = half_add(first.ones, second.ones);
  let twos = full_add(first.twos, second.twos, ones.twos);
  return Count(ones.ones, twos.ones, twos.twos, 0u);
}

// Four: the cells that share an edge.
fn count_von_neumann(above: BitRow, row: BitRow, below: BitRow) -> Count {
  let first = full_add(above.here, row.west, row.east);
  let ones = half_add(first.ones, below.here);
  let twos = half_add(first.twos, ones.twos);
  return Count(ones.ones, twos.ones, twos.twos, 0u);
}
