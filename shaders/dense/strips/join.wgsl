// Writes the cells beyond the strips' ends, 32 threads a row: one for each word of the two margins, and one for each
// of the cells that lie beyond the eastern edge but still within the strips. `beyond_edge`
// (dense/strips/beyond-*.wgsl) returns the cells joined to the grid's own edges.
//
// A margin's word is the word at the strips' other ends, moved on by one strip. Where that word holds a cell beyond
// the edge, another thread may be writing this very bit; so the thread computes it again instead of reading it.
override group_size: u32 = 64;

@group(0) @binding(1) var<storage, read_write> cells: array<u32>;

fn cell_in(start: u32, cell: u32) -> u32 {
  let strip = cell / strips.columns;
  return (cells[start + cell - strip * strips.columns] >> strip) & 1u;
}

fn with_bit(word: u32, bit: u32, value: u32) -> u32 {
  return (word & ~(1u << bit)) | (value << bit);
}

// A margin's word whose strip s lies at place s * columns + offset of the row. Only the first strip's place beyond
// the eastern edge, or before the western one, needs `beyond_edge`; farther ones do not matter.
fn margin_word(start: u32, offset: i32, word: u32) -> u32 {
  var joined = word;
  let columns = i32(strips.columns);
  let strip = (i32(strips.width) - offset + columns - 1) / columns;
  if (strip < 32) {
    joined = with_bit(joined, u32(strip), beyond_edge(start, strip * columns + offset));
  }
  if (offset < 0) {
    joined = with_bit(joined, 0u, beyond_edge(start, offset));
  }
  return joined;
}

@compute @workgroup_size(group_size)
fn join_strips(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) place: u32,
) {
  let index = (group.y * groups.x + group.x) * group_size + place;
  let row = strips.first_row + index / 32u;
  if (row >= strips.end_row) {
    return;
  }
  let start = row * strips.stride + margin;
  let columns = strips.columns;
  let i = index % margin;
  switch (index % 32u) / margin {
    case 0u: {
      let last = cells[start + columns - margin + i];
      cells[start - margin + i] = margin_word(start, i32(i) - i32(margin), last << 1u);
    }
    case 1u: {
      let first = cells[start + i];
      cells[start + columns + i] = margin_word(start, i32(columns + i), first >> 1u);
    }
    case 2u: {
      let cell = strips.width + i;
      if (cell < columns * 32u) {
        let strip = cell / columns;
        let word = start + cell - strip * columns;
        cells[word] = with_bit(cells[word], strip, beyond_edge(start, i32(cell)));
      }
    }
    default: {
    }
  }
}
