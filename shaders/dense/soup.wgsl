// Fills the grid with a soup, one thread a word. The cells are those of engine/core/soup.ts, since each cell is a
// hash of (seed, x, y) and depends on no other.

struct Soup {
  width: u32,
  height: u32,
  // Words from one row of the grid to the next.
  stride: u32,
  seed: u32,
  // The grid's top left cell, as two's complement.
  left: u32,
  top: u32,
  // A cell lives iff its hash is below `threshold`, or in any case where `full` is 1: a density of 1 needs the threshold
  // 2^32, which no u32 holds.
  threshold: u32,
  full: u32,
}

override group_size: u32 = 64;

@group(0) @binding(0) var<uniform> soup: Soup;
@group(0) @binding(1) var<storage, read_write> cells: array<u32>;

// The finaliser of MurmurHash3 (Austin Appleby, public domain).
fn mix_bits(value: u32) -> u32 {
  var hash = value;
  hash = (hash ^ (hash >> 16u)) * 0x85ebca6bu;
  hash = (hash ^ (hash >> 13u)) * 0xc2b2ae35u;
  return hash ^ (hash >> 16u);
}

@compute @workgroup_size(group_size)
fn fill_soup(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) place: u32,
) {
  let index = (group.y * groups.x + group.x) * group_size + place;
  let row = index / soup.stride;
  let column = index - row * soup.stride;
  if (row >= soup.height) {
    return;
  }
  let row_hash = mix_bits(mix_bits(soup.seed ^ 0x9e3779b9u) ^ ((soup.top + row) * 0x27d4eb2fu));
  let first = column * 32u;
  // A padded row's last words lie beyond the width and stay empty.
  let count = min(32u, select(0u, soup.width - first, first < soup.width));
  var word = 0u;
  for (var i = 0u; i < count; i++) {
    let hash = mix_bits(row_hash ^ ((soup.left + first + i) * 0x165667b1u));
    word |= select(0u, 1u, hash < soup.threshold || soup.full == 1u) << i;
  }
  cells[index] = word;
}
