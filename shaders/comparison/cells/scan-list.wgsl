// Third, a workgroup a chunk: its cells that may change go to their places in the list.

@compute @workgroup_size(scan_group)
fn scan_list(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let chunk = group.y * groups.x + group.x;
  if (chunk >= chunk_count()) {
    return;
  }
  let first = chunk * chunk_cells + thread * thread_cells;
  let marked = active_cells(first);
  let own = countOneBits(marked);
  var entry = list_begin() + next_cells[chunks_begin() + chunk] + sum_until(own, thread) - own;
  for (var i = 0u; i < thread_cells; i++) {
    if (((marked >> i) & 1u) == 1u) {
      next_cells[entry] = first + i;
      entry++;
    }
  }
}
