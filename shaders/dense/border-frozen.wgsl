// Frozen border: the outermost cells never change, as in older CUDA programs.
fn settle_border(column: u32, row: u32, before: u32, after: u32) -> u32 {
  var border = 0u;
  if (row == 0u || row == grid.height - 1u) {
    border = 0xffffffffu;
  }
  if (column == 0u) {
    border |= 1u;
  }
  if (column == grid.columns - 1u) {
    border |= 1u << last_bit(column);
  }
  return (after & ~border) | (before & border);
}
