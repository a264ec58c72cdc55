// Six neighbours: a hexagonal grid on square storage, where the north-eastern and south-western cells do not count.
// Three and three are added, then the sums of equal weight.
fn next_cells(odd_generation: bool, above: Row, middle: Row, below: Row) -> Cells {
  let odd1 = odd_of(above.west, above.here, middle.west);
  let pair1 = majority_of(above.west, above.here, middle.west);
  let odd2 = odd_of(below.here, below.east, middle.east);
  let pair2 = majority_of(below.here, below.east, middle.east);
  let both = odd1 & odd2;
  return rule(
    odd_generation,
    odd1 ^ odd2,
    odd_of(pair1, pair2, both),
    majority_of(pair1, pair2, both),
    middle.here,
  );
}
