// Running sums down the diagonals, `lean` cells to the right a row (1 or -1). A thread has two diagonals beside each other and some rows. So
// that its two sums share a word in every row, every second row begins a place further on. Three passes: sum up each stretch of rows, add up
// the stretches before each, and store the sums. Sums of stretches lie behind all others.

@group(0) @binding(5) var<storage, read_write> sums: array<u32>;

const group_size = 64u;
const stretch_rows = 64u;

// Pairs of diagonals that cross the rows.
fn diagonal_pairs() -> u32 {
  return part.cell_words * 16u + (part.rows + 1u) / 2u + 1u;
}

// The first cell of a pair in a row.
fn cell_in(pair: u32, row: u32) -> i32 {
  let behind = select(0, 2 * i32((part.rows + 1u) / 2u), lean > 0);
  return 2 * i32(pair) - behind + lean * i32(row);
}

fn crosses(cell: i32) -> bool {
  return cell >= -1 && cell < i32(part.cell_words * 32u);
}

// A cell and the one behind it, each in half a word.
fn two_cells(row: u32, cell: i32) -> u32 {
  let y = part.top + i32(row);
  if (!has_row(y)) {
    return 0u;
  }
  let found = cells_from(row_of(y) * grid.stride, part.left + cell);
  return (found & 1u) | ((found & 2u) << 15u);
}

fn sum_of_stretch(pair: u32, stretch: u32) -> u32 {
  return sums_end * part.kept_words + stretch * diagonal_pairs() + pair;
}

@compute @workgroup_size(group_size)
fn sum_stretches(@builtin(global_invocation_id) thread: vec3u) {
  if (thread.x >= diagonal_pairs()) {
    return;
  }
  let first = thread.y * stretch_rows;
  let end = min(first + stretch_rows, part.rows);
  var sum = 0u;
  for (var row = first; row < end; row++) {
    let cell = cell_in(thread.x, row);
    if (crosses(cell)) {
      sum += two_cells(row, cell);
    }
  }
  sums[sum_of_stretch(thread.x, thread.y)] = sum;
}

@compute @workgroup_size(group_size)
fn add_stretches(@builtin(global_invocation_id) thread: vec3u) {
  if (thread.x >= diagonal_pairs()) {
    return;
  }
  var earlier = 0u;
  for (var stretch = 0u; stretch * stretch_rows < part.rows; stretch++) {
    let at = sum_of_stretch(thread.x, stretch);
    let sum = sums[at];
    sums[at] = earlier;
    earlier += sum;
  }
}

@compute @workgroup_size(group_size)
fn sum_diagonals(@builtin(global_invocation_id) thread: vec3u) {
  if (thread.x >= diagonal_pairs()) {
    return;
  }
  let first = thread.y * stretch_rows;
  let end = min(first + stretch_rows, part.rows);
  var sum = sums[sum_of_stretch(thread.x, thread.y)];
  for (var row = first; row < end; row++) {
    let cell = cell_in(thread.x, row);
    if (crosses(cell)) {
      sum += two_cells(row, cell);
      let place = u32(cell + i32(row & 1u));
      sums[kept * part.kept_words + row * part.pitch + (place >> 1u)] = sum;
    }
  }
}
