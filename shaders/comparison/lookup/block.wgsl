// One generation on packed cells by looking up 2 x 2 cells at a time in the table of all 4 x 4 squares. An answer belongs to
// two rows, so a thread makes two words, one below the other: sixteen look-ups for 64 cells. It may do so for several
// pairs of rows.

override thread_rows: u32 = 2;

// The four cells from one west of cell `first` on.
fn four_cells(row: BitRow, first: u32) -> u32 {
  return ((row.west >> first) & 3u) | (((row.east >> first) & 3u) << 2u);
}

@compute @workgroup_size(group_width, group_height)
fn step_block(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) place: vec3u,
) {
  let work = work_of(group, groups, place, thread_rows, grid.columns);
  for (var upper = work.first; upper < work.end; upper += 2u) {
    // A grid of odd height ends with half a pair.
    step_pair(work.column, upper, upper + 1u < work.end);
  }
}

// Without its lower half, which then has no place, any row may stand in for that.
fn step_pair(column: u32, upper: u32, paired: bool) {
  let lower = select(upper, upper + 1u, paired);
  let rows = array(
    load_above(column, upper),
    load_row(column, upper),
    load_below(column, upper),
    load_below(column, lower),
  );
  var next_upper = 0u;
  var next_lower = 0u;
  for (var first = 0u; first < 32u; first += 2u) {
    let square = four_cells(rows[0], first) | (four_cells(rows[1], first) << 4u) |
      (four_cells(rows[2], first) << 8u) | (four_cells(rows[3], first) << 12u);
    let next = look_up(square);
    next_upper |= (next & 3u) << first;
    next_lower |= (next >> 2u) << first;
  }
  let inside = cell_bits(column);
  next_cells[upper * grid.stride + column] = settle_border(column, upper, rows[1].here, next_upper) & inside;
  if (paired) {
    next_cells[lower * grid.stride + column] = settle_border(column, lower, rows[2].here, next_lower) & inside;
  }
}
