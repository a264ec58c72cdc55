// The books, for kernels of many workgroups: what is taken and given back is counted in memory, and settled between two dispatches.

fn listed_slots() -> u32 {
  return state.free_count;
}

fn first_unused() -> u32 {
  return state.next;
}

fn taken_slots() -> u32 {
  return atomicLoad(&state.taken);
}

fn one_taken() -> u32 {
  return atomicAdd(&state.taken, 1u);
}

fn one_lost() -> u32 {
  return atomicAdd(&state.lost, 1u);
}

// A place on the list of squares whose results a row lacks, by its level.
fn one_pending(level: u32) -> u32 {
  return atomicAdd(&state.rows[level].pending, 1u);
}
