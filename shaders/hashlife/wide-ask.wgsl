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
  for (var first = place.x * together(job); first < questions(job); first += places.x * together(job)) {
    let answer = put(job, first, lane);
    keep(job, question_of(job, first, lane), answer);
  }
}
