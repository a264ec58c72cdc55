// Rasters of live cells: the number in each square of 2^scale x 2^scale cells. The finest is counted from the cells,
// each coarser one is the sum of squares of a finer one, so no thread ever reads much. A raster holds only the wanted
// squares, first .. end - 1, row after row.
//
// One binding (2^31 - 4 bytes at most) holds less than 2^34 cells, and as the middle of a grid is a corner of
// squares, no square has noticeably more than 2^32 of them. That is more than a word can count, so sums saturate and
// do not wrap around to zero.

struct Raster {
  // Of the squares to write, and of those to read (of cells: from 0 to the grid's size).
  first: vec2i,
  end: vec2i,
  source_first: vec2i,
  source_end: vec2i,
  // The start of square (0, 0) in the source: a cell or a square of it, not above 0.
  origin: vec2i,
  // log2 of the source's squares (or cells) along a square's side.
  scale: u32,
  // Words in a row of the source.
  stride: u32,
  // Of cells in more than two states: how many, and words from one to the next.
  planes: u32,
  plane_words: u32,
}

@group(0) @binding(0) var<uniform> raster: Raster;
@group(0) @binding(1) var<storage, read> cells: array<u32>;
@group(0) @binding(2) var<storage, read_write> squares: array<u32>;

fn planes() -> vec2u {
  return vec2u(raster.planes, raster.plane_words);
}

@compute @workgroup_size(8, 8)
fn fill_raster(@builtin(global_invocation_id) place: vec3u) {
  let square = raster.first + vec2i(place.xy);
  if (any(square >= raster.end)) {
    return;
  }
  let side = 1 << raster.scale;
  let begin = raster.origin + square * side;
  let near_end = vec2u(max(begin, raster.source_first) - raster.source_first);
  let far_end = vec2u(max(min(begin + side, raster.source_end), raster.source_first) - raster.source_first);
  var live = 0u;
  var lowest = 0u;
  for (var y = near_end.y; y < far_end.y; y++) {
    live += min(live_between(y * raster.stride, near_end.x, far_end.x), 0xffffffffu - live);
    lowest = lower_of(lowest, lowest_between(y * raster.stride, near_end.x, far_end.x));
  }
  put_square(place.y * u32(raster.end.x - raster.first.x) + place.x, live, lowest);
}
