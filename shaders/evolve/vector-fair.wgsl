// Vectors whose cells are 0 or 1 with the same chance. `start` is what its words are made from; cells beyond the last are not
// cut off.

fn vector_start(index: u32) -> u32 {
  return pcg(pcg(job.seed) + index);
}

fn vector_word(start: u32, k: u32) -> u32 {
  return pcg(start + k);
}
