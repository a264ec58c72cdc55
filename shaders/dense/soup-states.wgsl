// A second hash chooses each live cell's state among some that the rule has, and the states are stored in planes of bits.

@group(0) @binding(2) var<storage, read> states: array<u32>;

// What the seed is combined with for that hash.
const state_seed = 0x5f356495u;
const most_planes = 8u;

fn add_cells(at: u32, live: u32, x: u32, y: u32) {
  let hash = row_hash(soup.seed ^ state_seed, y);
  var words = array<u32, most_planes>();
  for (var i = 0u; i < 32u; i++) {
    if (((live >> i) & 1u) == 0u) {
      continue;
    }
    let state = states[cell_hash(hash, x + i) % soup.choices];
    for (var plane = 0u; plane < soup.planes; plane++) {
      words[plane] |= ((state >> plane) & 1u) << i;
    }
  }
  for (var plane = 0u; plane < soup.planes; plane++) {
    let word = plane * soup.plane_words + at;
    cells[word] = (cells[word] & ~live) | words[plane];
  }
}
