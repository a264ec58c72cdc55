// Cells too small for a seam: each pixel is sampled at several points, which keeps slanted edges calm. Of live cells in several
// states the last one gives the colour: that of the lowest line of points, of its later course, farthest to the right.

@fragment
fn shade_small_cells(@builtin(position) at: vec4f) -> @location(0) vec4f {
  let corner = floor(at.xy);
  let samples = lattice.samples;
  var live = 0u;
  var beyond = 0u;
  var shown = 0u;
  for (var b = 0u; b < samples; b++) {
    var last_course = -0x80000000;
    for (var a = 0u; a < samples; a++) {
      let point = corner + (vec2f(f32(a), f32(b)) + 0.5) / f32(samples);
      let cell = cell_of(unit_at(point));
      let state = state_of(cell);
      if (state != 0u) {
        live++;
        let course = course_of(cell);
        if (course >= last_course) {
          last_course = course;
          shown = state;
        }
      }
      beyond += select(0u, 1u, is_outside(cell));
    }
  }
  let all = samples * samples;
  let coverage = u32(round(256.0 * f32(live) / f32(all)));
  return colour_at(palette_of(shown), select(ground, outside, 2u * beyond > all), coverage);
}
