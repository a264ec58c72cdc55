// From packed cells (shaders/dense/grid.wgsl) to a word a cell, a thread a cell.

override group_width: u32 = 32;
override group_height: u32 = 8;

@compute @workgroup_size(group_width, group_height)
fn unpack_cells(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) place: vec3u,
) {
  let at = tile_of(group, groups) * vec2u(group_width, group_height) + place.xy;
  if (at.x >= grid.width || at.y >= grid.height) {
    return;
  }
  let word = cells[at.y * grid.stride + (at.x >> 5u)];
  next_cells[index_of(at.x, at.y)] = (word >> (at.x & 31u)) & 1u;
}
