// What the kernels share that take a population from one generation to the next without leaving the GPU.

// The job that shaders/evolve/score.wgsl reads, and how far the search has come.
struct Search {
  // Of the vectors.
  seed: u32,
  steps: u32,
  density: u32,
  over: u32,
  // The one that is made, and how many have been made.
  generation: u32,
  made: u32,
}

// What is told of a generation: these words (sum and hash take two each) and, behind them, the genome of the first of the fittest.
const best_word = 0u;
const sum_word = 1u;
const worst_word = 3u;
const ties_word = 4u;
const diversity_word = 5u;
const hash_word = 6u;
const figure_words = 8u;

@group(0) @binding(1) var<storage, read_write> search: Search;
@group(0) @binding(2) var<storage, read> parents: array<u32>;
@group(0) @binding(3) var<storage, read_write> children: array<u32>;
// Of the parents, until the children are scored.
@group(0) @binding(4) var<storage, read_write> fitness: array<u32>;
// The individuals, the fittest first.
@group(0) @binding(5) var<storage, read_write> ranks: array<u32>;
@group(0) @binding(6) var<storage, read_write> outcomes: array<u32>;
@group(0) @binding(7) var<storage, read_write> figures: array<atomic<u32>>;

// Those of tasks that ask whether all cells end alike (shaders/evolve/outcome-alike.wgsl).
const outcome_kinds = 9u;

// Where the figures of the present generation begin.
fn row_of_figures() -> u32 {
  return search.made * (figure_words + genetics.genome_words);
}
