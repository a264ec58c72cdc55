// One generation of the awake tiles. A thread computes `thread_rows` rows of a tile one below the other (`step_rows`), two words
// each, and reports changes and live edges; the next pass (follow.wgsl), which begins when all threads have reported,
// draws the consequences.
//
// No thread waits for another one here. Rows at a tile's edge are loaded straight from the neighbour's memory, which
// costs less than passing them on within a workgroup.

// On a GPU many threads with little work each, on a software adapter few with much.
override thread_rows: u32 = 4;
override group_size: u32 = 64;

@group(0) @binding(0) var<uniform> turn: Turn;
@group(0) @binding(2) var<storage, read> cells: array<vec2u>;
@group(0) @binding(3) var<storage, read_write> next_cells: array<vec2u>;
@group(0) @binding(4) var<storage, read> neighbours: array<u32>;
@group(0) @binding(5) var<storage, read_write> sights: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read> lists: array<u32>;
@group(0) @binding(7) var<storage, read> state: PlainState;

@compute @workgroup_size(group_size)
fn step_tiles(
  @builtin(global_invocation_id) thread: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let parts = 64u / thread_rows;
  let work = select(0u, state.awake[turn.current] * parts, state.halted == 0u);
  // The CPU guesses the number of threads; where the guess is too low they take another round.
  for (var i = thread.x; i < work; i += groups.x * group_size) {
    step_rows(lists[place_in(turn.current, i / parts)], (i % parts) * thread_rows);
  }
}
