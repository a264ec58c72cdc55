// The cells that decide about some cells of a row with four neighbours each: 4 + 6 + 4 cells for four, 14 bits.
fn window_of(above: u32, middle: u32, below: u32) -> u32 {
  let n = cells_an_entry;
  let cells = (1u << n) - 1u;
  return ((above >> 1u) & cells) | (middle << n) | (((below >> 1u) & cells) << (2u * n + 2u));
}
