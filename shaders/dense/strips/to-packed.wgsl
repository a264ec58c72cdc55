// From strips into the packed form. A workgroup reads 256 words of a row and the 32 after them, and makes the packed words
// whose first cell is in one of the 256: eight for each strip, fewer where the strips end.
@group(0) @binding(1) var<storage, read> strip_cells: array<u32>;
@group(0) @binding(2) var<storage, read_write> packed_cells: array<u32>;

var<workgroup> strip_words: array<u32, 288>;
// [k][strip], on their way to threads that write side by side. The four words in between put those threads on
// different memory banks.
var<workgroup> made: array<u32, 288>;

// A row's word. After its last word each strip continues as the next.
fn strip_word(start: u32, word: u32) -> u32 {
  let beyond = word / strips.columns;
  if (beyond > 31u) {
    return 0u;
  }
  return strip_cells[start + word - beyond * strips.columns] >> beyond;
}

// How many words after `first` in this strip the k-th packed word begins.
fn begin(first_cell: u32, k: u32) -> u32 {
  return (32u - (first_cell & 31u)) % 32u + 32u * k;
}

@compute @workgroup_size(256)
fn to_packed(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) place: u32,
) {
  let groups_across = (strips.columns + 255u) / 256u;
  let index = group.y * groups.x + group.x;
  let line = index / groups_across;
  let row = strips.first_row + line;
  if (row >= strips.end_row) {
    return;
  }
  let first = (index - line * groups_across) * 256u;
  let start = row * strips.stride + margin;
  strip_words[place] = strip_word(start, first + place);
  if (place < 32u) {
    strip_words[256u + place] = strip_word(start, first + 256u + place);
  }
  workgroupBarrier();
  let strip = place % 32u;
  let at = begin(strip * strips.columns + first, place / 32u);
  var word = 0u;
  for (var i = 0u; i < 32u; i++) {
    word |= ((strip_words[at + i] >> strip) & 1u) << i;
  }
  made[(place / 32u) * 36u + strip] = word;
  workgroupBarrier();
  let target_strip = place / 8u;
  let k = place % 8u;
  let first_cell = target_strip * strips.columns + first;
  let offset = begin(first_cell, k);
  let cell = first_cell + offset;
  if (first + offset >= strips.columns || (cell >> 5u) >= strips.packed_stride) {
    return;
  }
  var cells = made[k * 36u + target_strip];
  // Beyond the eastern edge the strips hold the cells joined to it.
  if (cell >= strips.width) {
    cells = 0u;
  } else if (strips.width - cell < 32u) {
    cells &= (1u << (strips.width - cell)) - 1u;
  }
  packed_cells[row * strips.packed_stride + (cell >> 5u)] = cells;
}
