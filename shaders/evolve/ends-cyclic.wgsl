// Where the state of cell i is kept, also of those beyond the ends: the ends meet.
fn place_of(i: i32) -> u32 {
  return u32((i + i32(cells)) % i32(cells));
}
