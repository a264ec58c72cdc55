// The method "packed": eight cells by one look-up of the 8 + 2r cells that they depend on. The table holds a byte for each
// such window, four bytes a word. A window is a number whose lowest bit is its leftmost cell, as packed states have it.

const window_bits = 8u + 2u * radius;
const window_mask = (1u << window_bits) - 1u;
const half_bits = 4u + 2u * radius;
const half_mask = (1u << half_bits) - 1u;

var<workgroup> windows: array<u32, 1u << (window_bits - 2u)>;
// What becomes of four cells, by the 4 + 2r that they depend on: eight such windows a word.
var<workgroup> halves: array<u32, 1u << (half_bits - 3u)>;

// What becomes of a neighbourhood whose lowest bit is the leftmost cell. Bits beyond it do not matter.
fn mirrored_entry(individual: u32, neighbourhood: u32) -> u32 {
  return entry_of(individual, reverseBits(neighbourhood << (31u - 2u * radius)));
}

// The workgroup makes its individual's table: first that for four cells, and from it that for eight. The windows of a word
// differ only in their leftmost cells, so the cells further to the right are alike in all of them.
fn make_rule(individual: u32, thread: u32) {
  for (var word = thread; word <= half_mask >> 3u; word += threads) {
    var cells_1 = 0u;
    for (var j = 0u; j < 8u; j++) {
      cells_1 |= mirrored_entry(individual, 8u * word + j) << (4u * j);
    }
    var cells_2 = 0u;
    for (var j = 0u; j < 4u; j++) {
      cells_2 |= mirrored_entry(individual, 4u * word + j) * (0x22u << (8u * j));
    }
    let cells_3 = (mirrored_entry(individual, 2u * word) * 0x4444u) | (mirrored_entry(individual, 2u * word + 1u) * 0x44440000u);
    let cells_4 = mirrored_entry(individual, word) * 0x88888888u;
    halves[word] = cells_1 | cells_2 | cells_3 | cells_4;
  }
  workgroupBarrier();
  for (var word = thread; word <= window_mask >> 2u; word += threads) {
    // The first four cells of the windows 4 * word .. 4 * word + 3, a byte each.
    let four = (halves[((4u * word) & half_mask) >> 3u] >> (16u * (word & 1u))) & 0xffffu;
    let two = (four | (four << 8u)) & 0x00ff00ffu;
    let first = (two | (two << 4u)) & 0x0f0f0f0fu;
    let window = (word >> 2u) & half_mask;
    let last = (halves[window >> 3u] >> (4u * (window & 7u))) & 0xfu;
    windows[word] = first | (last * 0x10101010u);
  }
  workgroupBarrier();
}

// What becomes of the eight cells in the middle of the window; its bits beyond do not matter.
fn eight_cells(window: u32) -> u32 {
  let k = window & window_mask;
  return (windows[k >> 2u] >> ((k & 3u) * 8u)) & 0xffu;
}
