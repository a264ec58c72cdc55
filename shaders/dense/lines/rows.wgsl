// Running sums along rows, of all cells or of every second one, and sums of so many cells in a row. A workgroup takes a row, counts its
// words' cells in workgroup memory, and stores the sums of two cells at a time. `store_sums` says which ones.

@group(0) @binding(5) var<storage, read_write> sums: array<u32>;

override lanes: u32 = 128;
// Words of cells in a row, and one.
override most_words: u32 = 64;

// The row's words, and the cells before each of them: those in even places in the lower half, those in odd places in the upper one.
var<workgroup> words_of: array<u32, most_words>;
var<workgroup> before: array<u32, most_words>;
var<workgroup> lane_cells: array<u32, lanes>;

fn count_cells(word: u32) -> u32 {
  return countOneBits(word & 0x55555555u) | (countOneBits(word & 0xaaaaaaaau) << 16u);
}

// The cells before one, even and odd ones.
fn both_before(cell: u32) -> u32 {
  let word = cell >> 5u;
  return before[word] + count_cells(words_of[word] & ((1u << (cell & 31u)) - 1u));
}

fn cells_before(cell: u32) -> u32 {
  let both = both_before(cell);
  return (both & 0xffffu) + (both >> 16u);
}

fn is_live(cell: u32) -> u32 {
  return (words_of[cell >> 5u] >> (cell & 31u)) & 1u;
}

// Of the cell in an even place and the one behind it: the cells up to it.
fn row_sums(cell: u32) -> u32 {
  let first = cells_before(cell + 1u);
  return first | ((first + is_live(cell + 1u)) << 16u);
}

// Every second one of those.
fn pair_sums(cell: u32) -> u32 {
  return both_before(cell + 2u);
}

// So many cells from it on.
fn length_sums(cell: u32, length: u32) -> u32 {
  let last = part.cell_words * 32u;
  let end = min(cell + length, last);
  let first = cells_before(end) - cells_before(cell);
  let next = first + select(0u, is_live(end), end < last) - is_live(cell);
  return first | (next << 16u);
}

@compute @workgroup_size(lanes)
fn sum_rows(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let row = group.y * groups.x + group.x;
  if (row >= part.rows) {
    return;
  }
  let y = part.top + i32(row);
  let is_there = has_row(y);
  let share = (part.cell_words + lanes - 1u) / lanes;
  let first = min(lane * share, part.cell_words);
  let end = min(first + share, part.cell_words);
  var total = 0u;
  for (var i = first; i < end; i++) {
    var word = 0u;
    if (is_there) {
      word = cells_from(row_of(y) * grid.stride, part.left + i32(32u * i));
    }
    words_of[i] = word;
    before[i] = total;
    total += count_cells(word);
  }
  lane_cells[lane] = total;
  for (var apart = 1u; apart < lanes; apart *= 2u) {
    workgroupBarrier();
    var others = 0u;
    if (lane >= apart) {
      others = lane_cells[lane - apart];
    }
    workgroupBarrier();
    lane_cells[lane] += others;
  }
  let earlier = lane_cells[lane] - total;
  for (var i = first; i < end; i++) {
    before[i] += earlier;
  }
  if (lane == lanes - 1u) {
    words_of[part.cell_words] = 0u;
    before[part.cell_words] = earlier + total;
  }
  workgroupBarrier();
  for (var pair = lane; pair < part.cell_words * 16u; pair += lanes) {
    store_sums(row * part.pitch + pair, pair * 2u);
  }
}
