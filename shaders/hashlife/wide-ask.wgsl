// The first pass of a stage with many questions.

var<workgroup> task: Job;

@compute @workgroup_size(group)
fn wide_ask(@builtin(workgroup_id) place: vec3u, @builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) {
    task = job_of(state.current);
  }
  let job = workgroupUniformLoad(&task);
  if (job.stage == BASE) {
    base(job, place.x * (group / SIDE), lane);
    return;
  }
  let x = place.x * group + lane;
  if (x < questions(job)) {
    ask(job, x);
  }
}
