// Writes a block of cells into the grid without reading anything back, one thread a word. The block's cells are
// already aligned to the grid's word boundaries, with zeros around them; `head` and `tail` mark the bits of the first
// and the last word of each row that it covers.

struct Merge {
  // The block's position in the grid, in words and rows, and its size.
  column: u32,
  row: u32,
  columns: u32,
  rows: u32,
  // Words in a row of the grid.
  stride: u32,
  head: u32,
  tail: u32,
  mode: u32,
}

@compute @workgroup_size(group_size)
fn merge_block(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) place: u32,
) {
  let index = (group.y * groups.x + group.x) * group_size + place;
  let row = index / merge.columns;
  let column = index - row * merge.columns;
  if (row >= merge.rows) {
    return;
  }
  let at = (merge.row + row) * merge.stride + merge.column + column;
  let old = cells[at];
  let covered = covered_bits(column, merge.columns, merge.head, merge.tail);
  switch merge.mode {
    case mode_or: {
      cells[at] = old | block[index];
    }
    case mode_clear: {
      cells[at] = old & ~block[index];
    }
    case mode_xor: {
      cells[at] = old ^ block[index];
    }
    case mode_copy: {
      cells[at] = (old & ~covered) | (block[index] & covered);
    }
    default: {
      cells[at] = old & ~covered;
    }
  }
}
