// First, a workgroup a chunk: the number of its cells that may change.

@compute @workgroup_size(scan_group)
fn scan_count(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let chunk = group.y * groups.x + group.x;
  if (chunk >= chunk_count()) {
    return;
  }
  let marked = countOneBits(active_cells(chunk * chunk_cells + thread * thread_cells));
  let sum = sum_until(marked, thread);
  if (thread == scan_group - 1u) {
    next_cells[chunks_begin() + chunk] = sum;
  }
}
