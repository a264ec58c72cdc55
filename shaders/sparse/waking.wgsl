// Putting tiles on lists. A tile's flags say whether it is on one already.

// Schedules a tile for the next generation.
fn wake(tile: u32) {
  let next = 1u - turn.current;
  let listed = flag_listed(next);
  // Most tiles are woken from several sides; reading is cheaper than changing.
  if ((atomicLoad(&flags[tile]) & listed) != 0u) {
    return;
  }
  if ((atomicOr(&flags[tile], listed) & listed) == 0u) {
    lists[place_in(next, atomicAdd(&state.awake[next], 1u))] = tile;
  }
}

// Asks for a tile on that side of this one.
fn want(tile: u32, side: u32) {
  if ((atomicOr(&flags[tile], 1u << (first_want + side)) & all_wants) == 0u) {
    lists[place_in(list_wants, atomicAdd(&state.wants, 1u))] = tile;
  }
}
