// How the words of a packed grid are split among threads: a thread has one column of words, or of vectors of words,
// in some rows one below the other.

override group_width: u32 = 32;
override group_height: u32 = 4;

// A column and the rows first .. end - 1, none where a thread has nothing to do.
struct Work {
  column: u32,
  first: u32,
  end: u32,
}

// Workgroups are numbered through in both directions of the dispatch, since one direction alone is limited to 65,535,
// and laid out row by row over the grid, which has `columns` of those columns.
fn work_of(group: vec3u, groups: vec3u, place: vec3u, rows: u32, columns: u32) -> Work {
  let number = group.y * groups.x + group.x;
  let down = number / grid.groups_across;
  let across = number - down * grid.groups_across;
  let column = across * group_width + place.x;
  let first = grid.first_row + (down * group_height + place.y) * rows;
  let end = min(first + rows, grid.end_row);
  return Work(column, first, select(first, end, column < columns));
}
