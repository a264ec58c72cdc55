// The view of the tiles: reads them outside the turns, while generations may still be under way.
//
// The CPU cannot know which of the two planes holds the last complete generation: submitted work may have halted in
// the middle. But the GPU counts the generations that it completes, and so it decides here.

struct Seen {
  // A tile at `place` lies in the window's square (or tile) `offset + ((place + rest) >> shift)`.
  offset: vec2i,
  rest: vec2i,
  // The window's size in squares, or tiles.
  size: vec2i,
  // The first square of the window within its first tile, where squares are smaller than tiles.
  within: vec2i,
  shift: u32,
  // log2 of a square's side in cells, where squares are no larger than tiles.
  scale: u32,
  // Words from one row of the window to the next.
  stride: u32,
  // The present plane is the number of completed generations plus this, modulo 2.
  parity: u32,
}

// As in step.wgsl: on a GPU many threads with little work each, on a software adapter few with much.
override thread_rows: u32 = 4;
override group_size: u32 = 64;

@group(0) @binding(0) var<uniform> turn: Turn;
@group(0) @binding(1) var<uniform> seen: Seen;
@group(0) @binding(2) var<storage, read> state: PlainState;
@group(0) @binding(3) var<storage, read> flags: array<u32>;
@group(0) @binding(4) var<storage, read> places: array<vec2i>;

fn square_of(tile: u32) -> vec2i {
  return seen.offset + ((places[tile] + seen.rest) >> vec2u(seen.shift));
}

fn is_seen(square: vec2i) -> bool {
  return all(square >= vec2i(0)) && all(square < seen.size);
}

// Whether that tile exists. Cells that a generation leaves in former tiles must stay invisible.
fn exists(tile: u32) -> bool {
  return (flags[tile] & flag_exists) != 0u;
}
