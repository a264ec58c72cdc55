// One generation on a packed grid, one thread a word: the thread loads its word and the bits around it, counts the live
// neighbours of its 32 cells, applies the rule and stores the word. What lies beyond an edge is known to the piece
// `edges-...` that this one is composed with, what happens to the border to `border-...`.

override group_width: u32 = 32;
override group_height: u32 = 4;

struct Thread {
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) place: vec3u,
}

// The thread's word as (column, row). Workgroups are numbered through in both directions of the dispatch, since one
// direction alone is limited to 65,535 of them, and laid out row by row over the grid.
fn word_of(thread: Thread) -> vec2u {
  let group = thread.group.y * thread.groups.x + thread.group.x;
  let down = group / grid.groups_across;
  let across = group - down * grid.groups_across;
  return vec2u(
    across * group_width + thread.place.x,
    grid.first_row + down * group_height + thread.place.y,
  );
}

fn is_ours(word: vec2u) -> bool {
  return word.x < grid.stride && word.y < grid.end_row;
}

fn store(word: vec2u, before: u32, after: u32) {
  let settled = settle_border(word.x, word.y, before, after);
  next_cells[word.y * grid.stride + word.x] = settled & cell_bits(word.x);
}

@compute @workgroup_size(group_width, group_height)
fn step_moore(thread: Thread) {
  let word = word_of(thread);
  if (!is_ours(word)) {
    return;
  }
  let row = load_row(word.x, word.y);
  let count = count_moore(load_above(word.x, word.y), row, load_below(word.x, word.y));
  store(word, row.here, next_of_8(count, row.here));
}

@compute @workgroup_size(group_width, group_height)
fn step_hex(thread: Thread) {
  let word = word_of(thread);
  if (!is_ours(word)) {
    return;
  }
  let row = load_row(word.x, word.y);
  let count = count_hex(load_above(word.x, word.y), row, load_below(word.x, word.y));
  store(word, row.here, next_of_6(count, row.here));
}

@compute @workgroup_size(group_width, group_height)
fn step_von_neumann(thread: Thread) {
  let word = word_of(thread);
  if (!is_ours(word)) {
    return;
  }
  let row = load_row(word.x, word.y);
  let count = count_von_neumann(load_above(word.x, word.y), row, load_below(word.x, word.y));
  store(word, row.here, next_of_4(count, row.here));
}
