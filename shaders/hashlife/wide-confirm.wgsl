// The second pass of a stage with many questions, which knows no rule.

override group: u32 = 256u;

@compute @workgroup_size(group)
fn wide_confirm(@builtin(global_invocation_id) place: vec3u, @builtin(num_workgroups) places: vec3u) {
  let job = wide_job();
  let asked = questions(job);
  for (var x = place.x; x < asked; x += places.x * group) {
    confirm(job, x, kept(job, x));
  }
}
