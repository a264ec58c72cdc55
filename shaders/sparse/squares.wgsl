// Live cells in squares of 1, 2, 4 ... 64 cells a side: each lies within a tile. All squares are zero before. A
// thread may have only some of a square's rows, so it adds its count.

@group(0) @binding(7) var<storage, read_write> squares: array<atomic<u32>>;

// The bits first .. first + count - 1 of a row of 64 that live.
fn live_bits(row: vec2u, first: u32, count: u32) -> u32 {
  if (count == 64u) {
    return countOneBits(row.x) + countOneBits(row.y);
  }
  let word = select(row.x, row.y, first >= 32u);
  return countOneBits(extractBits(word, first & 31u, count));
}

@compute @workgroup_size(group_size)
fn fill_squares(
  @builtin(global_invocation_id) thread: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let parts = 64u / thread_rows;
  for (var i = thread.x; i < state.fresh * parts; i += groups.x * group_size) {
    let tile = i / parts;
    let place = square_of(tile);
    // Far from the window, where the next numbers would not fit 32 bits.
    if (any(place < vec2i(0)) || any(place > seen.size) || !exists(tile)) {
      continue;
    }
    count_rows(tile, place * i32(64u >> seen.scale) - seen.within, (i % parts) * thread_rows);
  }
}

// `corner`: the tile's first square.
fn count_rows(tile: u32, corner: vec2i, first: u32) {
  let side = 1u << seen.scale;
  let across = 64u >> seen.scale;
  let end = first + thread_rows;
  for (var row = first; row < end;) {
    // The rows of this thread in the same square.
    let end_row = min(end, (row | (side - 1u)) + 1u);
    var any_live = vec2u(0u);
    for (var y = row; y < end_row; y++) {
      any_live |= present_row(tile, y);
    }
    for (var k = 0u; k < across; k++) {
      let square = corner + vec2i(i32(k), i32(row >> seen.scale));
      if (!is_seen(square) || live_bits(any_live, k * side, side) == 0u) {
        continue;
      }
      var live = 0u;
      for (var y = row; y < end_row; y++) {
        live += live_bits(present_row(tile, y), k * side, side);
      }
      atomicAdd(&squares[u32(square.y) * seen.stride + u32(square.x)], live);
    }
    row = end_row;
  }
}
