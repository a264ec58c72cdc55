// What the wide kernels share. Between their two passes candidates are on the stack.

// A candidate, not yet entered.
const FRESH = 0x80000000u;

fn wide_job() -> Job {
  if (state.wide == 0u) {
    return Job(HALT, 0u, 0u, 0u, 0u, 0u, 0u, 0u);
  }
  return job_of(state.current);
}

// Keeps a candidate for the next pass.
fn keep(job: Job, x: u32, answer: Answer) {
  if (answer.fresh) {
    stack[answer_at(job, x)] = answer.slot | FRESH;
  }
}

fn kept(job: Job, x: u32) -> Answer {
  let word = stack[answer_at(job, x)];
  let slot = word & ~FRESH;
  let fresh = word != slot;
  var square: Square;
  if (fresh) {
    square = written(slot, select(0u, 1u, makes_leaves(job)));
  }
  return Answer(slot, NONE, fresh, square);
}
