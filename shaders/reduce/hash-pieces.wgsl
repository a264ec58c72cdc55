// How a grid is cut into pieces for hashing, for both passes over it. A piece is `band_rows` rows high and `segment`
// words wide, except where the grid ends earlier.

struct Pieces {
  columns: u32,
  rows: u32,
  stride: u32,
  segment: u32,
  segments: u32,
  band_rows: u32,
  bands: u32,
  unused: u32,
  // The factors for 32 cells to the right, a row down, and a segment to the right.
  word_factor: vec2u,
  row_factor: vec2u,
  segment_factor: vec2u,
}

@group(0) @binding(0) var<uniform> pieces: Pieces;
