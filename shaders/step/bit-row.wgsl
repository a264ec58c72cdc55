// One generation on a packed grid. A thread owns a column of `thread_rows` words and walks down it: it loads the row
// below with the bits beside it, counts the live neighbours of the 32 cells in the middle, applies the rule, stores the
// word and moves on, so that each word is loaded once for the three rows it is a neighbour of. What lies beyond an edge
// is known to the piece `edges-...` that this one is composed with, what happens to the border to `border-...`.

override group_width: u32 = 32;
override group_height: u32 = 4;
override thread_rows: u32 = 1;

struct Thread {
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) place: vec3u,
}

// The words of a thread: a column and rows first .. end - 1, none where it has nothing to do.
struct Work {
  column: u32,
  first: u32,
  end: u32,
}

// Workgroups are numbered through in both directions of the dispatch, since one direction alone is limited to 65,535 of
// them, and laid out row by row over the grid.
fn work_of(thread: Thread) -> Work {
  let group = thread.group.y * thread.groups.x + thread.group.x;
  let down = group / grid.groups_across;
  let across = group - down * grid.groups_across;
  let column = across * group_width + thread.place.x;
  let first = grid.first_row + (down * group_height + thread.place.y) * thread_rows;
  return Work(column, first, select(first, min(first + thread_rows, grid.end_row), column < grid.stride));
}

fn store(column: u32, row: u32, before: u32, after: u32) {
  next_cells[row * grid.stride + column] = settle_border(column, row, before, after) & cell_bits(column);
}

@compute @workgroup_size(group_width, group_height)
fn step_moore(thread: Thread) {
  let work = work_of(thread);
  if (work.first >= work.end) {
    return;
  }
  var above = load_above(work.column, work.first);
  var here = load_row(work.column, work.first);
  for (var row = work.first; row < work.end; row++) {
    let below = load_below(work.column, row);
    store(work.column, row, here.here, next_up_to_8(count_moore(above, here, below), here.here));
    above = here;
    here = below;
  }
}

@compute @workgroup_size(group_width, group_height)
fn step_hex(thread: Thread) {
  let work = work_of(thread);
  if (work.first >= work.end) {
    return;
  }
  var above = load_above(work.column, work.first);
  var here = load_row(work.column, work.first);
  for (var row = work.first; row < work.end; row++) {
    let below = load_below(work.column, row);
    store(work.column, row, here.here, next_up_to_7(count_hex(above, here, below), here.here));
    above = here;
    here = below;
  }
}

@compute @workgroup_size(group_width, group_height)
fn step_von_neumann(thread: Thread) {
  let work = work_of(thread);
  if (work.first >= work.end) {
    return;
  }
  var above = load_above(work.column, work.first);
  var here = load_row(work.column, work.first);
  for (var row = work.first; row < work.end; row++) {
    let below = load_below(work.column, row);
    store(work.column, row, here.here, next_up_to_4(count_von_neumann(above, here, below), here.here));
    above = here;
    here = below;
  }
}
