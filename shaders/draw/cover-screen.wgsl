// One triangle that covers the whole canvas: its corners lie outside of it, and there is no seam down the middle as
// there would be between two triangles.
@vertex
fn cover_screen(@builtin(vertex_index) corner: u32) -> @builtin(position) vec4f {
  let x = f32(corner & 1u) * 4.0 - 1.0;
  let y = f32(corner >> 1u) * 4.0 - 1.0;
  return vec4f(x, y, 0.0, 1.0);
}
