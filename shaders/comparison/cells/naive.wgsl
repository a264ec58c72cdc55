// One generation, a thread a cell: read the neighbours, count, look up, write. Threads side by side read words side
// by side, and a word that one of them has fetched is in the cache for the next.

override group_width: u32 = 32;
override group_height: u32 = 8;

@compute @workgroup_size(group_width, group_height)
fn step_naive(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) place: vec3u,
) {
  let at = tile_of(group, groups) * vec2u(group_width, group_height) + place.xy;
  let y = grid.first_row + at.y;
  if (at.x >= grid.width || y >= grid.end_row) {
    return;
  }
  next_cells[index_of(at.x, y)] = next_at(at.x, y);
}
