// One generation on a packed grid. A thread owns a column of `thread_rows` words and walks down it: it loads the row
// below with the bits beside it, computes the 32 cells in the middle, stores them and moves on, so that a word is loaded
// once for the three rows in which it counts.
//
// What lies beyond an edge is known to the piece `edges-...` that this one is composed with, what becomes of the cells on
// the border to `border-...`, and which neighbours count to `neighbours-...`.

override group_width: u32 = 32;
override group_height: u32 = 4;
override thread_rows: u32 = 1;

// The words of a thread: a column and the rows first .. end - 1, none where it has nothing to do.
struct Work {
  column: u32,
  first: u32,
  end: u32,
}

// Workgroups are numbered through in both directions of the dispatch, since one direction alone is limited to 65,535 of
// them, and laid out row by row over the grid.
fn work_of(group: u32, place: vec3u) -> Work {
  let down = group / grid.groups_across;
  let across = group - down * grid.groups_across;
  let column = across * group_width + place.x;
  let first = grid.first_row + (down * group_height + place.y) * thread_rows;
  let end = min(first + thread_rows, grid.end_row);
  return Work(column, first, select(first, end, column < grid.columns));
}

@compute @workgroup_size(group_width, group_height)
fn step_bit_row(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) place: vec3u,
) {
  let work = work_of(group.y * groups.x + group.x, place);
  if (work.first >= work.end) {
    return;
  }
  let column = work.column;
  let inside = cell_bits(column);
  var above = load_above(column, work.first);
  var middle = load_row(column, work.first);
  for (var row = work.first; row < work.end; row++) {
    let below = load_below(column, row);
    let next = settle_border(column, row, middle.here, next_state(above, middle, below));
    next_cells[row * grid.stride + column] = next & inside;
    above = middle;
    middle = below;
  }
}
