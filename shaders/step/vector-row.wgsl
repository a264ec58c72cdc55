// One generation on a packed grid, four words at a time, the rule written out as an expression. A thread owns a vector of four
// words in `thread_rows` rows and walks down it: a row is added up once and counts three times.
//
// What stands beyond an edge is known to `load_row`, `load_above` and `load_below` (step/vector-*.wgsl), and what becomes of
// the cells on the border to `settle`.

// The words of a thread: a vector's place in a row and the rows first .. end - 1, none where it has nothing to do.
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
  return Work(column, first, select(first, end, column < grid.stride / 4u));
}

@compute @workgroup_size(group_width, group_height)
fn step_vector_row(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) place: vec3u,
) {
  let work = work_of(group.y * groups.x + group.x, place);
  if (work.first >= work.end) {
    return;
  }
  let column = work.column;
  let edges = edges_at(column);
  var above = load_above(edges, column, work.first);
  var middle = load_row(edges, column, work.first);
  for (var row = work.first; row < work.end; row++) {
    let below = load_below(edges, column, row);
    let after = next_cells(odd_generation, above, middle, below);
    next_grid[row * (grid.stride / 4u) + column] = settle(edges, row, middle.here, after);
    above = middle;
    middle = below;
  }
}
