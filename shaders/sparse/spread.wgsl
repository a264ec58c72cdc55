// Lays the tiles out as a grid of words, row after row, as the shaders that draw cells read them. The window begins
// and ends on tiles' borders and was empty before, so each thread copies words to places of its own.

@group(0) @binding(7) var<storage, read_write> window: array<vec2u>;

@compute @workgroup_size(group_size)
fn spread_tiles(
  @builtin(global_invocation_id) thread: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let parts = 64u / thread_rows;
  for (var i = thread.x; i < state.fresh * parts; i += groups.x * group_size) {
    let tile = i / parts;
    let square = square_of(tile);
    if (!exists(tile) || !is_seen(square)) {
      continue;
    }
    let place = vec2u(square);
    let first = (i % parts) * thread_rows;
    for (var row = first; row < first + thread_rows; row++) {
      // Two words a tile, so half as many pairs as words.
      window[(place.y * 64u + row) * (seen.stride / 2u) + place.x] = present_row(tile, row);
    }
  }
}
