// Many cells a pixel: shading by density. The grid is seen as a raster of squares of 2^scale x 2^scale cells, each at most
// a pixel large, and each given whole to the one pixel that its corner falls on. `live_in` says how many cells of a square
// live; it reads them one by one, or from a raster that was counted before (shaders/reduce).

struct Density {
  // Words in a row of the grid, and its cells.
  stride: u32,
  grid_width: u32,
  grid_height: u32,
  // log2 of a square's side.
  scale: u32,
  // The cell at which square (0, 0) begins; not above 0.
  origin: vec2i,
  // The squares that are seen.
  first: vec2i,
  end: vec2i,
  // Where in `tables` the rows of squares (a word each), the rows of pixels (six words each) and the columns of pixels on even
  // and on odd rows of squares (a word each) begin.
  squares: u32,
  rows: u32,
  cuts: vec2u,
  // How strong the least density is, of 1.
  least: f32,
  ground: u32,
  edge: u32,
  outside: u32,
}

@group(0) @binding(0) var<uniform> density: Density;

fn coverage_of(live: f32, area: f32) -> u32 {
  if (live <= 0.0) {
    return 0u;
  }
  let share = min(1.0, live / area);
  return u32(round(256.0 * (density.least + (1.0 - density.least) * sqrt(share))));
}

@fragment
fn shade_density(@builtin(position) at: vec4f) -> @location(0) vec4f {
  let pixel = vec2i(at.xy);
  let row = density.rows + 6u * u32(pixel.y);
  let from_row = max(bitcast<i32>(tables[row]), density.first.y);
  let to_row = min(bitcast<i32>(tables[row + 1u]), density.end.y);
  var live = 0.0;
  for (var y = from_row; y < to_row; y++) {
    let start = bitcast<i32>(tables[density.squares + u32(y - density.first.y)]);
    let cut = density.cuts[u32(y) & 1u] + u32(pixel.x);
    let from_column = start + bitcast<i32>(tables[cut]);
    let to_column = max(from_column + 1, start + bitcast<i32>(tables[cut + 1u]));
    // Several squares may hold more than a word.
    var sum = 0.0;
    for (var x = max(from_column, density.first.x); x < min(to_column, density.end.x); x++) {
      sum += live_in(vec2i(x, y));
    }
    live += sum / f32(to_column - from_column);
  }
  let left = bitcast<i32>(tables[row + 3u]);
  let right = bitcast<i32>(tables[row + 4u]);
  let rim = tables[row + 5u];
  var layer = density.ground;
  if (pixel.x < left || pixel.x >= right) {
    layer = select(density.outside, density.edge, pixel.x == left - 1 || pixel.x == right);
  }
  if (rim == 2u) {
    layer = density.outside;
  } else if (rim == 1u && layer != density.outside) {
    layer = density.edge;
  }
  return colour_at(0u, layer, coverage_of(live, bitcast<f32>(tables[row + 2u])));
}
