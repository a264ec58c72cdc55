// What a genetic algorithm is told (engine/evolve/breeding.ts), and what becomes of the bits of a child's genome.

struct Genetics {
  seed: u32,
  population: u32,
  genome_words: u32,
  genome_bits: u32,
  elites: u32,
  // From this place on individuals are new ones by chance.
  immigrants: u32,
  // Contestants of a tournament; 0: parents are drawn from the `keep` best.
  tournament: u32,
  keep: u32,
  // Likelihoods.
  crossover: u32,
  mutation: u32,
  // 1: each bit from either parent; 0: the bits before a cut from one of them.
  uniform_crossing: u32,
  // Whether each generation has vectors of its own.
  fresh: u32,
  // Whether ties that end as 0 count as right.
  zero_ties: u32,
  goal: u32,
  // Individuals to either side that are parents and rivals; 0: all are.
  deme: u32,
}

@group(0) @binding(0) var<uniform> genetics: Genetics;

// The bits of word k that the first child of a pair has from the first parent, by the pair's draws.
fn crossing_mask(draws: u32, k: u32) -> u32 {
  if (genetics.uniform_crossing != 0u) {
    return pcg(draws + mask_draw + k);
  }
  let cut = 1u + whole_below(pcg(draws + cut_draw), genetics.genome_bits - 1u);
  if (cut >= 32u * (k + 1u)) {
    return 0xffffffffu;
  }
  return select((1u << (cut & 31u)) - 1u, 0u, cut <= 32u * k);
}

// The bits of word k of a child that flip, by the child's draws.
fn mutations(draws: u32, k: u32) -> u32 {
  var flips = 0u;
  for (var b = 0u; b < min(32u, genetics.genome_bits - 32u * k); b++) {
    flips |= u32(happens(pcg(draws + mutation_draw + 32u * k + b), genetics.mutation)) << b;
  }
  return flips;
}

// Word k of the genome of an individual by chance, by its draws.
fn random_word(draws: u32, k: u32) -> u32 {
  let bits = genetics.genome_bits - 32u * k;
  return pcg(draws + word_draw + k) & select((1u << (bits & 31u)) - 1u, 0xffffffffu, bits >= 32u);
}
