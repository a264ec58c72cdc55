// Writes what stands beyond the strips' ends, one thread a row. `beyond_edge` (strips/beyond-*.wgsl) knows what is joined to
// the grid's own edges.
override group_size: u32 = 64;

@group(0) @binding(1) var<storage, read_write> cells: array<u32>;

fn cell_in(start: u32, cell: u32) -> u32 {
  let strip = cell / strips.columns;
  return (cells[start + cell - strip * strips.columns] >> strip) & 1u;
}

@compute @workgroup_size(group_size)
fn join_strips(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) place: u32,
) {
  let row = (group.y * groups.x + group.x) * group_size + place;
  if (row >= strips.height) {
    return;
  }
  let start = row * strips.stride + margin;
  let columns = strips.columns;
  // Places beyond the eastern edge within the strips.
  let places = columns * 32u;
  for (var cell = strips.width; cell < min(strips.width + margin, places); cell++) {
    let strip = cell / columns;
    let word = start + cell - strip * columns;
    cells[word] = (cells[word] & ~(1u << strip)) | (beyond_edge(start, i32(cell)) << strip);
  }
  // The margins: each strip's neighbour, and at the outer ends what the edges are joined to.
  for (var i = 0u; i < margin; i++) {
    let last = cells[start + columns - margin + i];
    let first = cells[start + i];
    cells[start - margin + i] = (last << 1u) | beyond_edge(start, i32(i) - i32(margin));
    cells[start + columns + i] = (first >> 1u) | (beyond_edge(start, i32(places + i)) << 31u);
  }
}
