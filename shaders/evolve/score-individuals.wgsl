// The paper's third way (C), the method "individuals": a thread an individual, which runs all vectors one after the other.

override threads = 64u;

@compute @workgroup_size(threads)
fn score(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let individual = batch.first_individual + group.y * threads + thread;
  if (job.over != 0u || individual >= batch.end_individual) {
    return;
  }
  for (var index = batch.first; index < batch.end; index++) {
    run_in_arrays(individual, index);
  }
}
