// The cells that decide about some cells of a row with eight neighbours each: two more than those cells in three rows, 18
// bits for four.
fn window_of(above: u32, middle: u32, below: u32) -> u32 {
  let row = cells_an_entry + 2u;
  return above | (middle << row) | (below << (2u * row));
}
