// Cells with a seam between them.

// The first cell of a cell's group of `bold_every`. The remainder of a negative number is negative, too.
fn group_of(cells: vec2i) -> vec2i {
  let every = vec2i(max(1, lattice.bold_every));
  return cells - ((cells % every) + every) % every;
}

fn is_bold_between(cell: vec2i, neighbour: vec2i) -> bool {
  let apart = group_of(cell + lattice.phase) != group_of(neighbour + lattice.phase);
  return lattice.bold_every > 0 && any(apart);
}

@fragment
fn shade_seamed_cells(@builtin(position) at: vec4f) -> @location(0) vec4f {
  let unit = unit_at(at.xy);
  let cell = cell_of(unit);
  return cell_in(unit, cell, state_of(cell));
}

// A point of a cell that looks like one in that state.
fn cell_in(unit: vec2f, cell: vec2i, state: u32) -> vec4f {
  let side = side_at(unit, cell);
  let inside = u32(round(256.0 * clamp(lattice.rim - side.away * lattice.size + 0.5, 0.0, 1.0)));
  var layer = ground;
  if (is_outside(cell)) {
    layer = outside;
  } else if (inside < full) {
    layer = line;
    if (is_outside(side.neighbour)) {
      layer = edge;
    } else if (is_bold_between(cell, side.neighbour)) {
      layer = line_bold;
    }
  }
  return colour_at(select(lattice.dead, palette_of(state), state != 0u), layer, inside);
}
