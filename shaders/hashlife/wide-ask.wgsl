// The first pass of a stage with many questions, by all workgroups together. Without such a stage they have nothing to do.

var<workgroup> task: Job;

@compute @workgroup_size(group)
fn wide_ask(
  @builtin(workgroup_id) place: vec3u,
  @builtin(num_workgroups) places: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  if (lane == 0u) {
    task = wide_job();
  }
  let job = workgroupUniformLoad(&task);
  if (job.stage == BASE) {
    let together = group / SIDE;
    for (var first = place.x * together; first < job.count; first += places.x * together) {
      base(job, first, lane);
    }
    return;
  }
  let asked = questions(job);
  for (var x = place.x * group + lane; x < asked; x += places.x * group) {
    ask(job, x);
  }
}
