// Each run is counted where the individual's numbers are: for kernels whose workgroups belong to no one individual.

fn count(individual: u32, outcome: u32, vectors: u32) {
  atomicAdd(&outcomes[individual * outcome_kinds + outcome], vectors);
}
