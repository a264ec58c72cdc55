// The cells of a packed grid (grid-shape.wgsl) a word at a time. A generation reads `cells` and writes `next_cells`,
// and the two change places. `seen_at` (one-plane.wgsl, planes.wgsl) returns what neighbours see of a word.

@group(0) @binding(2) var<storage, read> cells: array<u32>;
@group(0) @binding(3) var<storage, read_write> next_cells: array<u32>;

// The bit that holds the last cell of the word in that column: 31 except in a row's last word.
fn last_bit(column: u32) -> u32 {
  return select(31u, (grid.width - 1u) & 31u, column == grid.columns - 1u);
}

// The bits of a word that are cells of the grid. A shift by all 32 places leaves 2u << 31u = 0, and 0 - 1 is all ones.
fn cell_bits(column: u32) -> u32 {
  return (2u << last_bit(column)) - 1u;
}
