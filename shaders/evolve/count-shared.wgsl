// A workgroup counts in its own memory, and adds to the individual's numbers once at its end.

var<workgroup> counted: array<atomic<u32>, outcome_kinds>;

fn count(individual: u32, outcome: u32, vectors: u32) {
  atomicAdd(&counted[outcome], vectors);
}

// All threads of the workgroup come here.
fn hand_in(individual: u32, thread: u32) {
  workgroupBarrier();
  for (var k = thread; k < outcome_kinds; k += threads) {
    let vectors = atomicLoad(&counted[k]);
    if (vectors > 0u) {
      atomicAdd(&outcomes[individual * outcome_kinds + k], vectors);
    }
  }
}
