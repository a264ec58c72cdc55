// All states of few cells: vector i is the number i.

fn vector_start(index: u32) -> u32 {
  return index;
}

fn vector_word(start: u32, k: u32) -> u32 {
  return select(0u, start, k == 0u);
}
