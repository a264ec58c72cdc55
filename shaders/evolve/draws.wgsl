// Draws of a search (engine/evolve/chance.ts, engine/evolve/breeding.ts).

// Of whom a draw is that all individuals share.
const everybody = 0xffffffffu;

// Draws of a pair, which is numbered by its first child.
const second_parent_draw = 16u;
const cross_draw = 32u;
const cut_draw = 33u;
const mask_draw = 64u;
// Draws of a child: one a bit, from here on.
const mutation_draw = 256u;
// Draws of a random individual: one a word, from here on.
const word_draw = 0x10000u;

// Draw d of an individual in a generation is pcg(base + d).
fn chance_base(seed: u32, generation: u32, individual: u32) -> u32 {
  return pcg(pcg(pcg(seed) + generation) + individual);
}

// A whole number 0 .. n - 1 from 32 random bits: the upper word of the product, by halves.
fn whole_below(bits: u32, n: u32) -> u32 {
  let low = (bits & 0xffffu) * (n & 0xffffu);
  let middle = (bits >> 16u) * (n & 0xffffu) + (low >> 16u);
  let other = (bits & 0xffffu) * (n >> 16u) + (middle & 0xffffu);
  return (bits >> 16u) * (n >> 16u) + (middle >> 16u) + (other >> 16u);
}

// Whether something of that likelihood, in 2^-24ths, happens.
fn happens(bits: u32, likelihood: u32) -> bool {
  return (bits >> 8u) < likelihood;
}
