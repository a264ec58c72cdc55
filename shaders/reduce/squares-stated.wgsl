// Cells in more than two states: of a square its count, and then the lowest state above 0.
fn put_square(index: u32, live: u32, lowest: u32) {
  squares[2u * index] = live;
  squares[2u * index + 1u] = lowest;
}
