// Squares with pictures of their states, where they lie on whole pixels. The place of a column or row of pixels is 0 without a cell, else 1
// and the width's place in the sheet, and from bit 8 on how far into its cell it lies.

@fragment
fn shade_squares_with_icons(@builtin(position) at: vec4f) -> @location(0) vec4f {
  let column = entry_at(squares.across, u32(at.x));
  let row = entry_at(squares.down, u32(at.y));
  let place = vec2u(tables[squares.icons_across + u32(at.x)], tables[squares.icons_down + u32(at.y)]);
  if (all(place != vec2u())) {
    let size = (place & vec2u(0xffu)) - 1u;
    let state = cell_at(column.cell - 1u, row.cell - 1u, squares.stride);
    let start = icon_start(squares.icons, size, state);
    if (start != 0u) {
      let inside = place >> vec2u(8u);
      let pixel = inside.y * icon_width(squares.icons, size.x) + inside.x;
      return icon_colour(squares.icons, start, pixel, palette_of(state), max(column.layer, row.layer));
    }
  }
  return square_at(column, row);
}
