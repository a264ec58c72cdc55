// Live cells in squares of several tiles, out of the tiles' populations: no cell is read. All squares are zero before.

@group(0) @binding(5) var<storage, read> populations: array<u32>;
@group(0) @binding(6) var<storage, read_write> squares: array<atomic<u32>>;

@compute @workgroup_size(group_size)
fn sum_tiles(
  @builtin(global_invocation_id) thread: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  for (var tile = thread.x; tile < min(state.fresh, arrayLength(&populations)); tile += groups.x * group_size) {
    let live = populations[tile];
    if (live == 0u) {
      continue;
    }
    let square = square_of(tile);
    if (is_seen(square)) {
      atomicAdd(&squares[u32(square.y) * seen.stride + u32(square.x)], live);
    }
  }
}
