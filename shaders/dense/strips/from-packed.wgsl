// From the packed form into strips. A workgroup makes 256 words of a row, as eight squares of 32 words: the 32 cells
// that a strip has there lie side by side in the packed row, in one word or two, and transposing the square makes
// words of one cell of each strip.
@group(0) @binding(1) var<storage, read> packed_cells: array<u32>;
@group(0) @binding(2) var<storage, read_write> strip_cells: array<u32>;

// [square][strip], with four words between squares, which puts threads that write side by side on different memory
// banks.
var<workgroup> packed_windows: array<u32, 288>;

// The 32 cells of a row from `cell` on.
fn packed_window(start: u32, cell: u32) -> u32 {
  let word = cell >> 5u;
  let shift = cell & 31u;
  var window = 0u;
  if (cell < strips.width) {
    window = packed_cells[start + word] >> shift;
  }
  if (shift > 0u && word + 1u < strips.packed_columns) {
    window |= packed_cells[start + word + 1u] << (32u - shift);
  }
  return window;
}

@compute @workgroup_size(256)
fn from_packed(
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
  let source = place / 8u;
  let window = packed_window(row * strips.packed_stride, source * strips.columns + first + (place % 8u) * 32u);
  packed_windows[(place % 8u) * 36u + source] = window;
  workgroupBarrier();
  let square = (place / 32u) * 36u;
  let bit = place % 32u;
  var word = 0u;
  for (var strip = 0u; strip < 32u; strip++) {
    word |= ((packed_windows[square + strip] >> bit) & 1u) << strip;
  }
  if (first + place < strips.columns) {
    strip_cells[row * strips.stride + margin + first + place] = word;
  }
}
