// A square's live cells and their lowest state above 0, from a raster of the visible squares.

fn place_of(square: vec2i) -> u32 {
  let place = vec2u(square - density.first);
  return 2u * (place.y * u32(density.end.x - density.first.x) + place.x);
}

fn live_in(square: vec2i) -> f32 {
  return f32(cells[place_of(square)]);
}

fn lowest_in(square: vec2i) -> u32 {
  return cells[place_of(square) + 1u];
}
