// Hexagons with pictures of their states: each lies in a square within the hexagon, which looks like a dead one around it. Tables tell the
// pixels at which the squares begin, by 2x - y across and by y down.

@fragment
fn shade_hexagons_with_icons(@builtin(position) at: vec4f) -> @location(0) vec4f {
  let unit = unit_at(at.xy);
  let cell = cell_of(unit);
  let state = state_of(cell);
  let start = icon_start(lattice.icons, vec2u(), state);
  if (start == 0u) {
    return cell_in(unit, cell, state);
  }
  let entry = vec2u(vec2i(2 * cell.x - cell.y, cell.y) - lattice.icons_first);
  let begin = vec2i(bitcast<i32>(tables[lattice.icons_columns + entry.x]), bitcast<i32>(tables[lattice.icons_rows + entry.y]));
  let inside = vec2i(at.xy) - begin;
  let size = i32(icon_width(lattice.icons, 0u));
  if (any(inside < vec2i()) || any(inside >= vec2i(size))) {
    return cell_in(unit, cell, 0u);
  }
  return icon_colour(lattice.icons, start, u32(inside.y * size + inside.x), palette_of(state), ground);
}
