// One generation, a thread for two cells beside each other: it loads the twelve cells of their surroundings once, where two
// threads load eighteen. Half of the threads, and each waits for more.

override group_width: u32 = 32;
override group_height: u32 = 8;

var<private> near: array<u32, 12>;

fn cell(column: u32, row: u32) -> u32 {
  return near[row * 4u + column];
}

fn step_one(x: u32, y: u32, column: u32) {
  let alive = cell(column, 1u);
  let next = next_cell(live_around(Place(column - 1u, column, column + 1u, 0u, 1u, 2u)), alive);
  next_cells[index_of(x, y)] = select(next, alive, is_fixed(x, y));
}

@compute @workgroup_size(group_width, group_height)
fn step_pair(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) place: vec3u,
) {
  let at = tile_of(group, groups) * vec2u(group_width, group_height) + place.xy;
  let x = at.x * 2u;
  let y = grid.first_row + at.y;
  if (x >= grid.width || y >= grid.end_row) {
    return;
  }
  let columns = array(west_of(x), x, east_of(x), east_of(east_of(x)));
  let rows = array(north_of(y), y, south_of(y));
  for (var row = 0u; row < 3u; row++) {
    for (var column = 0u; column < 4u; column++) {
      near[row * 4u + column] = load_cell(columns[column], rows[row]);
    }
  }
  step_one(x, y, 1u);
  // A row of odd width ends with half a pair.
  if (x + 1u < grid.width) {
    step_one(x + 1u, y, 2u);
  }
}
