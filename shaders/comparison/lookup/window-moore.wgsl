// The cells that decide about four cells of a row with eight neighbours each: six cells of three rows, 18 bits.
fn window_of(above: u32, middle: u32, below: u32) -> u32 {
  return above | (middle << 6u) | (below << 12u);
}
