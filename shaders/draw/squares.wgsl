// Square cells of a pixel and more. A square is the product of an interval across and one down, so two tables give
// the cell of a pixel, its coverage and the line there, an entry of four words for each column and each row of
// pixels. Two cells at most share a pixel along an axis; four may meet in one.

struct Squares {
  // Words in a row of the grid.
  stride: u32,
  // The starts of the columns, the rows and the rounded corner in `tables`.
  across: u32,
  down: u32,
  corner: u32,
  // The corner's pixels a side; 0 for sharp ones.
  radius: u32,
}

@group(0) @binding(0) var<uniform> squares: Squares;

struct Entry {
  // Column or row of the grid, plus 1; 0 for none.
  cell: u32,
  next_cell: u32,
  share: u32,
  next_share: u32,
  layer: u32,
  depth: u32,
}

fn entry_at(begin: u32, pixel: u32) -> Entry {
  let at = begin + 4u * pixel;
  let shares = tables[at + 2u];
  let rest = tables[at + 3u];
  return Entry(tables[at], tables[at + 1u], shares & 0xffffu, shares >> 16u, rest & 0xffffu, rest >> 16u);
}

fn share_of(x: u32, y: u32, weight: u32) -> u32 {
  if (weight == 0u || x == 0u || y == 0u) {
    return 0u;
  }
  return weight * cell_at(x - 1u, y - 1u, squares.stride);
}

@fragment
fn shade_squares(@builtin(position) at: vec4f) -> @location(0) vec4f {
  let column = entry_at(squares.across, u32(at.x));
  let row = entry_at(squares.down, u32(at.y));
  let covered = share_of(column.cell, row.cell, column.share * row.share) +
    share_of(column.next_cell, row.cell, column.next_share * row.share) +
    share_of(column.cell, row.next_cell, column.share * row.next_share) +
    share_of(column.next_cell, row.next_cell, column.next_share * row.next_share);
  var coverage = (covered + 128u) >> 8u;
  if (coverage > 0u && column.depth < squares.radius && row.depth < squares.radius) {
    coverage = tables[squares.corner + row.depth * squares.radius + column.depth];
  }
  return colour_at(0u, max(column.layer, row.layer), coverage);
}
