// The number of live cells in each tile, from which all coarser squares are summed. A number a tile, zero before.

@group(0) @binding(7) var<storage, read_write> populations: array<atomic<u32>>;

@compute @workgroup_size(group_size)
fn count_tiles(
  @builtin(global_invocation_id) thread: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let parts = 64u / thread_rows;
  for (var i = thread.x; i < state.fresh * parts; i += groups.x * group_size) {
    let tile = i / parts;
    // There may be more tiles than there is room for here (tile-window.ts).
    if (tile >= arrayLength(&populations) || !exists(tile)) {
      continue;
    }
    let first = (i % parts) * thread_rows;
    var live = 0u;
    for (var row = first; row < first + thread_rows; row++) {
      let here = countOneBits(present_row(tile, row));
      live += here.x + here.y;
    }
    if (live > 0u) {
      atomicAdd(&populations[tile], live);
    }
  }
}
