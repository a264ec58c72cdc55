// Draws the consequences of the reports on computed tiles (step.wgsl), a thread a tile: a tile that changed is
// computed again, and so is each neighbour at a side where it changed, or one is wanted there. A tile without live
// cells, now and before, is empty.

override group_size: u32 = 64;

@group(0) @binding(4) var<storage, read> neighbours: array<u32>;
@group(0) @binding(5) var<storage, read_write> sights: array<u32>;

@compute @workgroup_size(group_size)
fn follow_tiles(
  @builtin(global_invocation_id) thread: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let count = select(0u, atomicLoad(&state.awake[turn.current]), state.halted == 0u);
  for (var i = thread.x; i < count; i += groups.x * group_size) {
    follow(lists[place_in(turn.current, i)]);
  }
}

fn follow(tile: u32) {
  let sight = sights[tile];
  sights[tile] = 0u;
  let used = flag_listed(turn.current) | flag_touched;
  let touched = (atomicAnd(&flags[tile], ~used) & flag_touched) != 0u;
  if (sight == 0u && !touched) {
    lists[place_in(list_empties, atomicAdd(&state.empties, 1u))] = tile;
    return;
  }
  // After an edit the comparison proves nothing: it counts as a change at every side. The edit made tiles where they
  // were needed, so one is wanted now only beside live cells.
  let changed = select(sight, 0x1ffu, touched);
  let wanting = select(sight, sight | (sight >> first_alive), touched);
  if ((changed & any_cell) == 0u) {
    return;
  }
  // The tile itself and its neighbours. The loop issues all atomic operations without waiting for results, and enters
  // all tiles on the list at once: the time goes into the trip to memory and back.
  var woken: array<u32, 9>;
  var answers: array<u32, 9>;
  for (var side = 0u; side < 9u; side++) {
    woken[side] = 0u;
    if (((changed >> side) & 1u) != 0u) {
      woken[side] = tile;
      if (side < 8u) {
        woken[side] = neighbours[tile * 8u + side];
      }
    }
  }
  let listed = flag_listed(1u - turn.current);
  for (var side = 0u; side < 9u; side++) {
    answers[side] = listed;
    if (woken[side] != 0u) {
      answers[side] = atomicOr(&flags[woken[side]], listed);
    }
  }
  var count = 0u;
  for (var side = 0u; side < 9u; side++) {
    count += select(0u, 1u, (answers[side] & listed) == 0u);
  }
  var index = place_in(1u - turn.current, atomicAdd(&state.awake[1u - turn.current], count));
  for (var side = 0u; side < 9u; side++) {
    if ((answers[side] & listed) == 0u) {
      lists[index] = woken[side];
      index++;
    }
    if (side < 8u && woken[side] == 0u && (((changed & wanting) >> side) & 1u) != 0u) {
      want(tile, side);
    }
  }
}
