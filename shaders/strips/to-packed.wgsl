// From strips into the packed form. A workgroup makes 32 packed words: its threads read the 1,024 words in which those cells
// lie, side by side, and pass them on through workgroup memory, so that each thread then finds the 32 bits of one word.
@group(0) @binding(1) var<storage, read> strip_cells: array<u32>;
@group(0) @binding(2) var<storage, read_write> packed_cells: array<u32>;

// One word is left out after each 32, or all threads would want the same bank of memory at once.
var<workgroup> bits: array<u32, 1056>;

@compute @workgroup_size(32)
fn to_packed(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) place: u32,
) {
  let groups_across = (strips.packed_stride + 31u) / 32u;
  let index = group.y * groups.x + group.x;
  let row = index / groups_across;
  let first = (index - row * groups_across) * 32u;
  let start = min(row, strips.height - 1u) * strips.stride + margin;
  for (var i = 0u; i < 32u; i++) {
    let cell = (first + i) * 32u + place;
    let strip = cell / strips.columns;
    var bit = 0u;
    if (cell < strips.width) {
      bit = (strip_cells[start + cell - strip * strips.columns] >> strip) & 1u;
    }
    bits[i * 33u + place] = bit;
  }
  workgroupBarrier();
  var word = 0u;
  for (var i = 0u; i < 32u; i++) {
    word |= bits[place * 33u + i] << i;
  }
  if (row < strips.height && first + place < strips.packed_stride) {
    packed_cells[row * strips.packed_stride + first + place] = word;
  }
}
