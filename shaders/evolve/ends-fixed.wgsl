// Where the state of cell i is kept, also of those beyond the ends: they have two places behind the cells.
fn place_of(i: i32) -> u32 {
  return select(select(u32(i), cells + 1u, i >= i32(cells)), cells, i < 0);
}
