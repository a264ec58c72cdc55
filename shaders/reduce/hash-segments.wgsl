// The state hash (engine/core/state-hash.ts) of each piece of the grid, one thread a piece, as if its first cell were
// (0, 0). Horner's rule from the last row up and, within a row, from the last word back; each word's 32 cells are
// looked up byte by byte.

@group(0) @binding(1) var<storage, read> cells: array<u32>;
// Entry 256 k + v: the hash of the cells in a byte v that is byte k of a word.
@group(0) @binding(2) var<storage, read> byte_sums: array<vec2u>;
@group(0) @binding(3) var<storage, read_write> sums: array<vec2u>;

fn word_sum(word: u32) -> vec2u {
  if (word == 0u) {
    return vec2u();
  }
  let low = sum_of(byte_sums[word & 0xffu], byte_sums[256u + ((word >> 8u) & 0xffu)]);
  let high = sum_of(byte_sums[512u + ((word >> 16u) & 0xffu)], byte_sums[768u + (word >> 24u)]);
  return folded(sum_of(low, high));
}

@compute @workgroup_size(64)
fn hash_segments(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) place: u32,
) {
  let piece = (group.y * groups.x + group.x) * 64u + place;
  let band = piece / pieces.segments;
  if (band >= pieces.bands) {
    return;
  }
  let first_row = band * pieces.band_rows;
  let first = (piece - band * pieces.segments) * pieces.segment;
  let last = min(first + pieces.segment, pieces.columns) - 1u;
  var total = vec2u();
  for (var row = min(first_row + pieces.band_rows, pieces.rows); row > first_row; row--) {
    let start = (row - 1u) * pieces.stride;
    var sum = word_sum(cells[start + last]);
    for (var column = last; column > first; column--) {
      sum = folded(sum_of(product_of(sum, pieces.word_factor), word_sum(cells[start + column - 1u])));
    }
    total = folded(sum_of(product_of(total, pieces.row_factor), sum));
  }
  sums[piece] = total;
}
