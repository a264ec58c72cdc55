// Many cells a pixel: shading by density. The grid is drawn as a raster of squares of 2^scale x 2^scale cells, each
// at most a pixel large, and each given whole to the one pixel that its corner falls on. `live_in` returns the live
// cells of a square; it reads them one by one, or from an earlier raster (shaders/reduce).

struct Density {
  // Words in a row of the grid, and its cells.
  stride: u32,
  grid_width: u32,
  grid_height: u32,
  // log2 of a square's side.
  scale: u32,
  // The cell at which square (0, 0) begins; not above 0.
  origin: vec2i,
  // The visible squares.
  first: vec2i,
  end: vec2i,
  // Where in `tables` the rows of squares (a word each), the rows of pixels (five words each) and the columns of pixels on even
  // and on odd rows of squares (a word each) begin.
  squares: u32,
  rows: u32,
  cuts: vec2u,
  // The strength of the least density, out of 1.
  least: f32,
  ground: u32,
  edge: u32,
  outside: u32,
  // Cells in a square.
  area: f32,
  // Of cells in more than two states: planes, words from one to the next, and colours.
  planes: u32,
  plane_words: u32,
  colours: u32,
}

@group(0) @binding(0) var<uniform> density: Density;

fn planes() -> vec2u {
  return vec2u(density.planes, density.plane_words);
}

fn colours() -> u32 {
  return density.colours;
}

// Coverage for that many live cells in that many squares.
fn coverage_of(live: f32, squares: f32) -> u32 {
  if (live <= 0.0) {
    return 0u;
  }
  let share = min(1.0, live / squares / density.area);
  return u32(round(256.0 * (density.least + (1.0 - density.least) * sqrt(share))));
}

// The number of squares of an even or an odd row that a column of pixels gets.
fn squares_across(parity: u32, x: i32) -> f32 {
  let cut = density.cuts[parity] + u32(x);
  return f32(max(1, bitcast<i32>(tables[cut + 1u]) - bitcast<i32>(tables[cut])));
}

@fragment
fn shade_density(@builtin(position) at: vec4f) -> @location(0) vec4f {
  let pixel = vec2i(at.xy);
  let row = density.rows + 5u * u32(pixel.y);
  let begin = bitcast<i32>(tables[row]);
  let end = bitcast<i32>(tables[row + 1u]);
  let from_row = max(begin, density.first.y);
  let to_row = min(end, density.end.y);
  var live = 0.0;
  // Of all its cells the lowest state above 0 gives the colour.
  var lowest = 0u;
  for (var y = from_row; y < to_row; y++) {
    let start = bitcast<i32>(tables[density.squares + u32(y - density.first.y)]);
    let cut = density.cuts[u32(y) & 1u] + u32(pixel.x);
    let from_column = start + bitcast<i32>(tables[cut]);
    let to_column = max(from_column + 1, start + bitcast<i32>(tables[cut + 1u]));
    // The sum over several squares may exceed a word.
    for (var x = max(from_column, density.first.x); x < min(to_column, density.end.x); x++) {
      live += live_in(vec2i(x, y));
      lowest = min(lowest - 1u, lowest_in(vec2i(x, y)) - 1u) + 1u;
    }
  }
  // The rows of squares that the pixel gets, including those without cells.
  let odd_rows = (end >> 1u) - (begin >> 1u);
  let even_rows = end - begin - odd_rows;
  let squares = f32(even_rows) * squares_across(0u, pixel.x) + f32(odd_rows) * squares_across(1u, pixel.x);
  let left = bitcast<i32>(tables[row + 2u]);
  let right = bitcast<i32>(tables[row + 3u]);
  let rim = tables[row + 4u];
  var layer = density.ground;
  if (pixel.x < left || pixel.x >= right) {
    layer = select(density.outside, density.edge, pixel.x == left - 1 || pixel.x == right);
  }
  if (rim == 2u) {
    layer = density.outside;
  } else if (rim == 1u && layer != density.outside) {
    layer = density.edge;
  }
  return colour_at(palette_of(lowest), layer, coverage_of(live, squares));
}
