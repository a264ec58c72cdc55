// Last, a thread for each entry of the list.

@compute @workgroup_size(scan_group)
fn step_listed(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let entry = (group.y * groups.x + group.x) * scan_group + thread;
  if (entry >= next_cells[length_place()]) {
    return;
  }
  let index = next_cells[list_begin() + entry];
  let y = index / grid.width;
  let x = index - y * grid.width;
  next_cells[index] = next_at(x, y);
}
