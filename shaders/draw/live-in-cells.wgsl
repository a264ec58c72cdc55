// A square's live cells counted on the spot: a square of 32 cells a side lies in two words of each row at most.
fn live_in(square: vec2i) -> f32 {
  let box = cells_of(square);
  var live = 0u;
  for (var y = box.y; y < box.w; y++) {
    live += live_between(y * density.stride, box.x, box.z);
  }
  return f32(live);
}

// The cells of a square: its left and upper end, and those past it on the right and below.
fn cells_of(square: vec2i) -> vec4u {
  let side = 1 << density.scale;
  let begin = density.origin + square * side;
  let end = min(begin + side, vec2i(i32(density.grid_width), i32(density.grid_height)));
  return vec4u(vec2u(max(begin, vec2i())), vec2u(end));
}
