// Adds a soup to a box of the grid, one thread a word. The cells are those of engine/core/soup.ts, since each cell is a hash of
// (seed, x, y) and depends on no other. `add_cells` (soup-living.wgsl, soup-states.wgsl) stores them.

struct Soup {
  // The box of the grid in words and rows: its position and its size.
  column: u32,
  row: u32,
  columns: u32,
  rows: u32,
  // Words from one row of the grid to the next.
  stride: u32,
  // The bits of the first and the last word of each row that the box covers.
  head: u32,
  tail: u32,
  seed: u32,
  // The first cell of the box's first word in the soup's coordinates, as two's complement.
  x: u32,
  y: u32,
  // A cell lives iff its hash is below `threshold`, or in any case where `full` is 1: a density of 1 needs the threshold
  // 2^32, which no u32 holds.
  threshold: u32,
  full: u32,
  // How many states there are to choose from, planes of the grid, and words from one to the next.
  choices: u32,
  planes: u32,
  plane_words: u32,
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

fn row_hash(seed: u32, y: u32) -> u32 {
  return mix_bits(mix_bits(seed ^ 0x9e3779b9u) ^ (y * 0x27d4eb2fu));
}

fn cell_hash(row: u32, x: u32) -> u32 {
  return mix_bits(row ^ (x * 0x165667b1u));
}

@compute @workgroup_size(group_size)
fn add_soup(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) place: u32,
) {
  let index = (group.y * groups.x + group.x) * group_size + place;
  let row = index / soup.columns;
  let column = index - row * soup.columns;
  if (row >= soup.rows) {
    return;
  }
  let x = soup.x + column * 32u;
  let y = soup.y + row;
  let hash = row_hash(soup.seed, y);
  var live = 0u - soup.full;
  for (var i = 0u; i < 32u; i++) {
    live |= select(0u, 1u, cell_hash(hash, x + i) < soup.threshold) << i;
  }
  live &= covered_bits(column, soup.columns, soup.head, soup.tail);
  add_cells((soup.row + row) * soup.stride + soup.column + column, live, x, y);
}
