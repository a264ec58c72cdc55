// One workgroup: stage after stage, as long as each has few questions. A stage with many it leaves to the wide kernels, which are
// dispatched behind it, and goes on behind them. A thread puts a question and confirms its answer itself, so it still has at
// hand what it has learned; a stage with more questions than threads goes through several passes.

var<workgroup> task: Job;

@compute @workgroup_size(group)
fn narrow(@builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) {
    open_control();
    if (left) {
      left = false;
      pass_done();
    }
    task = next_job();
  }
  loop {
    let job = workgroupUniformLoad(&task);
    if (job.stage == HALT) {
      break;
    }
    // The control itself has put the square of a step on the stack.
    if (job.works == 0u) {
      storageBarrier();
    }
    for (var first = 0u; first < questions(job); first += together(job)) {
      if (first > 0u) {
        workgroupBarrier();
      }
      let x = question_of(job, first, lane);
      let answer = put(job, first, lane);
      storageBarrier();
      workgroupBarrier();
      if (x != NONE) {
        confirm(job, x, answer);
      }
      storageBarrier();
      workgroupBarrier();
      if (lane == 0u) {
        settle();
      }
    }
    if (lane == 0u) {
      pass_done();
      task = next_job();
    }
  }
  if (lane == 0u) {
    close_control();
  }
}
