// Each run is counted where the individual's numbers are: for kernels whose workgroups belong to no one individual, and for
// adapters whose workgroup memory is full.

fn count(individual: u32, outcome: u32, vectors: u32) {
  atomicAdd(&outcomes[individual * outcome_kinds + outcome], vectors);
}

fn hand_in(individual: u32, thread: u32) {}
