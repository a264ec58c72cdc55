// Wakes every tile, a thread a tile: after a change of the rule nothing is known of the next generation, and cells
// may be born in places without a tile, beside any live cell.

@group(0) @binding(4) var<storage, read> neighbours: array<u32>;
@group(0) @binding(5) var<storage, read> cells: array<vec2u>;

@compute @workgroup_size(16)
fn touch_tiles(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let tile = (group.y * groups.x + group.x) * 16u + thread;
  if (tile >= turn.capacity || (atomicLoad(&flags[tile]) & flag_exists) == 0u) {
    return;
  }
  var alive = 0u;
  for (var row = 0u; row < 64u; row++) {
    alive |= edges_of(row, cells[tile * 64u + row]);
  }
  atomicOr(&flags[tile], flag_touched);
  wake(tile);
  for (var side = 0u; side < 8u; side++) {
    if (((alive >> side) & 1u) != 0u && neighbours[tile * 8u + side] == 0u) {
      want(tile, side);
    }
  }
}
