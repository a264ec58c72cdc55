// The cells that decide about four cells of a row on hexagons: above, the north-eastern cell of the last one does not
// count; below, the south-western one of the first does not. 5 + 6 + 5 cells: the hexagonal work's 16 bits.
fn window_of(above: u32, middle: u32, below: u32) -> u32 {
  return (above & 31u) | (middle << 5u) | ((below >> 1u) << 11u);
}
