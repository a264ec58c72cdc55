// From the packed form into strips, one thread a word: bit by bit, but the threads beside each other want bits of the same
// packed words, so that memory sees each of those once.
override group_size: u32 = 64;

@group(0) @binding(1) var<storage, read> packed_cells: array<u32>;
@group(0) @binding(2) var<storage, read_write> strip_cells: array<u32>;

@compute @workgroup_size(group_size)
fn from_packed(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) place: u32,
) {
  let index = (group.y * groups.x + group.x) * group_size + place;
  let row = index / strips.columns;
  let column = index - row * strips.columns;
  if (row >= strips.height) {
    return;
  }
  let start = row * strips.packed_stride;
  var word = 0u;
  var cell = column;
  for (var strip = 0u; strip < 32u && cell < strips.width; strip++) {
    word |= ((packed_cells[start + (cell >> 5u)] >> (cell & 31u)) & 1u) << strip;
    cell += strips.columns;
  }
  strip_cells[row * strips.stride + margin + column] = word;
}
