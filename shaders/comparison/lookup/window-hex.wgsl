// The cells that decide about some cells of a row on hexagons: above, the north-eastern cell of the last one does not
// count; below, the south-western one of the first does not. 5 + 6 + 5 cells for four, the hexagonal work's 16 bits, and
// 9 + 10 + 9 for eight.
fn window_of(above: u32, middle: u32, below: u32) -> u32 {
  let n = cells_an_entry;
  return (above & ((2u << n) - 1u)) | (middle << (n + 1u)) | ((below >> 1u) << (2u * n + 3u));
}
