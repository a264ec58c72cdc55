// The cells that decide about four cells of a row with four neighbours each: 4 + 6 + 4 cells, 14 bits.
fn window_of(above: u32, middle: u32, below: u32) -> u32 {
  return ((above >> 1u) & 15u) | (middle << 4u) | (((below >> 1u) & 15u) << 10u);
}
