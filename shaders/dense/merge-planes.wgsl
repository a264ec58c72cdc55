// Writes a block of cells in more than two states into the grid, one thread a word of all planes. The block's planes are as many
// as the grid's and follow each other; otherwise it lies as in merge.wgsl. Its states are ones that the rule has.

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
  planes: u32,
  // Words from one plane of the grid to the next.
  plane_words: u32,
  // The rule's highest state.
  last: u32,
}

// Covered cells beyond the last state get that one; the block has no say.
const mode_clamp = 5u;

// All bits where that plane of the last state has a bit.
fn last_bits(plane: u32) -> u32 {
  return 0u - ((merge.last >> plane) & 1u);
}

@compute @workgroup_size(group_size)
fn merge_planes(
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
  let start = (merge.row + row) * merge.stride + merge.column + column;
  let own = merge.columns * merge.rows;
  let reads = merge.mode < mode_erase;
  // The cells that change: those which the block has, and for `copy` and its like all that it covers.
  var changed = 0u;
  // From the highest plane down: which states are beyond the last one, and which agree with it so far.
  var beyond = 0u;
  var same = 0xffffffffu;
  for (var plane = merge.planes; plane > 0u; plane--) {
    let old = cells[(plane - 1u) * merge.plane_words + start];
    var written = 0u;
    if (reads) {
      written = block[(plane - 1u) * own + index];
    }
    changed |= written;
    let result = select(old, old ^ written, merge.mode == mode_xor);
    let limit = last_bits(plane - 1u);
    beyond |= same & result & ~limit;
    same &= ~(result ^ limit);
  }
  switch merge.mode {
    case mode_copy, mode_erase: {
      changed = covered_bits(column, merge.columns, merge.head, merge.tail);
    }
    case mode_xor: {
      changed &= ~beyond;
    }
    case mode_clamp: {
      changed = beyond & covered_bits(column, merge.columns, merge.head, merge.tail);
    }
    default: {
    }
  }
  if (changed == 0u) {
    return;
  }
  for (var plane = 0u; plane < merge.planes; plane++) {
    let at = plane * merge.plane_words + start;
    let old = cells[at];
    var next = 0u;
    switch merge.mode {
      case mode_or, mode_copy: {
        next = block[plane * own + index];
      }
      case mode_xor: {
        next = old ^ block[plane * own + index];
      }
      case mode_clamp: {
        next = last_bits(plane);
      }
      default: {
      }
    }
    cells[at] = (old & ~changed) | (next & changed);
  }
}
