// Hexagons too small for a seam: each pixel is sampled at several points, which keeps slanted edges calm.

@fragment
fn shade_small_hexagons(@builtin(position) at: vec4f) -> @location(0) vec4f {
  let corner = floor(at.xy);
  let samples = hexagons.samples;
  var live = 0u;
  var beyond = 0u;
  for (var b = 0u; b < samples; b++) {
    for (var a = 0u; a < samples; a++) {
      let point = corner + (vec2f(f32(a), f32(b)) + 0.5) / f32(samples);
      let cell = hexagon_at(unit_at(point));
      live += select(0u, 1u, is_alive(cell));
      beyond += select(0u, 1u, is_outside(cell));
    }
  }
  let all = samples * samples;
  let coverage = u32(round(256.0 * f32(live) / f32(all)));
  return colour_at(0u, select(ground, outside, 2u * beyond > all), coverage);
}
