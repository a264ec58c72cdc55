// For the task parity: 1 where an odd number of the start's cells are 1, and otherwise 0.
fn start_of(ones: u32) -> u32 {
  return ones & 1u;
}
