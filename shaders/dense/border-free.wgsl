// Cells at the border follow the rule like all others.
fn settle_border(column: u32, row: u32, before: u32, after: u32) -> u32 {
  return after;
}
