// Where a pixel lies among hexagons. Cells count from the camera's, and drawing units from its centre: cell (x, y)
// has its centre at (x - y / 2, y * row).

struct Hexagons {
  // The middle of the canvas in pixels, and of the view in drawing units.
  middle: vec2f,
  camera: vec2f,
  // Pixels between two centres, and drawing units between two rows.
  size: f32,
  row: f32,
  // Pixels from a cell's centre to its border.
  half_width: f32,
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
}

@group(0) @binding(0) var<uniform> hexagons: Hexagons;

fn planes() -> vec2u {
  return vec2u(hexagons.planes, hexagons.plane_words);
}

fn colours() -> u32 {
  return hexagons.colours;
}

const ground = 0u;
const line = 1u;
const line_bold = 2u;
const edge = 3u;
const outside = 4u;

fn is_outside(cell: vec2i) -> bool {
  return any(cell < hexagons.first) || any(cell >= hexagons.end);
}

fn state_of(cell: vec2i) -> u32 {
  if (is_outside(cell)) {
    return 0u;
  }
  let place = vec2u(cell - hexagons.first);
  return cell_at(place.x, place.y, hexagons.stride);
}

// A point of the canvas in drawing units.
fn unit_at(pixel: vec2f) -> vec2f {
  return (pixel - hexagons.middle) / hexagons.size + hexagons.camera;
}

// The nearest centre. Rounding the three axes (they sum to zero) may break the sum; the axis rounded furthest gives
// way.
fn hexagon_at(unit: vec2f) -> vec2i {
  let fy = unit.y / hexagons.row;
  let fx = unit.x + fy / 2.0;
  var x = floor(fx + 0.5);
  var y = ceil(fy - 0.5);
  let z = floor(fy - fx + 0.5);
  let off = abs(vec3f(x - fx, y - fy, z - (fy - fx)));
  if (off.x > off.y && off.x > off.z) {
    x = y - z;
  } else if (off.y > off.z) {
    y = x + z;
  }
  return vec2i(i32(x), i32(y));
}
