// A square's live cells, from a raster of the visible squares.
fn live_in(square: vec2i) -> f32 {
  let place = vec2u(square - density.first);
  return f32(cells[place.y * u32(density.end.x - density.first.x) + place.x]);
}
