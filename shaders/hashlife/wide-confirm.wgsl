// The second pass of a stage with many questions, which knows no rule.

override group: u32 = 256u;

@compute @workgroup_size(group)
fn wide_confirm(@builtin(global_invocation_id) place: vec3u) {
  let job = job_of(state.current);
  if (place.x < questions(job)) {
    confirm(job, place.x);
  }
}
