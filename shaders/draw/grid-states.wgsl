// The same for cells in more than two states, a plane for each bit of a state: `planes` returns the number of planes and the words
// from one to the next.

@group(0) @binding(2) var<storage, read> cells: array<u32>;

fn cell_at(x: u32, y: u32, stride: u32) -> u32 {
  let at = y * stride + (x >> 5u);
  var state = 0u;
  for (var plane = 0u; plane < planes().x; plane++) {
    state |= ((cells[plane * planes().y + at] >> (x & 31u)) & 1u) << plane;
  }
  return state;
}
