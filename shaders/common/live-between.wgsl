// Live cells left .. right - 1 of the row that begins at word `row`, counted word by word with the ends cut off.
fn live_between(row: u32, left: u32, right: u32) -> u32 {
  if (left >= right) {
    return 0u;
  }
  var live = 0u;
  for (var word = left >> 5u; word <= (right - 1u) >> 5u; word++) {
    live += countOneBits(live_word(row + word) & bits_between(word, left, right));
  }
  return live;
}
