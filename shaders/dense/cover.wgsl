// Which cells of a word a box covers: `head` and `tail` are the covered bits of the first and the last word of each of its rows.

fn covered_bits(column: u32, columns: u32, head: u32, tail: u32) -> u32 {
  var covered = 0xffffffffu;
  if (column == 0u) {
    covered &= head;
  }
  if (column == columns - 1u) {
    covered &= tail;
  }
  return covered;
}
