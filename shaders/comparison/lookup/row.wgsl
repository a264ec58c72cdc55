// One generation on packed cells by looking up some cells at a time, a thread a word: eight look-ups of four cells, or four
// of eight.

// The cells of an entry with the one west and the one east of them, from one west of cell `first` on. The cells west and east
// of a word's cells come as words of their own, so the cell beyond the row's end needs no special case, wherever in the
// word the row ends.
fn cells_of(row: BitRow, first: u32) -> u32 {
  return ((row.west >> first) & 3u) | (((row.east >> first) & ((1u << cells_an_entry) - 1u)) << 2u);
}

@compute @workgroup_size(group_width, group_height)
fn step_row(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) place: vec3u,
) {
  let work = work_of(group, groups, place, 1u, grid.columns);
  if (work.first >= work.end) {
    return;
  }
  let column = work.column;
  let row = work.first;
  let above = load_above(column, row);
  let middle = load_row(column, row);
  let below = load_below(column, row);
  var next = 0u;
  for (var first = 0u; first < 32u; first += cells_an_entry) {
    let window = window_of(cells_of(above, first), cells_of(middle, first), cells_of(below, first));
    next |= look_up(window) << first;
  }
  next_cells[row * grid.stride + column] = settle_border(column, row, middle.here, next) & cell_bits(column);
}
