// One generation by tiles in workgroup memory, a thread a cell. The threads copy the tile's cells and a ghost ring
// around them there once; after the barrier every thread finds its neighbours in it, and no cell is fetched from
// memory nine times.
//
// Threads with a cell beside the ring fetch it: the first row of threads brings the row above the tile and the one
// below it, the first column those to the left and right, and the first thread the four corners. A tile at the grid's
// end may be cut off, and then its ring lies closer: one beyond its last cell, wherever that is.

override side: u32 = 16;

var<workgroup> tile: array<u32, (side + 2) * (side + 2)>;

// Columns and rows of the tile: 0 is the ring's; the tile's own begin at 1.
fn cell(column: u32, row: u32) -> u32 {
  return tile[row * (side + 2u) + column];
}

fn keep(column: u32, row: u32, state: u32) {
  tile[row * (side + 2u) + column] = state;
}

@compute @workgroup_size(side, side)
fn step_tile(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) place: vec3u,
) {
  let first = tile_of(group, groups) * side + vec2u(0u, grid.first_row);
  // Either all threads of the workgroup return or none, or the others would wait at the barrier for ever.
  if (first.x >= grid.width || first.y >= grid.end_row) {
    return;
  }
  // Cells of this tile, across and down, and the columns and rows of the grid around it.
  let size = min(vec2u(side), vec2u(grid.width, grid.end_row) - first);
  let left = west_of(first.x);
  let right = east_of(first.x + size.x - 1u);
  let above = north_of(first.y);
  let below = south_of(first.y + size.y - 1u);
  let x = first.x + place.x;
  let y = first.y + place.y;
  let column = place.x + 1u;
  let row = place.y + 1u;
  let has_column = place.x < size.x;
  let has_row = place.y < size.y;
  let has_cell = has_column && has_row;

  if (has_cell) {
    keep(column, row, load_cell(x, y));
  }
  if (place.y == 0u && has_column) {
    keep(column, 0u, load_cell(x, above));
    keep(column, size.y + 1u, load_cell(x, below));
  }
  if (place.x == 0u && has_row) {
    keep(0u, row, load_cell(left, y));
    keep(size.x + 1u, row, load_cell(right, y));
  }
  if (place.x == 0u && place.y == 0u) {
    keep(0u, 0u, load_cell(left, above));
    keep(size.x + 1u, 0u, load_cell(right, above));
    keep(0u, size.y + 1u, load_cell(left, below));
    keep(size.x + 1u, size.y + 1u, load_cell(right, below));
  }
  workgroupBarrier();

  if (!has_cell) {
    return;
  }
  let alive = cell(column, row);
  let live = live_around(Place(column - 1u, column, column + 1u, row - 1u, row, row + 1u));
  next_cells[index_of(x, y)] = select(next_cell(live, alive), alive, is_fixed(x, y));
}
