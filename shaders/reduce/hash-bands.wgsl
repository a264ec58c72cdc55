// From the hashes of a band's segments to that of the band, a thread each.

@group(0) @binding(1) var<storage, read> sums: array<vec2u>;
@group(0) @binding(2) var<storage, read_write> band_sums: array<vec2u>;

@compute @workgroup_size(64)
fn hash_bands(@builtin(global_invocation_id) place: vec3u) {
  let band = place.x;
  if (band >= pieces.bands) {
    return;
  }
  var total = vec2u();
  for (var segment = pieces.segments; segment > 0u; segment--) {
    let sum = sums[band * pieces.segments + segment - 1u];
    total = folded(sum_of(product_of(total, pieces.segment_factor), sum));
  }
  band_sums[band] = total;
}
