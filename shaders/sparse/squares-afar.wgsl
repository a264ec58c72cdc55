// Live cells in squares of several tiles, from the tiles' populations: no cell is read. All squares are zero before.
//
// A square may hold more than a word can count. Behind the squares is a list of those whose word overflowed, one
// entry for each time, after their number: 2^24 tiles have 2^36 cells, so there are 15 at most.

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
      add(u32(square.y) * seen.stride + u32(square.x), live);
    }
  }
}

fn add(at: u32, live: u32) {
  let before = atomicAdd(&squares[at], live);
  if (before > 0xffffffffu - live) {
    let list = u32(seen.size.x * seen.size.y);
    let nth = atomicAdd(&squares[list], 1u);
    atomicStore(&squares[list + 1u + nth], at);
  }
}
