// All nine cells of the square, for a rule that asks which of them live.
fn next_cells(odd_generation: bool, above: Row, middle: Row, below: Row) -> Cells {
  return rule(
    odd_generation,
    above.west,
    above.here,
    above.east,
    middle.west,
    middle.here,
    middle.east,
    below.west,
    below.here,
    below.east,
  );
}
