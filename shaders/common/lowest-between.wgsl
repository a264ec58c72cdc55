// The lowest state above 0 of cells left .. right - 1 of the row that begins at word `row`; 0 where there is none.
fn lowest_between(row: u32, left: u32, right: u32) -> u32 {
  if (left >= right) {
    return 0u;
  }
  var lowest = 0u;
  for (var word = left >> 5u; word <= (right - 1u) >> 5u; word++) {
    let bits = live_word(row + word) & bits_between(word, left, right);
    if (bits != 0u) {
      lowest = lower_of(lowest, lowest_of(row + word, bits));
    }
  }
  return lowest;
}

// The lowest state of those cells of a word, of which there is one at least. From the highest bit down: where some of them have
// no such bit, only those are left.
fn lowest_of(at: u32, bits: u32) -> u32 {
  var left = bits;
  var state = 0u;
  for (var plane = planes().x; plane > 0u; plane--) {
    let without = left & ~cells[(plane - 1u) * planes().y + at];
    if (without == 0u) {
      state |= 1u << (plane - 1u);
    } else {
      left = without;
    }
  }
  return state;
}

// The lower one of two states, of which 0 is none.
fn lower_of(a: u32, b: u32) -> u32 {
  return min(a - 1u, b - 1u) + 1u;
}
