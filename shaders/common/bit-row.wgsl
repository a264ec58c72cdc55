// 32 cells of a row together with their western and eastern neighbours, one bit a cell in each word: bit i of `west`
// is the cell west of the one in bit i of `here`. With the rows above and below in the same form, the eight neighbours
// of all 32 cells are eight words, and one logic operation works on 32 cells at once.
struct BitRow {
  west: u32,
  here: u32,
  east: u32,
}

const dead_row = BitRow(0u, 0u, 0u);

// `before` is the cell west of the word's first one and `after` the cell east of its last one, both 0 or 1. The last
// one lies in bit `last`. Bits above it may come out set; callers that store the result cut them off.
fn bit_row(before: u32, here: u32, after: u32, last: u32) -> BitRow {
  return BitRow((here << 1u) | before, here, (here >> 1u) | (after << last));
}
