// A square's live cells counted on the spot: a square of 32 cells a side lies in two words of each row at most.
fn live_in(square: vec2i) -> f32 {
  let side = 1 << density.scale;
  let begin = density.origin + square * side;
  let left = u32(max(begin.x, 0));
  let right = u32(min(begin.x + side, i32(density.grid_width)));
  let top = u32(max(begin.y, 0));
  let bottom = u32(min(begin.y + side, i32(density.grid_height)));
  var live = 0u;
  for (var y = top; y < bottom; y++) {
    live += live_between(y * density.stride, left, right);
  }
  return f32(live);
}
