// The paper's second way (B), the method "vectors": a thread a vector. A workgroup belongs to one individual.

override threads = 64u;

@compute @workgroup_size(threads)
fn score(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  if (job.over != 0u) {
    return;
  }
  let individual = batch.first_individual + group.y;
  let end = min(batch.first + (group.x + 1u) * batch.share, batch.end);
  for (var index = batch.first + group.x * batch.share + thread; index < end; index += threads) {
    run_in_arrays(individual, index);
  }
  hand_in(individual, thread);
}
