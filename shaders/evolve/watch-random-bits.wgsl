// For the task random-bits: the middle cell is watched step by step. Counted are blocks of four of its bits, how often a bit is that
// of 1 to 4 steps before, and runs (engine/evolve/tasks/random-bits.ts).

const watches = true;

const block_bits = 4u;
const blocks = 1u << block_bits;
const lags = 4u;
const outcome_kinds = blocks + lags + 1u;

// How many steps the runs of this thread have made, and the bits of the last ones, the newest first: a word holds those of up to
// 32 runs.
var<private> watched: u32;
var<private> newest: array<u32, lags>;
var<private> repeats: array<u32, lags>;

// After each step: the middle cell in the runs that `valid` has a bit for.
fn watch(individual: u32, bits: u32, valid: u32) {
  for (var lag = 0u; lag < min(watched, lags); lag++) {
    repeats[lag] += countOneBits(~(bits ^ newest[lag]) & valid);
  }
  for (var lag = lags - 1u; lag > 0u; lag--) {
    newest[lag] = newest[lag - 1u];
  }
  newest[0] = bits;
  watched++;
  if (watched % block_bits != 0u) {
    return;
  }
  for (var block = 0u; block < blocks; block++) {
    var alike = valid;
    for (var j = 0u; j < block_bits; j++) {
      alike &= select(~newest[j], newest[j], ((block >> j) & 1u) == 1u);
    }
    if (alike != 0u) {
      count(individual, block, countOneBits(alike));
    }
  }
}

// What was watched is handed in with the first of the runs that were watched together.
fn run_ended(individual: u32, ones: u32, end: End) {
  for (var lag = 0u; lag < lags; lag++) {
    count(individual, blocks + lag, repeats[lag]);
    repeats[lag] = 0u;
  }
  watched = 0u;
  count(individual, blocks + lags, 1u);
}
