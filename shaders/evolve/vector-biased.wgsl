// Vectors whose cells are 1 with the chance d / 256, where d is the job's density or, if that is 256, another one a vector. Bit
// by bit of d, from the lowest on, a random word is ORed or ANDed: that halves the chance so far, and adds a half for a 1
// (engine/evolve/vectors.ts).

fn vector_start(index: u32) -> u32 {
  return pcg(pcg(job.seed) + index);
}

fn vector_word(start: u32, k: u32) -> u32 {
  let density = select(job.density, pcg(start + 0x80000000u) >> 24u, job.density > 255u);
  var word = 0u;
  for (var j = 0u; j < 8u; j++) {
    let random = pcg(start + k + j * 0x100000u);
    word = select(word & random, word | random, ((density >> j) & 1u) == 1u);
  }
  return word;
}
