// The next states of 32 cells by a table of all squares of 3 x 3 cells, looked up cell by cell. The rule is data: changing
// it needs no new pipeline. Bit n of the table is the next state for square n, whose highest bit is its north-western cell.
@group(0) @binding(1) var<uniform> squares: array<vec4u, 4>;

// The three cells of a row around cell i.
fn three_of(row: BitRow, i: u32) -> u32 {
  return (((row.west >> i) & 1u) << 2u) | (((row.here >> i) & 1u) << 1u) | ((row.east >> i) & 1u);
}

fn next_state(above: BitRow, middle: BitRow, below: BitRow) -> u32 {
  var next = 0u;
  for (var i = 0u; i < 32u; i++) {
    let square = (three_of(above, i) << 6u) | (three_of(middle, i) << 3u) | three_of(below, i);
    let word = squares[square >> 7u][(square >> 5u) & 3u];
    next |= ((word >> (square & 31u)) & 1u) << i;
  }
  return next;
}
