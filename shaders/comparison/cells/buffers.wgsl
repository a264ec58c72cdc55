// A generation reads `cells` and writes `next_cells`, and the two change places.

@group(0) @binding(2) var<storage, read> cells: array<u32>;
@group(0) @binding(3) var<storage, read_write> next_cells: array<u32>;

fn stored_cell(index: u32) -> u32 {
  return cells[index];
}
