// Which of a thread's cells may change, a bit each: those that live, those beside live ones, and those that the other buffer
// shows otherwise than dead, since what is not written there keeps what it was.
fn active_cells(first: u32) -> u32 {
  var marked = 0u;
  let count = min(thread_cells, max(all_cells(), first) - first);
  for (var i = 0u; i < count; i++) {
    let index = first + i;
    let y = index / grid.width;
    let x = index - y * grid.width;
    let at = Place(west_of(x), x, east_of(x), north_of(y), y, south_of(y));
    let near = stored_cell(index) | next_cells[index] | live_around(at);
    marked |= select(0u, 1u << i, near != 0u || rule.from_nothing != 0u);
  }
  return marked;
}
