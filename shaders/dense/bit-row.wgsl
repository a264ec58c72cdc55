// One generation on a packed grid. A thread owns a column of `thread_rows` words and walks down it: it loads the row
// below with the bits beside it, computes the 32 cells in the middle, stores them and moves on. A word is thus loaded
// once for the three rows in which it counts.
//
// Other pieces of the shader handle the rest: `edges-...` the cells beyond an edge, `border-...` the cells on the
// border, `neighbours-...` the counting, and `one-plane` or `planes` how a cell's state lies in memory.

override thread_rows: u32 = 1;

@compute @workgroup_size(group_width, group_height)
fn step_bit_row(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) place: vec3u,
) {
  let work = work_of(group, groups, place, thread_rows, grid.columns);
  if (work.first >= work.end) {
    return;
  }
  let column = work.column;
  let inside = cell_bits(column);
  var above = load_above(column, work.first);
  var middle = load_row(column, work.first);
  for (var row = work.first; row < work.end; row++) {
    let below = load_below(column, row);
    store_cells(column, row, inside, middle.here, next_state(above, middle, below));
    above = middle;
    middle = below;
  }
}
