// Lists every cell: the first list, and the only one where dead cells come alive among dead ones.

override group_width: u32 = 32;
override group_height: u32 = 8;

@compute @workgroup_size(group_width, group_height)
fn list_all(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) place: vec3u,
) {
  let at = tile_of(group, groups) * vec2u(group_width, group_height) + place.xy;
  if (at.x >= grid.width || at.y >= grid.height) {
    return;
  }
  let index = index_of(at.x, at.y);
  atomicOr(&cells[index], listed_bit);
  atomicStore(&cells[list_begin() + index], index);
  if (index == 0u) {
    atomicStore(&cells[count_place()], grid.width * grid.height);
  }
}
