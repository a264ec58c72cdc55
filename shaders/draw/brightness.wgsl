// The brightness of a picture, tile by tile: the mean of its pixels' relative luminance, one workgroup a tile. It
// decides whether a picture that flashes may be shown.

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var<storage, read_write> tiles: array<f32>;

const threads = 64u;
var<workgroup> sums: array<f32, threads>;

// Relative luminance as WCAG defines it: sRGB made linear, weighed as in Rec. 709.
fn luminance_of(colour: vec4f) -> f32 {
  let bent = pow((colour.rgb + 0.055) / 1.055, vec3f(2.4));
  let linear = select(bent, colour.rgb / 12.92, colour.rgb <= vec3f(0.04045));
  return dot(linear, vec3f(0.2126, 0.7152, 0.0722));
}

@compute @workgroup_size(threads)
fn measure_tiles(
  @builtin(workgroup_id) tile: vec3u,
  @builtin(num_workgroups) count: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let size = textureDimensions(picture);
  let first = size * tile.xy / count.xy;
  let end = size * (tile.xy + 1u) / count.xy;
  let width = end.x - first.x;
  let pixels = width * (end.y - first.y);
  var sum = 0.0;
  for (var i = thread; i < pixels; i += threads) {
    let place = first + vec2u(i % width, i / width);
    sum += luminance_of(textureLoad(picture, place, 0));
  }
  sums[thread] = sum;
  workgroupBarrier();
  if (thread > 0u) {
    return;
  }
  var all = 0.0;
  for (var i = 0u; i < threads; i++) {
    all += sums[i];
  }
  tiles[tile.y * count.x + tile.x] = all / f32(max(1u, pixels));
}
