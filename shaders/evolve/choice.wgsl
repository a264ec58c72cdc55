// Where the bit of x is 0 the bit of a, else that of b.
fn choice(a: u32, b: u32, x: u32) -> u32 {
  return a ^ ((a ^ b) & x);
}
