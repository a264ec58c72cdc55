// One generation of a rule that counts over a shape. A thread walks down a column of words with the sums of its 32 cells, a word for
// each digit. `sums_in` takes them on to a row; the first row's sums begin with rows above in which all above `least` is dead,
// and grow as the others come in. `lives_next` knows the rule, and the row where cells of two kinds take turns. (engine/algorithms/gpu/rules/sums-text.ts writes these two.)

override thread_rows: u32 = 1;

@compute @workgroup_size(group_width, group_height)
fn step_sums(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) thread: vec3u,
) {
  let work = work_of(group, groups, thread, thread_rows, grid.columns);
  if (work.first >= work.end) {
    return;
  }
  let place = place_of(work.column);
  let inside = cell_bits(work.column);
  let first = i32(work.first);
  var sums = sums_before(place, first);
  for (var row = first - rows_before; row < i32(work.end); row++) {
    sums = sums_in(sums, place, row, first - reach);
    if (row >= first) {
      let here = seen_at(u32(row) * grid.stride + work.column);
      store_cells(work.column, u32(row), inside, here, lives_next(sums, here, u32(row)));
    }
  }
}
