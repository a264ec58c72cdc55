// Finds the tiles without cells, a thread a tile, for manage.wgsl to forget at once. Most tiles become empty in a
// step, where follow.wgsl finds them, but not those whose cells were erased, or that were made for cells which never
// came. The others stay as tiles with nothing known about them, on no list.

@group(0) @binding(4) var<storage, read> cells: array<vec2u>;
@group(0) @binding(5) var<storage, read_write> next_cells: array<vec2u>;

@compute @workgroup_size(16)
fn sweep_tiles(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let tile = (group.y * groups.x + group.x) * 16u + thread;
  if (tile >= turn.capacity || (atomicLoad(&flags[tile]) & flag_exists) == 0u) {
    return;
  }
  atomicStore(&flags[tile], flag_exists);
  for (var row = 0u; row < 64u; row++) {
    if (any(cells[tile * 64u + row] != vec2u(0u))) {
      return;
    }
  }
  // A free tile is empty in both planes.
  for (var row = 0u; row < 64u; row++) {
    next_cells[tile * 64u + row] = vec2u(0u);
  }
  lists[place_in(list_empties, atomicAdd(&state.empties, 1u))] = tile;
}
