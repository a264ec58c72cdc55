// A square's live cells, from sums over tiles (shaders/sparse/squares-afar.wgsl): a word for each square, and behind
// them how often words overflowed, and which.
fn live_in(square: vec2i) -> f32 {
  let place = vec2u(square - density.first);
  let size = vec2u(density.end - density.first);
  let at = place.y * size.x + place.x;
  let list = size.x * size.y;
  var live = f32(cells[at]);
  for (var i = 0u; i < cells[list]; i++) {
    live += select(0.0, 4294967296.0, cells[list + 1u + i] == at);
  }
  return live;
}
