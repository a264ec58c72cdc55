// The paper's second way (B), the method "vectors": a thread a vector. A workgroup belongs to one individual.

override threads = 64u;

@compute @workgroup_size(threads)
fn score(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  if (job.over != 0u) {
    return;
  }
  let individual = piece.first_individual + group.y;
  let end = min(piece.first + (group.x + 1u) * piece.share, piece.end);
  for (var index = piece.first + group.x * piece.share + thread; index < end; index += threads) {
    count(individual, run_in_arrays(individual, index), 1u);
  }
  hand_in(individual, thread);
}
