// From a word a cell to packed cells (shaders/dense/grid.wgsl), a thread a packed word. Words and bits beyond the
// width come out empty, whatever the buffer held before.

override group_width: u32 = 32;
override group_height: u32 = 8;

@compute @workgroup_size(group_width, group_height)
fn pack_cells(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) place: vec3u,
) {
  let at = tile_of(group, groups) * vec2u(group_width, group_height) + place.xy;
  if (at.x >= grid.stride || at.y >= grid.height) {
    return;
  }
  let first = at.x * 32u;
  let count = min(32u, select(0u, grid.width - first, first < grid.width));
  var word = 0u;
  for (var i = 0u; i < count; i++) {
    // The active-cell list keeps a mark in the second bit.
    word |= (cells[index_of(first + i, at.y)] & 1u) << i;
  }
  next_cells[at.y * grid.stride + at.x] = word;
}
