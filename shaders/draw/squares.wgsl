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
  // Of cells in more than two states: planes, words from one to the next, and colours.
  planes: u32,
  plane_words: u32,
  colours: u32,
  // Of pictures of states (icons.wgsl): the starts of the columns' and the rows' places, and of the sheet.
  icons_across: u32,
  icons_down: u32,
  icons: u32,
}

@group(0) @binding(0) var<uniform> squares: Squares;

fn planes() -> vec2u {
  return vec2u(squares.planes, squares.plane_words);
}

fn colours() -> u32 {
  return squares.colours;
}

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

// What a pixel shows: how much live cells cover of it, and the cell that covers most.
struct Shown {
  covered: u32,
  most: u32,
  state: u32,
}

fn with_cell(shown: Shown, x: u32, y: u32, weight: u32) -> Shown {
  if (weight == 0u || x == 0u || y == 0u) {
    return shown;
  }
  let state = cell_at(x - 1u, y - 1u, squares.stride);
  if (state == 0u) {
    return shown;
  }
  let covered = shown.covered + weight;
  if (weight <= shown.most) {
    return Shown(covered, shown.most, shown.state);
  }
  return Shown(covered, weight, state);
}

@fragment
fn shade_squares(@builtin(position) at: vec4f) -> @location(0) vec4f {
  return square_at(entry_at(squares.across, u32(at.x)), entry_at(squares.down, u32(at.y)));
}

fn square_at(column: Entry, row: Entry) -> vec4f {
  var shown = with_cell(Shown(), column.cell, row.cell, column.share * row.share);
  shown = with_cell(shown, column.next_cell, row.cell, column.next_share * row.share);
  shown = with_cell(shown, column.cell, row.next_cell, column.share * row.next_share);
  shown = with_cell(shown, column.next_cell, row.next_cell, column.next_share * row.next_share);
  var coverage = (shown.covered + 128u) >> 8u;
  if (coverage > 0u && column.depth < squares.radius && row.depth < squares.radius) {
    coverage = tables[squares.corner + row.depth * squares.radius + column.depth];
  }
  return colour_at(palette_of(shown.state), max(column.layer, row.layer), coverage);
}
