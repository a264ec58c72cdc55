// Cells at the border follow the rule like all others.
fn is_fixed(x: u32, y: u32) -> bool {
  return false;
}
