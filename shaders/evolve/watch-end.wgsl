// A run counts by its end alone.

const watches = false;

fn watch(individual: u32, bits: u32, valid: u32) {
}

fn run_ended(individual: u32, ones: u32, end: End) {
  count(individual, outcome_of(ones, end), 1u);
}
