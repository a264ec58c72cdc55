// Cells in two states: a square is its count.
fn lowest_between(row: u32, left: u32, right: u32) -> u32 {
  return 0u;
}

fn lower_of(a: u32, b: u32) -> u32 {
  return 0u;
}

fn put_square(index: u32, live: u32, lowest: u32) {
  squares[index] = live;
}
