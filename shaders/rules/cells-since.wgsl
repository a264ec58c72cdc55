// The cells beside a place in a row, where rows above `least` are as dead: sums that begin there grow as the others come in.

fn cells_since(place: Place, row: i32, least: i32) -> Pair {
  if (row < least) {
    return Pair(0u, 0u);
  }
  return cells_beside(place, row);
}
