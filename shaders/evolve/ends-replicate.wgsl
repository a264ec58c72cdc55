// Where the state of cell i is kept, also of those beyond the ends: they are the end cells again.
fn place_of(i: i32) -> u32 {
  return u32(clamp(i, 0, i32(cells) - 1));
}
