// One workgroup: stage after stage, as long as each has few questions. A stage with many it leaves to the wide kernels, which are
// dispatched behind it, and goes on behind them.

var<workgroup> task: Job;

@compute @workgroup_size(group)
fn narrow(@builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) {
    fuel = most_fuel;
    settle();
    if (state.wide != 0u) {
      state.wide = 0u;
      pass_done();
    }
    task = next_job();
  }
  loop {
    let job = workgroupUniformLoad(&task);
    if (job.stage == HALT) {
      break;
    }
    let asked = questions(job);
    if (job.stage == BASE) {
      for (var first = 0u; first < job.count; first += group / SIDE) {
        base(job, first, lane);
      }
    } else {
      for (var x = lane; x < asked; x += group) {
        ask(job, x);
      }
    }
    storageBarrier();
    workgroupBarrier();
    for (var x = lane; x < asked; x += group) {
      confirm(job, x);
    }
    storageBarrier();
    workgroupBarrier();
    if (lane == 0u) {
      settle();
      pass_done();
      task = next_job();
    }
  }
}
