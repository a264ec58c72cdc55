// Where a pixel lies among hexagons or triangles (hexagon-cells.wgsl, triangle-cells.wgsl). Cells count from the camera's, and
// drawing units from its centre.

struct Lattice {
  // The middle of the canvas in pixels, and of the view in drawing units.
  middle: vec2f,
  camera: vec2f,
  // Pixels between two centres, and drawing units between two rows.
  size: f32,
  row: f32,
  // Pixels from the point of a cell that is as far from all sides to its border.
  rim: f32,
  stride: u32,
  // The grid's first cell and the one past its last.
  first: vec2i,
  end: vec2i,
  // The camera's cell, modulo `bold_every`.
  phase: vec2i,
  samples: u32,
  // The start of the palette of dead cells.
  dead: u32,
  // Every n-th line is bold; 0 for none.
  bold_every: i32,
  // Of cells in more than two states: planes, words from one to the next, and colours.
  planes: u32,
  plane_words: u32,
  colours: u32,
  // Of pictures of states (icons.wgsl): 2x - y and y of the first entries, the starts of the columns' and the rows' places, and of the
  // sheet.
  icons_first: vec2i,
  icons_columns: u32,
  icons_rows: u32,
  icons: u32,
  // Whether the camera's cell is a triangle that points up.
  up: u32,
}

@group(0) @binding(0) var<uniform> lattice: Lattice;

fn planes() -> vec2u {
  return vec2u(lattice.planes, lattice.plane_words);
}

fn colours() -> u32 {
  return lattice.colours;
}

const ground = 0u;
const line = 1u;
const line_bold = 2u;
const edge = 3u;
const outside = 4u;

fn is_outside(cell: vec2i) -> bool {
  return any(cell < lattice.first) || any(cell >= lattice.end);
}

fn state_of(cell: vec2i) -> u32 {
  if (is_outside(cell)) {
    return 0u;
  }
  let place = vec2u(cell - lattice.first);
  return cell_at(place.x, place.y, lattice.stride);
}

// A point of the canvas in drawing units.
fn unit_at(pixel: vec2f) -> vec2f {
  return (pixel - lattice.middle) / lattice.size + lattice.camera;
}

// The side of a cell that is nearest to a point: how far the point lies from the middle, in its direction, and the cell beyond.
struct Side {
  away: f32,
  neighbour: vec2i,
}
