// A square of 32 x 32 bits.

var<private> square: array<u32, 32>;

// Bit i of word j becomes bit j of word i: quarters change places across the diagonal, then the quarters of each quarter, and
// so on (Warren, Hacker's Delight, 7-3).
fn transpose_square() {
  var mask = 0x0000ffffu;
  for (var width = 16u; width > 0u; ) {
    for (var k = 0u; k < 32u; k = (k + width + 1u) & ~width) {
      let moved = ((square[k] >> width) ^ square[k + width]) & mask;
      square[k + width] ^= moved;
      square[k] ^= moved << width;
    }
    width >>= 1u;
    mask ^= mask << width;
  }
}
