// The cells of a tile in the present plane.

@group(0) @binding(5) var<storage, read> even_cells: array<vec2u>;
@group(0) @binding(6) var<storage, read> odd_cells: array<vec2u>;

fn present_row(tile: u32, row: u32) -> vec2u {
  let at = tile * 64u + row;
  if (((state.generations + seen.parity) & 1u) == 0u) {
    return even_cells[at];
  }
  return odd_cells[at];
}
