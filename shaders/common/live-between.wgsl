// Live cells left .. right - 1 of the row that begins at word `row`, counted word by word with the ends cut off.
fn live_between(row: u32, left: u32, right: u32) -> u32 {
  if (left >= right) {
    return 0u;
  }
  let last = (right - 1u) >> 5u;
  var live = 0u;
  for (var word = left >> 5u; word <= last; word++) {
    var bits = live_word(row + word);
    if (word == left >> 5u) {
      bits &= 0xffffffffu << (left & 31u);
    }
    if (word == last) {
      bits &= 0xffffffffu >> (31u - ((right - 1u) & 31u));
    }
    live += countOneBits(bits);
  }
  return live;
}
