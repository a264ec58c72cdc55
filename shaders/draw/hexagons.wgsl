// Hexagons with a seam between them. Along one of the three directions of its neighbours a hexagon is 1 wide, so the
// largest of the three distances from its centre tells how near the border a pixel lies, and its direction names the
// neighbour beyond.

// The first cell of a cell's group of `bold_every`. The remainder of a negative number is negative, too.
fn group_of(cells: vec2i) -> vec2i {
  let every = vec2i(max(1, hexagons.bold_every));
  return cells - ((cells % every) + every) % every;
}

fn is_bold_between(cell: vec2i, neighbour: vec2i) -> bool {
  let apart = group_of(cell + hexagons.phase) != group_of(neighbour + hexagons.phase);
  return hexagons.bold_every > 0 && any(apart);
}

@fragment
fn shade_hexagons(@builtin(position) at: vec4f) -> @location(0) vec4f {
  let unit = unit_at(at.xy);
  let cell = hexagon_at(unit);
  return hexagon_in(unit, cell, state_of(cell));
}

// A point of a cell that looks like one in that state.
fn hexagon_in(unit: vec2f, cell: vec2i, state: u32) -> vec4f {
  let from_centre = unit - vec2f(f32(cell.x) - f32(cell.y) / 2.0, f32(cell.y) * hexagons.row);
  let east = from_centre.x;
  let south_east = from_centre.x / 2.0 + from_centre.y * hexagons.row;
  let south = -from_centre.x / 2.0 + from_centre.y * hexagons.row;
  let away = max(abs(east), max(abs(south_east), abs(south)));
  let inside = u32(round(256.0 * clamp(hexagons.half_width - away * hexagons.size + 0.5, 0.0, 1.0)));
  var layer = ground;
  if (is_outside(cell)) {
    layer = outside;
  } else if (inside < full) {
    var step = vec2i(0, 1);
    var toward = south;
    if (away == abs(east)) {
      step = vec2i(1, 0);
      toward = east;
    } else if (away == abs(south_east)) {
      step = vec2i(1, 1);
      toward = south_east;
    }
    let neighbour = cell + select(step, -step, toward < 0.0);
    layer = line;
    if (is_outside(neighbour)) {
      layer = edge;
    } else if (is_bold_between(cell, neighbour)) {
      layer = line_bold;
    }
  }
  return colour_at(select(hexagons.dead, palette_of(state), state != 0u), layer, inside);
}
