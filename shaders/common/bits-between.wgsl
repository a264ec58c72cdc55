// The bits of a row's word that stand for cells left .. right - 1.
fn bits_between(word: u32, left: u32, right: u32) -> u32 {
  var bits = 0xffffffffu;
  if (word == left >> 5u) {
    bits &= 0xffffffffu << (left & 31u);
  }
  if (word == (right - 1u) >> 5u) {
    bits &= 0xffffffffu >> (31u - ((right - 1u) & 31u));
  }
  return bits;
}
