// Adders on bit slices. A word is 32 one-bit numbers, each added to the one in the same place of another word: the
// sums without carry in `ones`, the carries in `twos`. It is the adder of a circuit board, built 32 times side by
// side.
struct Sum {
  ones: u32,
  twos: u32,
}

fn half_add(a: u32, b: u32) -> Sum {
  return Sum(a ^ b, a & b);
}

// Three numbers: odd where an odd number of them is set, and a carry where at least two are.
fn full_add(a: u32, b: u32, c: u32) -> Sum {
  let odd = a ^ b;
  return Sum(odd ^ c, (a & b) | (odd & c));
}
