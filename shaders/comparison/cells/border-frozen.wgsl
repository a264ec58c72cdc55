// Frozen border: the outermost cells never change, as in older CUDA programs.
fn is_fixed(x: u32, y: u32) -> bool {
  return x == 0u || y == 0u || x == grid.width - 1u || y == grid.height - 1u;
}
